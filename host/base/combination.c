/*
 * Answers from the spec's tables. The pairs are those of rules.def, some of whose
 * operations are for test benches only; the API does not take those.
 */
#include "base/combination.h"

#include <stdbool.h>

#include "base/fail.h"
#include "spec/spec.h"

enum { SCOPE_API, SCOPE_BENCH, N_CODES = 256 };

static const struct {
	uint8_t op, type, scope;
} pairs[] = {
#define API SCOPE_API
#define BENCH SCOPE_BENCH
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) \
	{ SUMAC_OP_##op, SUMAC_TYPE_##type, scope },
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
#undef API
#undef BENCH
};

static const struct {
	const char *name;
	size_t bytes;
} types[N_CODES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = { #name, bytes },
#include "spec/rows.def"
};

static const char *const ops[N_CODES] = {
#define SUMAC_OP(name, code, scope, help) [code] = #name,
#include "spec/rows.def"
};

size_t sumac_type_bytes(int type)
{
	return type >= 0 && type < N_CODES ? types[type].bytes : 0;
}

const char *sumac_type_name(int type)
{
	return type >= 0 && type < N_CODES && types[type].name ? types[type].name : "?";
}

const char *sumac_op_name(int op)
{
	return op >= 0 && op < N_CODES && ops[op] ? ops[op] : "?";
}

int sumac_combination_count(void)
{
	int count = 0;

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		count += pairs[i].scope == SCOPE_API;
	return count;
}

int sumac_combination_index(int op, int type)
{
	int index = 0;

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		if (pairs[i].scope != SCOPE_API)
			continue;
		if (pairs[i].op == op && pairs[i].type == type)
			return index;
		index++;
	}
	return -1;
}

void sumac_combination_get(int index, int *op_out, int *type_out)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		if (pairs[i].scope != SCOPE_API || index--)
			continue;
		*op_out = pairs[i].op;
		*type_out = pairs[i].type;
		return;
	}
}

static bool op_is_known(int op)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (pairs[i].op == op && pairs[i].scope == SCOPE_API)
			return true;
	return false;
}

int sumac_combination_check(int op, int type)
{
	if (!op_is_known(op))
		return sumac_fail(SUMAC_EOP, "there is no operation with the code %d", op);
	if (!sumac_type_bytes(type))
		return sumac_fail(SUMAC_ETYPE, "there is no type with the code 0x%x", (unsigned)type);
	if (sumac_combination_index(op, type) < 0)
		return sumac_fail(SUMAC_EOP, "the operation %s is not defined for the type %s", sumac_op_name(op),
				  sumac_type_name(type));
	return 0;
}
