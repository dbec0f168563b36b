/*
 * The rows of the tables in include/spec as arrays, and look-ups in them.
 */
#include "tables.h"

#include <stdbool.h>
#include <string.h>

static const struct gen_record records[] = {
#define ALIGNED 1
#define PACKED 0
#define SUMAC_RECORD(name, bytes, packing, help) { #name, bytes, packing, help },
#include "../../include/spec/rows.def"
};

static const struct gen_word words[] = {
#define SUMAC_WORD(name, bits, help) { #name, bits, help },
#include "../../include/spec/rows.def"
};

static const struct gen_field fields[] = {
#define SUMAC_FIELD(record, name, offset, bytes, help) { #record, #name, offset, bytes, help },
#include "../../include/spec/rows.def"
};

static const struct gen_field aliases[] = {
#define SUMAC_ALIAS(record, name, offset, bytes, help) { #record, #name, offset, bytes, help },
#include "../../include/spec/rows.def"
};

static const struct gen_flag flags[] = {
#define SUMAC_FLAG(record, name, bit, help) { #record, #name, bit, help },
#include "../../include/spec/rows.def"
};

static const struct gen_bits bits[] = {
#define SUMAC_BITS(word, name, lsb, bits, help) { #word, #name, lsb, bits, help },
#include "../../include/spec/rows.def"
};

static const struct gen_event events[] = {
#define SUMAC_EVENT(event, name, bits, help) { #event, #name, bits, help, NULL },
#define SUMAC_EVENT_OF(event, name, of, help) { #event, #name, 0, help, #of },
#include "../../include/spec/rows.def"
};

#define CODE(name, code, help) { #name, code, help },

static const struct gen_code consts[] = {
#define SUMAC_CONST CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code kinds[] = {
#define SUMAC_KIND CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code streams[] = {
#define SUMAC_STREAM CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code features[] = {
#define SUMAC_FEATURE CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code counters[] = {
#define SUMAC_COUNTER CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code stages[] = {
#define SUMAC_STAGE CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code causes[] = {
#define SUMAC_CAUSE CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code classes[] = {
#define SUMAC_CLASS CODE
#include "../../include/spec/rows.def"
};

static const struct gen_reg regs[] = {
#define SUMAC_REG(name, offset, access, help) { #name, offset, #access, help },
#include "../../include/spec/rows.def"
};

static const struct gen_reg gregs[] = {
#define SUMAC_GREG(name, offset, access, help) { #name, offset, #access, help },
#include "../../include/spec/rows.def"
};

static const struct gen_status statuses[] = {
#define SUMAC_STATUS(name, code, class_name, message) { #name, code, #class_name, message },
#include "../../include/spec/rows.def"
};

static const struct gen_param params[] = {
#define ANY 0
#define POWER 1
#define SUMAC_PARAM(name, def, small, low, high, kind, help) { #name, def, small, low, high, kind, help },
#include "../../include/spec/rows.def"
#undef POWER
#undef ANY
};

static const struct gen_param_rule param_rules[] = {
#define SUMAC_PARAM_RULE(condition, words) { #condition, words },
#include "../../include/spec/rows.def"
};

static const struct gen_op ops[] = {
#define API 0
#define BENCH 1
#define SUMAC_OP(name, code, scope, help) { #name, code, scope, help },
#include "../../include/spec/rows.def"
};

