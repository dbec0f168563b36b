/*
 * Allreduces one after the other, in memory that the NIC reaches: exact_calls ACCUMULATORS CALLS. Each call is of so many exact
 * accumulators, or, with 0, of one double. The last call's results are checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sumac_exact.h>

static struct sumac_exact *src, *dst;

/* The bytes of one accumulator hold the double. */
static int call(size_t n)
{
	return n ? sumac_exact_allreduce(sumac_team_world(), dst, src, n)
		 : sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_F64, dst, src, 1);
}

static int start(size_t n)
{
	size_t bytes = (n ? n : 1) * sizeof(*src);
	void *memory;
	int err = sumac_init();

	if (!err)
		err = sumac_alloc(2 * bytes, &memory);
	if (err)
		return err;
	src = memory;
	dst = src + bytes / sizeof(*src);
	if (!n)
		*(double *)src = sumac_rank();
	for (size_t i = 0; i < n && !err; i++) {
		sumac_exact_clear(&src[i]);
		err = sumac_exact_add(&src[i], sumac_rank());
	}
	return err;
}

static int judge(size_t n)
{
	double sum = *(double *)dst;
	int size = sumac_size();

	if (n && sumac_exact_to_double(&dst[n - 1], &sum))
		return 1;
	return sum != size * (size - 1) / 2 && fprintf(stderr, "exact_calls: the sum is %g\n", sum);
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
	int err = start(n);

	for (int left = argc > 2 ? atoi(argv[2]) : 1; left && !err; left--)
		err = call(n);
	if (err)
		fprintf(stderr, "exact_calls: %s\n", sumac_last_error());
	return err || judge(n) || sumac_finalize();
}
