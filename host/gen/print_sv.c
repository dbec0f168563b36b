/*
 * Prints the SystemVerilog package: records and words as structs, codes with their width, and which operations the
 * NIC does for a type.
 */
#include "output.h"

#include <stdio.h>
#include <string.h>

static void print_int(struct gen_text *text, const char *prefix, const char *name, const char *suffix, long value)
{
	gen_print(text, "  localparam int %s%s%s = %ld;\n", prefix, name, suffix, value);
}

/* A member of a packed struct, in lower case. Words of the language get more to their names. */
static void print_member(struct gen_text *text, const char *name, int bits)
{
	const char *more = !strcmp(name, "TYPE") ? "_code" : !strcmp(name, "INLINE") ? "_data" : "";

	if (bits == 1)
		gen_print(text, "    logic %s%s;\n", gen_lower(name), more);
	else
		gen_print(text, "    logic [%d:0] %s%s;\n", bits - 1, gen_lower(name), more);
}

/* Packed structs begin with their highest bits: from the end on, the one that ends where the last one begins. */
static void print_record(struct gen_text *text, const struct gen_tables *t, const struct gen_record *record)
{
	print_int(text, "", record->name, "_BYTES", record->bytes);
	gen_print(text, "  typedef struct packed {\n");
	for (int end = record->bytes; end > 0; end--)
		for (size_t i = 0; i < t->n_fields; i++)
			if (!strcmp(t->fields[i].record, record->name) && t->fields[i].offset + t->fields[i].bytes == end)
				print_member(text, t->fields[i].name, 8 * t->fields[i].bytes);
	gen_print(text, "  } %s_t;\n", gen_lower(record->name));
}

static void print_word(struct gen_text *text, const struct gen_tables *t, const struct gen_word *word)
{
	gen_print(text, "  typedef struct packed {\n");
	for (int end = word->bits; end > 0; end--)
		for (size_t i = 0; i < t->n_bits; i++)
			if (!strcmp(t->bits[i].word, word->name) && t->bits[i].lsb + t->bits[i].bits == end)
				print_member(text, t->bits[i].name, t->bits[i].bits);
	gen_print(text, "  } %s_t;\n", gen_lower(word->name));
}

static void print_records(struct gen_text *text, const struct gen_tables *t)
{
	char prefix[64];

	gen_print(text, "\n  // Records, as they lie in a beat.\n");
	for (size_t i = 0; i < t->n_records; i++)
		print_record(text, t, &t->records[i]);
	gen_print(text, "\n  // Flags: bit in the field.\n");
	for (size_t i = 0; i < t->n_flags; i++) {
		snprintf(prefix, sizeof(prefix), "%s_FLAG_", t->flags[i].record);
		print_int(text, prefix, t->flags[i].name, "", t->flags[i].bit);
	}
	gen_print(text, "\n  // Words.\n");
	for (size_t i = 0; i < t->n_words; i++)
		print_word(text, t, &t->words[i]);
}

static int event_bits(const struct gen_tables *t, const char *event)
{
	int bits = 0;

	for (const struct gen_event *row = t->events; row < t->events + t->n_events; row++)
		if (!strcmp(row->event, event))
			bits += row->of ? event_bits(t, row->of) : row->bits;
	return bits;
}

static void print_event_member(struct gen_text *text, const struct gen_event *row)
{
	if (!row->of) {
		print_member(text, row->name, row->bits);
		return;
	}
	gen_print(text, "    %s_t", gen_lower(row->of));
	gen_print(text, " %s;\n", gen_lower(row->name));
}

