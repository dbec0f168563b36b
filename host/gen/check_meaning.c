/*
 * Checks that tables agree: types with their classes, rules with operations and types, the names of
 * SHMEM and MPI with the rules, settings with their own choices.
 */
#include "gen_check.h"

#include <ctype.h>
#include <string.h>

static int is_power_of_two(int n)
{
	return n > 0 && !(n & (n - 1));
}

static void check_pair(struct gen_text *faults, const struct gen_tables *t, const struct gen_type *type)
{
	for (size_t i = 0; i < t->n_pairs; i++) {
		const struct gen_pair *pair = &t->pairs[i];
		int end = pair->index_offset + pair->index_bytes;

		if (strcmp(pair->type, type->name))
			continue;
		if (pair->index_offset < pair->value_bytes)
			gen_print(faults, "pair %s: the index overlaps the value\n", type->name);
		if (end > type->bytes || (end + type->align - 1) / type->align * type->align != type->bytes)
			gen_print(faults, "pair %s: value and index do not make %d bytes\n", type->name, type->bytes);
		return;
	}
	gen_print(faults, "pair %s has no layout\n", type->name);
}

static void check_complex(struct gen_text *faults, const struct gen_tables *t, const struct gen_type *type)
{
	for (size_t i = 0; i < t->n_complexes; i++)
		if (!strcmp(t->complexes[i].type, type->name))
			return;
	gen_print(faults, "complex %s has no layout\n", type->name);
}

void gen_check_types(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_types; i++) {
		const struct gen_type *type = &t->types[i];
		const struct gen_code *class = gen_code_find(t->classes, t->n_classes, type->class_name);
		int is_pair = !strcmp(type->class_name, "PAIR");

		if (!class) {
			gen_print(faults, "type %s has no such class: %s\n", type->name, type->class_name);
			continue;
		}
		if (type->code >> 4 != (int)class->code)
			gen_print(faults, "type %s: code 0x%X is not of class %s\n", type->name, type->code, class->name);
		if (!is_pair && 1 << (type->code & 15) != type->bytes)
			gen_print(faults, "type %s: code 0x%X is not of %d bytes\n", type->name, type->code, type->bytes);
		if (!is_power_of_two(type->align) || !is_power_of_two(type->bytes) || type->align > type->bytes)
			gen_print(faults, "type %s: no such size or alignment\n", type->name);
		if (is_pair)
			check_pair(faults, t, type);
		if (strstr(type->class_name, "COMPLEX"))
			check_complex(faults, t, type);
	}
}

static void check_rule(struct gen_text *faults, const struct gen_tables *t, const struct gen_rule *rule)
{
	int sizes = 0;

	if (!gen_op_find(t, rule->op))
		gen_print(faults, "rule %s on %s: no such operation\n", rule->op, rule->class_name);
	if (!gen_code_find(t->classes, t->n_classes, rule->class_name))
		gen_print(faults, "rule %s on %s: no such class\n", rule->op, rule->class_name);
	for (size_t i = 0; i < t->n_types; i++)
		if (!strcmp(t->types[i].class_name, rule->class_name))
			sizes |= t->types[i].bytes;
	if (rule->nic_sizes & ~sizes || rule->goal_sizes & ~sizes)
		gen_print(faults, "rule %s on %s: no type of the class has that size\n", rule->op, rule->class_name);
	if (rule->nic_sizes & ~rule->goal_sizes)
		gen_print(faults, "rule %s on %s: the NIC does more than it is meant to\n", rule->op, rule->class_name);
	if (gen_rule_find(t, rule->op, rule->class_name) != rule)
		gen_print(faults, "rule %s on %s appears twice\n", rule->op, rule->class_name);
}

static void check_wide(struct gen_text *faults, const struct gen_tables *t, const struct gen_wide *row)
{
	const struct gen_type *type = gen_type_find(t, row->type), *wider = gen_type_find(t, row->wider);

	if (!type || !wider || !gen_rule_find(t, row->op, type->class_name) || !gen_rule_find(t, row->op, wider->class_name))
		gen_print(faults, "wide %s on %s: no such types, or not for both\n", row->op, row->type);
	else if (wider->bytes <= type->bytes)
		gen_print(faults, "wide %s on %s: %s is no wider\n", row->op, row->type, row->wider);
}

void gen_check_rules(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_wides; i++)
		check_wide(faults, t, &t->wides[i]);
	for (size_t i = 0; i < t->n_rules; i++)
		check_rule(faults, t, &t->rules[i]);
	for (size_t i = 0; i < t->n_ops; i++) {
		int used = 0;

		for (size_t j = 0; j < t->n_rules; j++)
			used |= !strcmp(t->rules[j].op, t->ops[i].name);
		if (!used)
			gen_print(faults, "operation %s has no rule\n", t->ops[i].name);
	}
}

static void check_shmem(struct gen_text *faults, const struct gen_tables *t, const char *name, const char *type_name,
			unsigned groups)
{
	static const struct { unsigned group; const char *op; } members[] = {
		{ GEN_ARITH, "SUM" }, { GEN_ARITH, "PROD" }, { GEN_MINMAX, "MIN" }, { GEN_MINMAX, "MAX" },
		{ GEN_BITWISE, "AND" }, { GEN_BITWISE, "OR" }, { GEN_BITWISE, "XOR" },
	};
	const struct gen_type *type = gen_type_find(t, type_name);

	if (!type) {
		gen_print(faults, "SHMEM's %s: no such type: %s\n", name, type_name);
		return;
	}
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		if (members[i].group & groups && !gen_rule_find(t, members[i].op, type->class_name))
			gen_print(faults, "SHMEM's %s: %s is not defined on %s\n", name, members[i].op, type->name);
}

