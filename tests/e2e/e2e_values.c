/*
 * Data, and what must come of it.
 */
#include "e2e.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/oracle.h"
#include "sumac_ops.h"

/* Bytes of an element that hold something, as bits. What is computed as long double may have anything in the
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

void e2e_expect(int op, int type, uint64_t seed, int n_ranks, size_t count, void *dst)
{
	size_t len_bytes = count * oracle_elem_bytes(type);
	char *all = malloc((size_t)n_ranks * len_bytes + 1);
	const void **src = malloc((size_t)n_ranks * sizeof(*src));

	for (int rank = 0; rank < n_ranks; rank++) {
		src[rank] = all + (size_t)rank * len_bytes;
		e2e_fill(type, seed, rank, count, all + (size_t)rank * len_bytes);
	}
	if (oracle_reduce(op, type, n_ranks, src, count, dst)) {
		fprintf(stderr, "the oracle does not know operation %d on type 0x%x\n", op, type);
		abort();
	}
	free(src);
	free(all);
}