static void print_events(struct gen_text *text, const struct gen_tables *t)
{
	const struct gen_event *row = t->events, *end = t->events + t->n_events;

	gen_print(text, "\n  // Events: what one stage hands to another.\n");
	while (row < end) {
		const char *event = row->event;

		gen_print(text, "  typedef struct packed {\n");
		for (; row < end && !strcmp(row->event, event); row++)
			print_event_member(text, row);
		gen_print(text, "  } %s_t;\n", gen_lower(event));
	}
	gen_print(text, "  // How many bits they have.\n  localparam int ");
	row = t->events;
	for (int n = 1; row < end; n++) {
		const char *event = row->event;

		while (row < end && !strcmp(row->event, event))
			row++;
		gen_print(text, "%s_W = %d%s", event, event_bits(t, event), row == end ? ";\n" : n % 6 ? ", " : ",\n    ");
	}
}

static void print_codes(struct gen_text *text, const char *title, const char *prefix, int width,
			const struct gen_code *codes, size_t n)
{
	gen_print(text, "\n  // %s\n", title);
	for (size_t i = 0; i < n; i++)
		gen_print(text, "  localparam logic [%d:0] %s%s = %d'h%0*X;\n", width - 1, prefix, codes[i].name,
			  width, (width + 3) / 4, codes[i].code);
}

static void print_registers(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "\n  // Registers: byte offset; those of a group from its base.\n");
	for (size_t i = 0; i < t->n_regs; i++)
		gen_print(text, "  localparam logic [15:0] REG_%s = 16'h%04X;\n", t->regs[i].name, t->regs[i].offset);
	for (size_t i = 0; i < t->n_gregs; i++)
		gen_print(text, "  localparam logic [15:0] REG_%s = 16'h%04X;\n", t->gregs[i].name, t->gregs[i].offset);
	gen_print(text, "\n  // Features: bit in FEATURES.\n");
	for (size_t i = 0; i < t->n_features; i++)
		print_int(text, "FEATURE_", t->features[i].name, "", t->features[i].code);
	gen_print(text, "\n  // Counters.\n");
	for (size_t i = 0; i < t->n_counters; i++)
		print_int(text, "CNT_", t->counters[i].name, "", t->counters[i].code);
	print_int(text, "", "N_COUNTERS", "", (long)t->n_counters);
	gen_print(text, "\n  // Stages.\n");
	for (size_t i = 0; i < t->n_stages; i++)
		print_int(text, "STAGE_", t->stages[i].name, "", t->stages[i].code);
	print_int(text, "", "N_STAGES", "", (long)t->n_stages);
	print_codes(text, "Causes.", "CAUSE_", 3, t->causes, t->n_causes);
}

static void print_arithmetic(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "\n  // Operations.\n");
	for (size_t i = 0; i < t->n_ops; i++)
		gen_print(text, "  localparam logic [3:0] OP_%s = 4'h%X;\n", t->ops[i].name, t->ops[i].code);
	print_codes(text, "Classes of types: the high nibble of a type code.", "CLASS_", 4, t->classes, t->n_classes);
	gen_print(text, "\n  // Types.\n");
	for (size_t i = 0; i < t->n_types; i++)
		gen_print(text, "  localparam logic [7:0] TYPE_%s = 8'h%02X;\n", t->types[i].name, t->types[i].code);
}

static unsigned nic_ops(const struct gen_tables *t, const struct gen_type *type) { return gen_nic_ops(t, type, 0); }
static unsigned bench_ops(const struct gen_tables *t, const struct gen_type *type) { return gen_nic_ops(t, type, 1); }

static unsigned type_log2(const struct gen_tables *t, const struct gen_type *type)
{
	(void)t;
	return (unsigned)__builtin_ctz((unsigned)type->bytes);
}

