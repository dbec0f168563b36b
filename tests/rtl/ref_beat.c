/*
 * Beats for the benches. The table says what the lanes must do, the oracle what must come out, so that neither is
 * written here again.
 */
#include "ref_beat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/oracle.h"
#include "oracle/vectors.h"
#include "sumac_ops.h"

enum { CPU, NIC, API, BENCH };

static const struct {
	int op, type, engine, use;
} combinations[] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, use) \
	{ SUMAC_OP_##op, SUMAC_TYPE_##type, engine, use },
#include "spec/combinations.def"
};
enum { N_COMBINATIONS = sizeof(combinations) / sizeof(combinations[0]) };

static uint64_t rng_state = 0x9E3779B97F4A7C15u;

uint64_t ref_random(void)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	rng_state ^= rng_state << 17;
	return rng_state;
}

/* The benches' generator starts anew from a seed. */
void ref_seed(int seed)
{
	rng_state = 0x9E3779B97F4A7C15u ^ (uint64_t)(uint32_t)seed << 20;
	for (int i = 0; i < 8; i++)
		ref_random();
}

int ref_n_pairs(void)
{
	int n = 0;

	for (int i = 0; i < N_COMBINATIONS; i++)
		n += combinations[i].engine == NIC;
	return n;
}

void ref_pair(int which, int *op_out, int *type_out)
{
	for (int i = 0; i < N_COMBINATIONS; i++)
		if (combinations[i].engine == NIC && !which--) {
			*op_out = combinations[i].op;
			*type_out = combinations[i].type;
			return;
		}
	abort();
}

int ref_listed(int op, int type, int with_test_ops)
{
	for (int i = 0; i < N_COMBINATIONS; i++)
		if (combinations[i].op == op && combinations[i].type == type)
			return combinations[i].engine == NIC && (combinations[i].use != BENCH || with_test_ops);
	return 0;
}

int ref_elem_bytes(int type)
{
	size_t bytes = oracle_elem_bytes(type);

	return bytes ? (int)bytes : 1;
}

int ref_is_float(int op, int type)
{
	return (op == SUMAC_OP_SUM || op == SUMAC_OP_PROD) && (type == SUMAC_TYPE_F16 || type == SUMAC_TYPE_BF16 ||
							       type == SUMAC_TYPE_F32 || type == SUMAC_TYPE_F64);
}

struct beat ref_combine(int op, int type, const struct beat *left, const struct beat *right)
{
	size_t bytes = oracle_elem_bytes(type);
	struct beat x = *left;

	for (size_t i = 0; i < BEAT_BYTES; i += bytes)
		if (oracle_combine(op, type, left->bytes + i, right->bytes + i, x.bytes + i)) {
			fprintf(stderr, "the oracle does not know op %d of type 0x%x\n", op, type);
			abort();
		}
	return x;
}

struct beat ref_nested_sub(int type, int lo, int n, const struct beat *inputs)
{
	struct beat left, right;
	int p = 1;

	if (n == 1)
		return inputs[lo];
	while (2 * p < n)
		p *= 2;
	left = ref_nested_sub(type, lo, p, inputs);
	right = ref_nested_sub(type, lo + p, n - p, inputs);
	return ref_combine(SUMAC_OP_TEST_SUB, type, &left, &right);
}

void ref_random_beat(struct beat *out)
{
	for (int i = 0; i < BEAT_BYTES; i++)
		out->bytes[i] = (uint8_t)(ref_random() >> 32);
}

/* Every pair is one of the generator's; which one depends on the bench's seed. */
void ref_random_pair(int type, struct beat *left_out, struct beat *right_out)
{
	size_t per_beat = BEAT_BYTES / oracle_elem_bytes(type);

	vectors_make(type, VECTORS_RANDOM, ref_random(), 0, per_beat, left_out->bytes, right_out->bytes);
}

int ref_corner_pair(int type, int index, struct beat *left_out, struct beat *right_out)
{
	size_t per_beat = BEAT_BYTES / oracle_elem_bytes(type);
	uint64_t n = vectors_count(type, VECTORS_CORNERS), first = (uint64_t)index * per_beat;

	if (first >= n)
		return 0;
	if (first + per_beat > n)
		first = n - per_beat;
	vectors_make(type, VECTORS_CORNERS, 0, first, per_beat, left_out->bytes, right_out->bytes);
	return 1;
}
