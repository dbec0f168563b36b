/*
 * Sums of floats and doubles that only an exact sum gets right, by every collective that the API has, blocking and not, in place
 * and not: the last rank takes away what the first has given, which is so large that nothing else shows beside it.
 * Usage: sums COUNT...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e.h"
#include "sumac_ops.h"

enum { MAX_RANKS = 16 };

static int n_calls, n_wrong;

/* Small integers, and between the first and the last rank a large number, which is the whole prefix sum there. */
static double operand(size_t elem, int rank)
{
	double small = (double)((elem + (size_t)rank * 3) % 17) - 5;

	return rank == 0 ? 0x1p100 : rank == e2e_size() - 1 ? -0x1p100 : small;
}

static double sum_to(size_t elem, int n_ranks)
{
	double sum = 0;

	if (n_ranks < e2e_size())
		return 0x1p100;
	for (int rank = 1; rank < n_ranks - 1; rank++)
		sum += operand(elem, rank);
	return sum;
}

static void put(int type, void *array, size_t i, double value)
{
	if (type == SUMAC_TYPE_F32)
		((float *)array)[i] = (float)value;
	else
		((double *)array)[i] = value;
}

static double get(int type, const void *array, size_t i)
{
	return type == SUMAC_TYPE_F32 ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

static int n_ranks_in(enum e2e_coll coll)
{
	return coll == E2E_SCAN ? e2e_rank() + 1 : coll == E2E_EXSCAN ? e2e_rank() : e2e_size();
}

static void try(struct e2e_args args, void *src, int is_request)
{
	size_t first = args.parts ? e2e_first(args.parts, e2e_rank()) : 0, n = args.parts ? args.parts[e2e_rank()] : args.count;
	int n_ranks = args.coll == E2E_REDUCE && args.root != e2e_rank() ? 0 : n_ranks_in(args.coll), type = args.call->type;
	void *request = NULL;

	for (size_t i = 0; i < args.count; i++)
		put(type, src, i, operand(i, e2e_rank()));
	args.src = src;
	n_calls++;
	if (e2e_run(&args, is_request ? &request : NULL) || (is_request && e2e_wait(request))) {
		n_wrong++;
		fprintf(stderr, "rank %d, collective %d of %s: %s\n", e2e_rank(), args.coll, args.call->name, e2e_last_error());
		return;
	}
	for (size_t i = 0; i < n && n_ranks; i++) {
		if (get(type, args.dst, i) == sum_to(first + i, n_ranks))
			continue;
		n_wrong++;
		fprintf(stderr, "rank %d, collective %d of %s, element %zu of %zu: %g, not %g\n", e2e_rank(), args.coll,
			args.call->name, i, n, get(type, args.dst, i), sum_to(first + i, n_ranks));
		return;
	}
}

int main(int argc, char **argv)
{
	static const int types[] = { SUMAC_TYPE_F32, SUMAC_TYPE_F64 };
	size_t parts[MAX_RANKS] = { 0 };

	e2e_open(&argc, &argv);
	for (int a = 1; a < argc; a++) {
		size_t count = strtoull(argv[a], NULL, 10), rank = (size_t)e2e_size() - 1;
		void *src = e2e_alloc(count * sizeof(double)), *dst = e2e_alloc(count * sizeof(double));

		parts[rank] = 0;
		parts[0] = count / 3;
		parts[rank] += count - count / 3;
		for (int turn = 0; turn < 2 * 2 * 2 * E2E_BROADCAST; turn++) {
			enum e2e_coll coll = (enum e2e_coll)(turn / 8);
			int is_request = turn / 4 % 2;
			struct e2e_args args = { .coll = coll, .call = e2e_call_find(SUMAC_OP_SUM, types[turn % 2]), .count = count,
						 .dst = turn / 2 % 2 ? src : dst, .root = (int)rank,
						 .parts = coll == E2E_REDUCE_SCATTER ? parts : NULL };

			if (e2e_has(coll) && (!is_request || e2e_has(E2E_REQUESTS)))
				try(args, src, is_request);
		}
		e2e_barrier();
	}
	if (!e2e_rank())
		printf("%s: %d sums over %d ranks, %d wrong\n", e2e_api, n_calls, e2e_size(), n_wrong);
	e2e_close(n_wrong > 0);
}
