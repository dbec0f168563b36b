/*
 * Data, and what must come of it.
 */
#include "e2e.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/oracle.h"
#include "sumac_ops.h"

/* Bytes of an element that hold something, as bits. A computed long double may have anything in the
 * six bytes behind its ten; a pair has there what the left one has. */
static uint32_t meaning(int type)
{
	switch (type) {
	case SUMAC_TYPE_X80: return 0x3ff;
	case SUMAC_TYPE_CX80: return 0x3ff03ff;
	}
	return UINT32_MAX;
}

size_t e2e_compare(int type, const void *left, const void *right, size_t count)
{
	const unsigned char *l = left, *r = right;
	size_t bytes = oracle_elem_bytes(type);
	uint32_t mask = meaning(type);

	if (mask == UINT32_MAX && !memcmp(left, right, count * bytes))
		return count;
	for (size_t i = 0; i < count * bytes; i++)
		if (l[i] != r[i] && mask >> (i % bytes) & 1)
			return i / bytes;
	return count;
}

void e2e_fill(int type, uint64_t seed, int rank, size_t count, void *dst)
{
	oracle_fill(type, seed * 1000003 + (uint64_t)rank, count, dst);
}

size_t e2e_first(const size_t *parts, int rank)
{
	size_t first = 0;

	for (int i = 0; i < rank; i++)
		first += parts[i];
	return first;
}

/* Sums of these types are rounded once where the job's setting says so. */
static int is_rounded_once(int op, int type)
{
	const char *narrow_sums = getenv("SUMAC_NARROW_SUMS");

	return op == SUMAC_OP_SUM && (type == SUMAC_TYPE_F16 || type == SUMAC_TYPE_BF16) && narrow_sums &&
	       !strcmp(narrow_sums, "wide");
}

static int expect_reduced(const struct e2e_args *args, int rank, int n_ranks, const void *const *src, void *dst)
{
	int op = args->call->op, type = args->call->type, is_left = args->coll >= E2E_SCAN;
	int n = args->coll == E2E_SCAN ? rank + 1 : args->coll == E2E_EXSCAN ? rank : n_ranks;
	size_t count = args->coll == E2E_REDUCE_SCATTER ? args->parts[rank] : args->count;

	if (!n)
		return 0;
	if (is_rounded_once(op, type))
		return oracle_wide_sum(type, is_left, n, src, count, dst);
	return (is_left ? oracle_fold : oracle_reduce)(op, type, n, src, count, dst);
}

void e2e_expect_of(const struct e2e_args *args, uint64_t seed, int rank, int n_ranks, void *dst)
{
	int type = args->call->type;
	size_t bytes = oracle_elem_bytes(type), len_bytes = args->count * bytes;
	char *all = malloc((size_t)n_ranks * len_bytes + 1);
	const void **src = malloc((size_t)n_ranks * sizeof(*src));

	for (int i = 0; i < n_ranks; i++) {
		char *own = all + (size_t)i * len_bytes;

		src[i] = own + (args->coll == E2E_REDUCE_SCATTER ? e2e_first(args->parts, rank) * bytes : 0);
		e2e_fill(type, seed, i, args->count, own);
		if (args->coll == E2E_ALLGATHER)
			memcpy((char *)dst + e2e_first(args->parts, i) * bytes, own, args->parts[i] * bytes);
	}
	if (args->coll == E2E_BROADCAST) {
		memcpy(dst, src[args->root], len_bytes);
	} else if (args->coll != E2E_ALLGATHER && expect_reduced(args, rank, n_ranks, src, dst)) {
		fprintf(stderr, "the oracle does not know operation %d on type 0x%x\n", args->call->op, type);
		abort();
	}
	free(src);
	free(all);
}

void e2e_expect(int op, int type, uint64_t seed, int n_ranks, size_t count, void *dst)
{
	struct e2e_call call = { .op = op, .type = type };
	struct e2e_args args = { .coll = E2E_ALLREDUCE, .call = &call, .count = count };

	e2e_expect_of(&args, seed, 0, n_ranks, dst);
}
