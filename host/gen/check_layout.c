/*
 * Checks of layout: records, words, flags, registers.
 */
#include "gen_check.h"

#include <stdio.h>
#include <string.h>

/* One span of a record or word, whichever the unit. */
struct span { const char *name; int at, size; };

enum { MAX_SPANS = 256 };

static void sort(struct span *spans, int n)
{
	for (int i = 1; i < n; i++)
		for (int j = i; j > 0 && spans[j].at < spans[j - 1].at; j--) {
			struct span swap = spans[j];

			spans[j] = spans[j - 1];
			spans[j - 1] = swap;
		}
}

static void check_cover(struct gen_text *faults, const char *whole, int size, const char *unit, struct span *spans,
			int n)
{
	int next = 0;

	sort(spans, n);
	for (int i = 0; i < n; i++) {
		if (spans[i].size <= 0)
			gen_print(faults, "%s.%s has no %ss\n", whole, spans[i].name, unit);
		if (spans[i].at > next)
			gen_print(faults, "%s has a gap at %s %d, before %s\n", whole, unit, next, spans[i].name);
		if (spans[i].at < next)
			gen_print(faults, "%s.%s overlaps the one before it at %s %d\n", whole, spans[i].name, unit,
				  spans[i].at);
		if (spans[i].at + spans[i].size > next)
			next = spans[i].at + spans[i].size;
	}
	if (next < size)
		gen_print(faults, "%s has a gap at %s %d, its end\n", whole, unit, next);
	if (next > size)
		gen_print(faults, "%s is %d %ss long, and its fields take %d\n", whole, size, unit, next);
}

static void check_alignment(struct gen_text *faults, const struct gen_field *field)
{
	int bytes = field->bytes;

	if ((bytes == 2 || bytes == 4 || bytes == 8) && field->offset % bytes)
		gen_print(faults, "%s.%s is not aligned: %d bytes at %d\n", field->record, field->name, bytes,
			  field->offset);
}

static void check_record(struct gen_text *faults, const struct gen_tables *t, const struct gen_record *record)
{
	struct span spans[MAX_SPANS];
	int n = 0;

	for (size_t i = 0; i < t->n_fields && n < MAX_SPANS; i++) {
		const struct gen_field *field = &t->fields[i];

		if (strcmp(field->record, record->name))
			continue;
		spans[n++] = (struct span){ field->name, field->offset, field->bytes };
		if (record->aligned)
			check_alignment(faults, field);
	}
	check_cover(faults, record->name, record->bytes, "byte", spans, n);
}

static void check_word(struct gen_text *faults, const struct gen_tables *t, const struct gen_word *word)
{
	struct span spans[MAX_SPANS];
	int n = 0;

	for (size_t i = 0; i < t->n_bits && n < MAX_SPANS; i++)
		if (!strcmp(t->bits[i].word, word->name))
			spans[n++] = (struct span){ t->bits[i].name, t->bits[i].lsb, t->bits[i].bits };
	check_cover(faults, word->name, word->bits, "bit", spans, n);
}

/* A second name is for bytes of one field. */
static void check_alias(struct gen_text *faults, const struct gen_tables *t, const struct gen_field *alias)
{
	for (size_t i = 0; i < t->n_fields; i++) {
		const struct gen_field *field = &t->fields[i];

		if (!strcmp(field->record, alias->record) && alias->bytes > 0 && alias->offset >= field->offset &&
		    alias->offset + alias->bytes <= field->offset + field->bytes)
			return;
	}
	gen_print(faults, "alias %s.%s does not lie in one field\n", alias->record, alias->name);
}

static int stands_above(const struct gen_tables *t, size_t i, const char *event)
{
	while (i--)
		if (!strcmp(t->events[i].event, event))
			return 1;
	return 0;
}

/* An event's rows follow each other, and each of its fields has another name. */
static void check_events(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_events; i++) {
		const struct gen_event *at = &t->events[i];

		if (at->of ? !stands_above(t, i, at->of) || !strcmp(at->of, at->event) : at->bits <= 0)
			gen_print(faults, "event %s.%s has no bits, or is an event that does not stand above it\n", at->event,
				  at->name);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(t->events[j].event, at->event) &&
			    (!strcmp(t->events[j].name, at->name) || strcmp(t->events[i - 1].event, at->event)))
				gen_print(faults, "event %s.%s stands twice, or apart from the others\n", at->event, at->name);
	}
}

static int is_record(const struct gen_tables *t, const char *name)
{
	for (size_t i = 0; i < t->n_records; i++)
		if (!strcmp(t->records[i].name, name))
			return 1;
	return 0;
}