static const struct gen_type types[] = {
#define SUMAC_TYPE(name, code, class_name, bytes, align, c_type, c_calc, help) \
	{ #name, code, #class_name, bytes, align, #c_type, #c_calc, help },
#include "../../include/spec/rows.def"
};

static const struct gen_complex complexes[] = {
#define SUMAC_COMPLEX(type, tag, part) { #type },
#include "../../include/spec/rows.def"
};

static const struct gen_pair pairs[] = {
#define SUMAC_PAIR(type, tag, value_type, value_bytes, index_type, index_bytes, index_offset) \
	{ #type, #value_type, value_bytes, #index_type, index_bytes, index_offset },
#include "../../include/spec/rows.def"
};

static const struct gen_rule rules[] = {
#define EXPR 0
#define CALL 1
#define FIXED 0
#define FREE 1
#define SUMAC_RULE(op, class_name, how, body, order, nic, goal, help) \
	{ #op, #class_name, how, #body, order, nic, goal, help },
#include "../../include/spec/rows.def"
};

static const struct gen_wide wides[] = {
#define SUMAC_WIDE(op, type, wider, help) { #op, #type, #wider, help },
#include "../../include/spec/rows.def"
};

#define NONE 0
#define BITWISE GEN_BITWISE
#define MINMAX GEN_MINMAX
#define ARITH GEN_ARITH

static const struct gen_shmem shmem[] = {
#define SUMAC_SHMEM(name, c_type, type, generic, typed, active) \
	{ #name, #c_type, #type, generic, typed, active },
#include "../../include/spec/rows.def"
};

static const struct gen_shmem_fortran shmem_fortran[] = {
#define SUMAC_SHMEM_FORTRAN(name, type, groups, help) { #name, #type, groups, help },
#include "../../include/spec/rows.def"
};

static const struct gen_shmem_constant shmem_constants[] = {
#define SUMAC_SHMEM_CONSTANT(name, kind, value, help) { #name, #kind, #value, help },
#include "../../include/spec/rows.def"
};

static const struct gen_mpi_type mpi_types[] = {
#define SUMAC_MPI_TYPE(handle, type, group, language, help) { #handle, #type, #group, #language, help },
#include "../../include/spec/rows.def"
};

static const struct gen_mpi_op mpi_ops[] = {
#define SUMAC_MPI_OP(handle, op) { #handle, #op },
#include "../../include/spec/rows.def"
};

static const struct gen_mpi_allow mpi_allow[] = {
#define SUMAC_MPI_ALLOW(op, groups) { #op, #groups },
#include "../../include/spec/rows.def"
};

static const struct gen_setting settings[] = {
#define ENUM(choices) "ENUM", choices
#define INT(choices) "INT", choices
#define TIME(choices) "TIME", choices
#define BOOL(choices) "BOOL", choices
#define STRING(choices) "STRING", choices
#define FAULTS(choices) "FAULTS", choices
#define SUMAC_SETTING(name, NAME, type, def, in_plan, help) { #name, #NAME, type, def, in_plan, help },
#include "../../include/spec/rows.def"
};

static const struct gen_coll collectives[] = {
#define SUMAC_COLL(name, code, text, gives, gets, order, help) { #name, code, text, #gives, #gets, #order, help },
#include "../../include/spec/rows.def"
};

static const struct gen_plan plans[] = {
#define SUMAC_PLAN(coll, least, most, bytes, parts, needs, family) { #coll, least, #most, bytes, #parts, #needs, #family },
#include "../../include/spec/rows.def"
};

static const struct gen_code exact_limits[] = {
#define SUMAC_EXACT_LIMIT CODE
#include "../../include/spec/rows.def"
};

static const struct gen_code exact_heads[] = {
#define SUMAC_EXACT_HEAD CODE
#include "../../include/spec/rows.def"
};

static const struct gen_exact_form exact_forms[] = {
#define SUMAC_EXACT_FORM(name, NAME, code, digits, lsb, help) { #name, #NAME, code, digits, lsb, help },
#include "../../include/spec/rows.def"
};

const struct gen_tables gen_tables = {
#define X(type, name) .name = name, .n_##name = sizeof(name) / sizeof(name[0]),
	GEN_TABLES(X)
#undef X
};

const struct gen_op *gen_op_find(const struct gen_tables *t, const char *name)
{
	for (size_t i = 0; i < t->n_ops; i++)
		if (!strcmp(t->ops[i].name, name))
			return &t->ops[i];
	return NULL;
}

const struct gen_type *gen_type_find(const struct gen_tables *t, const char *name)
{
	for (size_t i = 0; i < t->n_types; i++)
		if (!strcmp(t->types[i].name, name))
			return &t->types[i];
	return NULL;
}

const struct gen_code *gen_code_find(const struct gen_code *codes, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(codes[i].name, name))
			return &codes[i];
	return NULL;
}

const struct gen_rule *gen_rule_find(const struct gen_tables *t, const char *op, const char *class_name)
{
	for (size_t i = 0; i < t->n_rules; i++)
		if (!strcmp(t->rules[i].op, op) && !strcmp(t->rules[i].class_name, class_name))
			return &t->rules[i];
	return NULL;
}

unsigned gen_nic_ops(const struct gen_tables *t, const struct gen_type *type, int bench)
{
	unsigned mask = 0;

	for (size_t i = 0; i < t->n_ops; i++) {
		const struct gen_op *op = &t->ops[i];
		const struct gen_rule *rule = gen_rule_find(t, op->name, type->class_name);

		if (rule && op->bench == bench && (rule->nic_sizes & type->bytes))
			mask |= 1u << op->code;
	}
	return mask;
}

int gen_list_has(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = words; *at;) {
		size_t n;

		at += strspn(at, "| ");
		n = strcspn(at, "| ");
		if (n == len && !memcmp(at, word, n))
			return n > 0;
		at += n;
	}
	return 0;
}

unsigned gen_mpi_ops(const struct gen_tables *t, const char *group)
{
	unsigned mask = 0;

	for (size_t i = 0; i < t->n_mpi_allow; i++) {
		const struct gen_op *op = gen_op_find(t, t->mpi_allow[i].op);

		if (op && gen_list_has(t->mpi_allow[i].groups, group))
			mask |= 1u << op->code;
	}
	return mask;
}
