/*
 * sumac_reduce_local(): every operation on every type gives the oracle's bits, for two operands, in a third place or in
 * the place of either, with no job. Exits with 0 if all is well.
 */
#include <stdio.h>
#include <string.h>

#include "e2e.h"
#include "oracle/oracle.h"
#include "sumac.h"

enum { MAX_COUNT = 1000, MAX_BYTES = 32, SEED = 7 };

static unsigned char operand[2][MAX_COUNT * MAX_BYTES], place[2][MAX_COUNT * MAX_BYTES], third[MAX_COUNT * MAX_BYTES];
static unsigned char wanted[MAX_COUNT * MAX_BYTES];

/* Whether that is so for the result in an operand's place, or in a third one. */
static int is_right(int op, int type, size_t count, int where)
{
	const void *src[2] = { operand[0], operand[1] };
	void *out = where < 2 ? place[where] : third;

	for (int i = 0; i < 2; i++) {
		e2e_fill(type, SEED, i, count, operand[i]);
		memcpy(place[i], operand[i], sizeof(place[i]));
	}
	return !oracle_reduce(op, type, 2, src, count, wanted) &&
	       !sumac_reduce_local(op, type, out, place[0], place[1], count) && e2e_compare(type, out, wanted, count) == count;
}

static int n_pairs, n_bad;

static void try(int op, int type)
{
	static const size_t counts[] = { 0, 1, 7, MAX_COUNT };

	n_pairs++;
	for (int i = 0; i < 12; i++) {
		if (is_right(op, type, counts[i / 3], i % 3))
			continue;
		fprintf(stderr, "operation %d on type 0x%x, %zu elements, place %d: %s\n", op, type, counts[i / 3], i % 3,
			sumac_last_error());
		n_bad++;
	}
}

int main(void)
{
#define TRY_API(op, type) try(SUMAC_OP_##op, SUMAC_TYPE_##type);
#define TRY_BENCH(op, type)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) TRY_##scope(op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	printf("%d pairs of operation and type, %d times wrong\n", n_pairs, n_bad);
	return n_bad != 0;
}
