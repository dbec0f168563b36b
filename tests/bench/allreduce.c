/*
 * The benchmark's program: allreduces of sums in memory that the NIC reaches, of int32 or, with a third argument, of binary32,
 * checked. allreduce BYTES REPEATS [f32]
 */
#include <stdio.h>
#include <stdlib.h>
#include <sumac.h>

/* Small enough that floats hold every sum of them exactly. */
static int value(size_t i, int rank)
{
	return (int)(i % 65536) + rank;
}

int main(int argc, char **argv)
{
	size_t count = argc > 1 ? strtoull(argv[1], NULL, 0) / sizeof(int) : 2;
	int repeats = argc > 2 ? atoi(argv[2]) : 1, floats = argc > 3, err;
	void *memory;

	if ((err = sumac_init()) || (err = sumac_alloc(2 * count * sizeof(int) + 1, &memory))) {
		fprintf(stderr, "allreduce: %s\n", sumac_last_error());
		return 1;
	}
	int *src = memory, *dst = src + count;
	float *src_f = memory, *dst_f = src_f + count;

	for (size_t i = 0; i < count; i++)
		if (floats)
			src_f[i] = (float)value(i, sumac_rank());
		else
			src[i] = value(i, sumac_rank());
	for (int r = 0; r < repeats && !err; r++)
		err = sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, floats ? SUMAC_TYPE_F32 : SUMAC_TYPE_I32, dst, src, count);
	if (err)
		fprintf(stderr, "allreduce: %s\n", sumac_last_error());
	for (size_t i = 0; i < count && !err; i++) {
		int n = sumac_size(), sum = n * value(i, 0) + n * (n - 1) / 2;

		if (floats ? dst_f[i] != (float)sum : dst[i] != sum) {
			fprintf(stderr, "allreduce: element %zu is wrong\n", i);
			err = 1;
		}
	}
	return sumac_finalize() || err;
}
