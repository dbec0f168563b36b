/*
 * Checks of codes and names: in range, used once, and usable in C and in SystemVerilog.
 */
#include "gen_check.h"

#include <ctype.h>
#include <string.h>

enum { MAX_PARAMS = 64 }; /* their registers have 256 bytes */

static int is_identifier(const char *name)
{
	if (!isalpha((unsigned char)name[0]))
		return 0;
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			return 0;
	return 1;
}

static void check_name(struct gen_text *faults, const char *table, const char *name)
{
	if (!is_identifier(name))
		gen_print(faults, "%s: %s is not an identifier\n", table, name);
}

/* Any table whose rows begin with their name. */
static const char *name_at(const void *rows, size_t row_bytes, size_t i)
{
	const char *name;

	memcpy(&name, (const char *)rows + i * row_bytes, sizeof(name));
	return name;
}

static void check_table_names(struct gen_text *faults, const char *table, const void *rows, size_t row_bytes,
			      size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *name = name_at(rows, row_bytes, i);

		check_name(faults, table, name);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(name_at(rows, row_bytes, j), name))
				gen_print(faults, "%s: %s appears twice\n", table, name);
	}
}

static void check_field_names(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_fields; i++) {
		check_name(faults, "fields", t->fields[i].name);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(t->fields[i].record, t->fields[j].record) &&
			    !strcmp(t->fields[i].name, t->fields[j].name))
				gen_print(faults, "fields: %s.%s appears twice\n", t->fields[i].record, t->fields[i].name);
	}
	for (size_t i = 0; i < t->n_aliases; i++) {
		check_name(faults, "aliases", t->aliases[i].name);
		for (size_t j = 0; j < t->n_fields; j++)
			if (!strcmp(t->aliases[i].record, t->fields[j].record) &&
			    !strcmp(t->aliases[i].name, t->fields[j].name))
				gen_print(faults, "aliases: %s.%s is a field, too\n", t->aliases[i].record, t->aliases[i].name);
	}
	for (size_t i = 0; i < t->n_flags; i++)
		check_name(faults, "flags", t->flags[i].name);
	for (size_t i = 0; i < t->n_bits; i++) {
		check_name(faults, "bits", t->bits[i].name);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(t->bits[i].word, t->bits[j].word) && !strcmp(t->bits[i].name, t->bits[j].name))
				gen_print(faults, "bits: %s.%s appears twice\n", t->bits[i].word, t->bits[i].name);
	}
}

void gen_check_names(struct gen_text *faults, const struct gen_tables *t)
{
#define CHECK(table) check_table_names(faults, #table, t->table, sizeof(t->table[0]), t->n_##table)
	CHECK(records);
	CHECK(words);
	CHECK(consts);
	CHECK(kinds);
	CHECK(streams);
	CHECK(regs);
	CHECK(gregs);
	CHECK(features);
	CHECK(counters);
	CHECK(stages);
	CHECK(causes);
	CHECK(statuses);
	CHECK(params);
	CHECK(ops);
	CHECK(classes);
	CHECK(types);
	CHECK(mpi_types);
	CHECK(mpi_ops);
	CHECK(settings);
	CHECK(collectives);
#undef CHECK
	check_field_names(faults, t);
}

static void check_code(struct gen_text *faults, const char *table, const char *name, uint32_t code, uint32_t low,
		       uint32_t high)
{
	if (code < low || code > high)
		gen_print(faults, "%s: %s is out of range: %u is not in %u to %u\n", table, name, code, low, high);
}

static void check_list(struct gen_text *faults, const char *table, const struct gen_code *codes, size_t n,
		       uint32_t low, uint32_t high)
{
	for (size_t i = 0; i < n; i++) {
		check_code(faults, table, codes[i].name, codes[i].code, low, high);
		for (size_t j = 0; j < i; j++)
			if (codes[j].code == codes[i].code)
				gen_print(faults, "%s: %s and %s have the same code %u\n", table, codes[j].name,
					  codes[i].name, codes[i].code);
	}
}

static void check_ops(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_ops; i++) {
		check_code(faults, "ops", t->ops[i].name, (uint32_t)t->ops[i].code, 1, 15);
		for (size_t j = 0; j < i; j++)
			if (t->ops[j].code == t->ops[i].code)
				gen_print(faults, "ops: %s and %s have the same code %d\n", t->ops[j].name,
					  t->ops[i].name, t->ops[i].code);
	}
}

static void check_types(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_types; i++)
		for (size_t j = 0; j < i; j++)
			if (t->types[j].code == t->types[i].code)
				gen_print(faults, "types: %s and %s have the same code %d\n", t->types[j].name,
					  t->types[i].name, t->types[i].code);
}

static int is_power(int value)
{
	return value > 0 && !(value & (value - 1));
}

/* A build may choose from low to high, and the benches stay inside that. */
static void check_params(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_params; i++) {
		const struct gen_param *param = &t->params[i];

		if (param->low < 0 || param->low > param->def || param->def > param->high || param->low > param->small ||
		    param->small > param->high)
			gen_print(faults, "params: %s: the default and what the benches build are not from low to high\n",
				  param->name);
		if (param->power && !(is_power(param->def) && is_power(param->small) && is_power(param->low) &&
				      is_power(param->high)))
			gen_print(faults, "params: %s: a number of its row is no power of two\n", param->name);
	}
}

static void check_statuses(struct gen_text *faults, const struct gen_tables *t)
{
	static const char *const classes[] = { "OK", "USER", "CONFIG", "PEER", "DEVICE" };

	for (size_t i = 0; i < t->n_statuses; i++) {
		const struct gen_status *status = &t->statuses[i];
		int known = 0;

		check_code(faults, "statuses", status->name, (uint32_t)status->code, 0, 255);
		for (size_t j = 0; j < sizeof(classes) / sizeof(classes[0]); j++)
			known |= !strcmp(classes[j], status->class_name);
		if (!known)
			gen_print(faults, "statuses: %s has no such class: %s\n", status->name, status->class_name);
		for (size_t j = 0; j < i; j++)
			if (t->statuses[j].code == status->code)
				gen_print(faults, "statuses: %s and %s have the same code %d\n", t->statuses[j].name,
					  status->name, status->code);
	}
}

/* In order and without gaps, as they index arrays; so no code appears twice. */
static void check_collectives(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_collectives; i++)
		if (t->collectives[i].code != (int)i)
			gen_print(faults, "collectives: %s has code %d and is row %zu\n", t->collectives[i].name,
				  t->collectives[i].code, i);
}

void gen_check_codes(struct gen_text *faults, const struct gen_tables *t)
{
	check_list(faults, "kinds", t->kinds, t->n_kinds, 1, 15);
	check_list(faults, "streams", t->streams, t->n_streams, 0, 3);
	check_list(faults, "features", t->features, t->n_features, 0, 15);
	check_list(faults, "classes", t->classes, t->n_classes, 1, 15);
	/* Without gaps, as they index an array: that many distinct ones, all below their number. */
	check_list(faults, "counters", t->counters, t->n_counters, 0, (uint32_t)t->n_counters - 1);
	check_list(faults, "stages", t->stages, t->n_stages, 0, (uint32_t)t->n_stages - 1);
	check_list(faults, "causes", t->causes, t->n_causes, 0, (uint32_t)t->n_causes - 1);
	check_ops(faults, t);
	check_types(faults, t);
	check_statuses(faults, t);
	check_collectives(faults, t);
	check_params(faults, t);
	if (t->n_params > MAX_PARAMS)
		gen_print(faults, "params: there are registers for %d\n", MAX_PARAMS);
}
