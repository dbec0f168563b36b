/*
 * The hash of all that hardware and host share. It is taken over text, so that it depends on neither the order of
 * tables in memory nor the machine; help texts, messages, settings and defaults stay out.
 */
#include "tables.h"

#include <stdarg.h>
#include <stdio.h>

static void mix(uint32_t *hash, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void mix(uint32_t *hash, const char *format, ...)
{
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	for (const char *c = line; *c; c++)
		*hash = (*hash ^ (uint8_t)*c) * 16777619u;
}

static void mix_codes(uint32_t *hash, const char *table, const struct gen_code *codes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		mix(hash, "%s %s %u\n", table, codes[i].name, codes[i].code);
}

static void mix_layout(uint32_t *hash, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_records; i++)
		mix(hash, "record %s %d\n", t->records[i].name, t->records[i].bytes);
	for (size_t i = 0; i < t->n_words; i++)
		mix(hash, "word %s %d\n", t->words[i].name, t->words[i].bits);
	for (size_t i = 0; i < t->n_fields; i++)
		mix(hash, "field %s %s %d %d\n", t->fields[i].record, t->fields[i].name,
		    t->fields[i].offset, t->fields[i].bytes);
	for (size_t i = 0; i < t->n_aliases; i++)
		mix(hash, "alias %s %s %d %d\n", t->aliases[i].record, t->aliases[i].name, t->aliases[i].offset,
		    t->aliases[i].bytes);
	for (size_t i = 0; i < t->n_flags; i++)
		mix(hash, "flag %s %s %d\n", t->flags[i].record, t->flags[i].name, t->flags[i].bit);
	for (size_t i = 0; i < t->n_bits; i++)
		mix(hash, "bits %s %s %d %d\n", t->bits[i].word, t->bits[i].name, t->bits[i].lsb,
		    t->bits[i].bits);
	for (size_t i = 0; i < t->n_regs; i++)
		mix(hash, "reg %s %u %s\n", t->regs[i].name, t->regs[i].offset, t->regs[i].access);
	for (size_t i = 0; i < t->n_gregs; i++)
		mix(hash, "greg %s %u %s\n", t->gregs[i].name, t->gregs[i].offset, t->gregs[i].access);
}

static void mix_arithmetic(uint32_t *hash, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_ops; i++)
		mix(hash, "op %s %d %d\n", t->ops[i].name, t->ops[i].code, t->ops[i].bench);
	for (size_t i = 0; i < t->n_types; i++)
		mix(hash, "type %s %d %s %d %d\n", t->types[i].name, t->types[i].code, t->types[i].class_name,
		    t->types[i].bytes, t->types[i].align);
	for (size_t i = 0; i < t->n_pairs; i++)
		mix(hash, "pair %s %s %d %s %d %d\n", t->pairs[i].type, t->pairs[i].value_type,
		    t->pairs[i].value_bytes, t->pairs[i].index_type, t->pairs[i].index_bytes,
		    t->pairs[i].index_offset);
	for (size_t i = 0; i < t->n_rules; i++)
		mix(hash, "rule %s %s %s %d\n", t->rules[i].op, t->rules[i].class_name, t->rules[i].body,
		    t->rules[i].nic_sizes);
}

uint32_t gen_hash(const struct gen_tables *t)
{
	uint32_t hash = 2166136261u;

	mix_layout(&hash, t);
	mix_codes(&hash, "const", t->consts, t->n_consts);
	mix_codes(&hash, "kind", t->kinds, t->n_kinds);
	mix_codes(&hash, "stream", t->streams, t->n_streams);
	mix_codes(&hash, "feature", t->features, t->n_features);
	mix_codes(&hash, "counter", t->counters, t->n_counters);
	mix_codes(&hash, "stage", t->stages, t->n_stages);
	mix_codes(&hash, "cause", t->causes, t->n_causes);
	for (size_t i = 0; i < t->n_params; i++)
		mix(&hash, "param %s\n", t->params[i].name);
	mix_codes(&hash, "class", t->classes, t->n_classes);
	for (size_t i = 0; i < t->n_statuses; i++)
		mix(&hash, "status %s %d\n", t->statuses[i].name, t->statuses[i].code);
	mix_arithmetic(&hash, t);
	return hash;
}