static void check_shmem_constants(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_shmem_constants; i++) {
		if (!gen_list_has("INT|LONG|STRING", t->shmem_constants[i].kind))
			gen_print(faults, "SHMEM's constant %s: no such kind: %s\n", t->shmem_constants[i].name,
				  t->shmem_constants[i].kind);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(t->shmem_constants[j].name, t->shmem_constants[i].name))
				gen_print(faults, "SHMEM's constant %s appears twice\n", t->shmem_constants[i].name);
	}
}

static void check_mpi(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_mpi_types; i++) {
		const struct gen_mpi_type *row = &t->mpi_types[i];
		const struct gen_type *type = gen_type_find(t, row->type);
		int allowed = 0;

		if (!type) {
			gen_print(faults, "%s: no such type: %s\n", row->handle, row->type);
			continue;
		}
		for (size_t j = 0; j < t->n_mpi_allow; j++) {
			if (!gen_list_has(t->mpi_allow[j].groups, row->group))
				continue;
			allowed = 1;
			if (!gen_rule_find(t, t->mpi_allow[j].op, type->class_name))
				gen_print(faults, "%s: %s is not defined on %s\n", row->handle, t->mpi_allow[j].op,
					  type->name);
		}
		if (!allowed)
			gen_print(faults, "%s: no operation is allowed on group %s\n", row->handle, row->group);
	}
	for (size_t i = 0; i < t->n_mpi_ops; i++) {
		const struct gen_op *op = gen_op_find(t, t->mpi_ops[i].op);
		int allowed = 0;

		for (size_t j = 0; j < t->n_mpi_allow; j++)
			allowed |= !strcmp(t->mpi_allow[j].op, t->mpi_ops[i].op);
		if (!op || op->bench || !allowed)
			gen_print(faults, "%s: no such operation, or on no group: %s\n", t->mpi_ops[i].handle,
				  t->mpi_ops[i].op);
	}
}

void gen_check_interfaces(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_shmem; i++) {
		check_shmem(faults, t, t->shmem[i].name, t->shmem[i].type,
			    t->shmem[i].generic | t->shmem[i].typed | t->shmem[i].active);
		/* The generic form calls the typed one. */
		if (t->shmem[i].generic & ~t->shmem[i].typed)
			gen_print(faults, "SHMEM's %s: generic, but not typed\n", t->shmem[i].name);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(t->shmem[j].name, t->shmem[i].name))
				gen_print(faults, "SHMEM's %s appears twice\n", t->shmem[i].name);
	}
	for (size_t i = 0; i < t->n_shmem_fortran; i++)
		check_shmem(faults, t, t->shmem_fortran[i].name, t->shmem_fortran[i].type, t->shmem_fortran[i].groups);
	check_shmem_constants(faults, t);
	check_mpi(faults, t);
}

/* A number in the form that settings take; *end_out is where it stops, which is before the dots of a range. */
static double number(const char *text, const char **end_out)
{
	static const char suffixes[] = "KMG";
	const char *suffix;
	double value = 0, scale = 1;

	for (; isdigit((unsigned char)*text); text++)
		value = 10 * value + (*text - '0');
	if (*text == '.' && isdigit((unsigned char)text[1]))
		for (text++; isdigit((unsigned char)*text); text++)
			value += (scale /= 10) * (*text - '0');
	suffix = *text ? strchr(suffixes, *text) : NULL;
	if (suffix) {
		value *= (double)(1ull << (10 * (suffix - suffixes + 1)));
		text++;
	}
	*end_out = text;
	return value;
}

/* Whether the words that follow a range allow n. */
static int is_allowed(const char *words, long long n)
{
#define SUMAC_SETTING_RANGE(known, is_one) if (!strcmp(words, known)) return is_one;
#include "../../include/spec/setting_ranges.def"
#undef SUMAC_SETTING_RANGE
	return !*words;
}

static int is_in_range(const char *text, const char *range)
{
	const char *end, *words;
	double low = number(range, &end), high, value;

	if (end == range || strncmp(end, "..", 2))
		return 0;
	high = number(end + 2, &words);
	value = number(text, &end);
	return end != text && !*end && value >= low && value <= high && is_allowed(words, (long long)value);
}

static int is_default_good(const struct gen_setting *setting)
{
	if (!strcmp(setting->kind, "ENUM"))
		return gen_list_has(setting->choices, setting->def);
	if (!strcmp(setting->kind, "INT") || !strcmp(setting->kind, "TIME"))
		return is_in_range(setting->def, setting->choices);
	if (!strcmp(setting->kind, "BOOL"))
		return !strcmp(setting->def, "0") || !strcmp(setting->def, "1");
	return !strcmp(setting->kind, "STRING") || !strcmp(setting->kind, "FAULTS");
}

void gen_check_settings(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_settings; i++) {
		const struct gen_setting *setting = &t->settings[i];
		const char *c;

		if (!is_default_good(setting))
			gen_print(faults, "setting %s: the default is not one of its values: %s\n", setting->name,
				  setting->def);
		for (c = setting->name; *c && toupper((unsigned char)*c) == setting->upper[c - setting->name]; c++)
			;
		if (*c || strlen(setting->upper) != strlen(setting->name))
			gen_print(faults, "setting %s: %s is not its name in capitals\n", setting->name,
				  setting->upper);
	}
}

void gen_check(struct gen_text *faults, const struct gen_tables *t)
{
	gen_check_layout(faults, t);
	gen_check_codes(faults, t);
	gen_check_names(faults, t);
	gen_check_types(faults, t);
	gen_check_rules(faults, t);
	gen_check_interfaces(faults, t);
	gen_check_settings(faults, t);
}
