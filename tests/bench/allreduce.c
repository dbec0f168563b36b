/*
 * The benchmark's program: allreduces of int32 sums in memory that the NIC reaches, checked. allreduce BYTES REPEATS
 */
#include <stdio.h>
#include <stdlib.h>
#include <sumac.h>

int main(int argc, char **argv)
{
	size_t count = argc > 1 ? strtoull(argv[1], NULL, 0) / sizeof(int) : 2;
	int repeats = argc > 2 ? atoi(argv[2]) : 1, err;
	void *memory;

	if ((err = sumac_init()) || (err = sumac_alloc(2 * count * sizeof(int) + 1, &memory))) {
		fprintf(stderr, "allreduce: %s\n", sumac_last_error());
		return 1;
	}
	int *src = memory, *dst = src + count;

	for (size_t i = 0; i < count; i++)
		src[i] = (int)i + sumac_rank();
	for (int r = 0; r < repeats && !err; r++)
		err = sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, count);
	if (err)
		fprintf(stderr, "allreduce: %s\n", sumac_last_error());
	for (size_t i = 0; i < count && !err; i++) {
		int n = sumac_size();

		if (dst[i] != n * (int)i + n * (n - 1) / 2) {
			fprintf(stderr, "allreduce: element %zu is wrong\n", i);
			err = 1;
		}
	}
	return sumac_finalize() || err;
}