static int is_word(const struct gen_tables *t, const char *name)
{
	for (size_t i = 0; i < t->n_words; i++)
		if (!strcmp(t->words[i].name, name))
			return 1;
	return 0;
}

static void check_flags(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_flags; i++) {
		const struct gen_flag *flag = &t->flags[i];

		if (!is_record(t, flag->record))
			gen_print(faults, "flag %s names no record: %s\n", flag->name, flag->record);
		if (flag->bit < 0 || flag->bit > 7)
			gen_print(faults, "flag %s.%s is not in a byte: bit %d\n", flag->record, flag->name, flag->bit);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(t->flags[j].record, flag->record) && t->flags[j].bit == flag->bit)
				gen_print(faults, "flags %s.%s and %s are the same bit %d\n", flag->record,
					  t->flags[j].name, flag->name, flag->bit);
	}
}

/* Registers stay out of XRT's range, [0x10, 0x100), and the global ones stay below the groups'. */
static void check_register(struct gen_text *faults, const struct gen_reg *reg, uint32_t low, uint32_t high)
{
	if (reg->offset % 4)
		gen_print(faults, "register %s is not aligned: 0x%X\n", reg->name, reg->offset);
	if (reg->offset < low || reg->offset + 4 > high)
		gen_print(faults, "register %s is out of its range: 0x%X\n", reg->name, reg->offset);
	if (strcmp(reg->access, "RO") && strcmp(reg->access, "RW") && strcmp(reg->access, "WO"))
		gen_print(faults, "register %s has no such access: %s\n", reg->name, reg->access);
}

/* The push aperture is as long as a descriptor. */
static uint32_t register_bytes(const struct gen_tables *t, const struct gen_reg *reg)
{
	if (!strcmp(reg->name, "G_PUSH"))
		for (size_t i = 0; i < t->n_records; i++)
			if (!strcmp(t->records[i].name, "DESC"))
				return (uint32_t)t->records[i].bytes;
	return 4;
}

static void check_distinct(struct gen_text *faults, const struct gen_tables *t, const struct gen_reg *regs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (i != j && regs[j].offset >= regs[i].offset &&
			    regs[j].offset < regs[i].offset + register_bytes(t, &regs[i]) &&
			    (regs[j].offset != regs[i].offset || i < j))
				gen_print(faults, "registers %s and %s are at the same place: 0x%X\n", regs[i].name,
					  regs[j].name, regs[j].offset);
}

static void check_registers(struct gen_text *faults, const struct gen_tables *t)
{
	const struct gen_code *base = gen_code_find(t->consts, t->n_consts, "GROUP_BASE");
	const struct gen_code *size = gen_code_find(t->consts, t->n_consts, "GROUP_SIZE");

	if (!base || !size || base->code + 64 * size->code > 0x10000) {
		gen_print(faults, "GROUP_BASE and GROUP_SIZE are missing, or 64 groups do not fit below 0x10000\n");
		return;
	}
	for (size_t i = 0; i < t->n_regs; i++) {
		int xrt = !strncmp(t->regs[i].name, "XRT_", 4);

		check_register(faults, &t->regs[i], xrt ? 0 : 0x100, xrt ? 0x10 : base->code);
	}
	for (size_t i = 0; i < t->n_gregs; i++) {
		check_register(faults, &t->gregs[i], 0, size->code);
		if (strncmp(t->gregs[i].name, "G_", 2))
			gen_print(faults, "register %s of a group is not named G_...\n", t->gregs[i].name);
	}
	check_distinct(faults, t, t->regs, t->n_regs);
	check_distinct(faults, t, t->gregs, t->n_gregs);
}

void gen_check_layout(struct gen_text *faults, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_records; i++)
		check_record(faults, t, &t->records[i]);
	for (size_t i = 0; i < t->n_words; i++)
		check_word(faults, t, &t->words[i]);
	for (size_t i = 0; i < t->n_fields; i++)
		if (!is_record(t, t->fields[i].record))
			gen_print(faults, "field %s names no record: %s\n", t->fields[i].name, t->fields[i].record);
	for (size_t i = 0; i < t->n_aliases; i++)
		check_alias(faults, t, &t->aliases[i]);
	for (size_t i = 0; i < t->n_bits; i++)
		if (!is_word(t, t->bits[i].word))
			gen_print(faults, "bits %s name no word: %s\n", t->bits[i].name, t->bits[i].word);
	check_flags(faults, t);
	check_registers(faults, t);
	check_events(faults, t);
}
