/*
 * Answers from the spec's tables. The pairs are those of rules.def, without those whose
 * operations are for test benches only.
 */
#include "base/combination.h"

#include "base/fail.h"
#include "spec/spec.h"

/* The numbers of the API's pairs. */
enum {
#define NUMBER_API(op, type) NUMBER_##op##_##type,
#define NUMBER_BENCH(op, type)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) NUMBER_##scope(op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	N_PAIRS
};

static const struct {
	uint8_t op, type;
} pairs[] = {
#define PAIR_API(op, type) [NUMBER_##op##_##type] = { SUMAC_OP_##op, SUMAC_TYPE_##type },
#define PAIR_BENCH(op, type)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) PAIR_##scope(op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};

const uint16_t sumac_combination_numbers[SUMAC_N_OP_CODES][SUMAC_N_TYPE_CODES] = {
#define GRID_API(op, type) [SUMAC_OP_##op][SUMAC_TYPE_##type] = 1 + NUMBER_##op##_##type,
#define GRID_BENCH(op, type)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) GRID_##scope(op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};

static const bool is_free[SUMAC_N_OP_CODES][SUMAC_N_TYPE_CODES] = {
#define ORDER_FREE true
#define ORDER_FIXED false
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) \
	[SUMAC_OP_##op][SUMAC_TYPE_##type] = ORDER_##order,
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};

const uint8_t sumac_type_sizes[SUMAC_N_TYPE_CODES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = bytes,
#include "spec/rows.def"
};

static const char *const types[SUMAC_N_TYPE_CODES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = #name,
#include "spec/rows.def"
};

static const char *const ops[SUMAC_N_OP_CODES] = {
#define SUMAC_OP(name, code, scope, help) [code] = #name,
#include "spec/rows.def"
};

const char *sumac_type_name(int type)
{
	return type >= 0 && type < SUMAC_N_TYPE_CODES && types[type] ? types[type] : "?";
}

const char *sumac_op_name(int op)
{
	return op >= 0 && op < SUMAC_N_OP_CODES && ops[op] ? ops[op] : "?";
}

int sumac_combination_count(void)
{
	return N_PAIRS;
}

int sumac_combination_index(int op, int type)
{
	return sumac_combination_is_there(op, type) ? sumac_combination_numbers[op][type] - 1 : -1;
}

void sumac_combination_get(int index, int *op_out, int *type_out)
{
	*op_out = pairs[index].op;
	*type_out = pairs[index].type;
}

bool sumac_combination_is_free(int op, int type)
{
	return op >= 0 && op < SUMAC_N_OP_CODES && type >= 0 && type < SUMAC_N_TYPE_CODES && is_free[op][type];
}

static bool op_is_known(int op)
{
	for (int i = 0; i < N_PAIRS; i++)
		if (pairs[i].op == op)
			return true;
	return false;
}

int sumac_combination_check(int op, int type)
{
	if (sumac_combination_is_there(op, type))
		return 0;
	if (!op_is_known(op))
		return sumac_fail(SUMAC_EOP, "no operation has the code %d", op);
	if (!sumac_type_bytes(type))
		return sumac_fail(SUMAC_ETYPE, "no type has the code 0x%x", (unsigned)type);
	return sumac_fail(SUMAC_EOP, "the operation %s is not defined for the type %s", sumac_op_name(op),
			  sumac_type_name(type));
}