/* A function of the type code: a case for each value, with all types that have it; the types that have 0 need none. */
static void print_function(struct gen_text *text, const struct gen_tables *t, const char *comment, const char *name, int width,
			   unsigned (*value)(const struct gen_tables *t, const struct gen_type *type))
{
	gen_print(text, "\n  // %s\n", comment);
	gen_print(text, "  function automatic logic [%d:0] %s(input logic [7:0] type_code);\n", width - 1, name);
	gen_print(text, "    case (type_code)\n");
	for (size_t i = 0; i < t->n_types; i++) {
		unsigned one = value(t, &t->types[i]);
		size_t first = 0;

		while (value(t, &t->types[first]) != one)
			first++;
		if (!one || first < i)
			continue;
		gen_print(text, "      TYPE_%s", t->types[i].name);
		for (size_t j = i + 1, on_line = 1; j < t->n_types; j++)
			if (value(t, &t->types[j]) == one)
				gen_print(text, "%sTYPE_%s", on_line++ % 5 ? ", " : ",\n      ", t->types[j].name);
		gen_print(text, ": %s = %d'h%0*X;\n", name, width, (width + 3) / 4, one);
	}
	gen_print(text, "      default: %s = %d'h%0*X;\n    endcase\n  endfunction\n", name, width, (width + 3) / 4, 0);
}

/* Whether parameters, in the order of their rows, are what the rows allow. */
static void print_params_fit(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "\n  // Whether a NIC can be built with these parameters.\n  function automatic bit params_fit(");
	for (size_t i = 0; i < t->n_params; i++)
		gen_print(text, "%sinput int %s", i ? ",\n    " : "", t->params[i].name);
	gen_print(text, ");\n    params_fit = 1'b1");
	for (size_t i = 0; i < t->n_params; i++) {
		const char *name = t->params[i].name;

		gen_print(text, "\n      && %s >= %d && %s <= %d", name, t->params[i].low, name, t->params[i].high);
		if (t->params[i].power)
			gen_print(text, " && (%s & (%s - 1)) == 0", name, name);
	}
	for (size_t i = 0; i < t->n_param_rules; i++)
		gen_print(text, "\n      && (%s)", t->param_rules[i].condition);
	gen_print(text, ";\n  endfunction\n");
}

void gen_print_sv(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "// Made by sumac-gen from the tables in include/spec. Do not edit.\n"
			"//\n"
			"// Codes, layouts and limits that the hardware shares with the host.\n"
			"package sumac_pkg;\n\n"
			"  // A module uses what it needs; the rest is for others.\n"
			"  /* verilator lint_off UNUSEDPARAM */\n\n");
	gen_print(text, "  localparam logic [31:0] SPEC_HASH = 32'h%08X;\n", gen_hash(t));
	print_codes(text, "Constants.", "", 32, t->consts, t->n_consts);
	print_records(text, t);
	print_events(text, t);
	print_codes(text, "Kinds of packets.", "KIND_", 4, t->kinds, t->n_kinds);
	print_codes(text, "Kinds of streams.", "STREAM_", 2, t->streams, t->n_streams);
	print_registers(text, t);
	gen_print(text, "\n  // Status codes.\n");
	for (size_t i = 0; i < t->n_statuses; i++)
		gen_print(text, "  localparam logic [7:0] ST_%s = 8'h%02X;\n", t->statuses[i].name, t->statuses[i].code);
	gen_print(text, "\n  // Parameters: the default, and what benches build besides, and which register tells.\n");
	for (size_t i = 0; i < t->n_params; i++)
		gen_print(text, "  localparam int Def%s = %d, Small%s = %d, PARAM_%s = %zu;\n", t->params[i].name,
			  t->params[i].def, t->params[i].name, t->params[i].small, t->params[i].name, i);
	print_int(text, "", "N_PARAMS", "", (long)t->n_params);
	print_params_fit(text, t);
	print_arithmetic(text, t);
	print_function(text, t, "Bit n: the NIC does op code n for this type.", "nic_ops", 16, nic_ops);
	print_function(text, t, "The same of operations that only benches may ask for.", "bench_ops", 16, bench_ops);
	print_function(text, t, "log2 of an element's bytes.", "type_log2", 3, type_log2);
	gen_print(text, "\n  /* verilator lint_on UNUSEDPARAM */\nendpackage\n");
}
