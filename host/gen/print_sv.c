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

static void print_events(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "\n  // Events: what one stage hands to another, and how many bits it has.\n");
	for (size_t i = 0; i < t->n_events;) {
		const char *event = t->events[i].event;
		int bits = 0;

		gen_print(text, "  typedef struct packed {\n");
		for (; i < t->n_events && !strcmp(t->events[i].event, event); i++) {
			print_member(text, t->events[i].name, t->events[i].bits);
			bits += t->events[i].bits;
		}
		gen_print(text, "  } %s_t;\n", gen_lower(event));
		print_int(text, "", event, "_W", bits);
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
	gen_print(text, "\n  // Features: bit in the high half of CAP_FANIN.\n");
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

static void print_ops_function(struct gen_text *text, const struct gen_tables *t, const char *name, int bench,
			       const char *comment)
{
	gen_print(text, "\n  // %s\n", comment);
	gen_print(text, "  function automatic logic [15:0] %s(input logic [7:0] type_code);\n", name);
	gen_print(text, "    case (type_code)\n");
	for (size_t i = 0; i < t->n_types; i++) {
		unsigned mask = gen_nic_ops(t, &t->types[i], bench);

		if (mask)
			gen_print(text, "      TYPE_%s: %s = 16'h%04X;\n", t->types[i].name, name, mask);
	}
	gen_print(text, "      default: %s = 16'h0000;\n", name);
	gen_print(text, "    endcase\n  endfunction\n");
}

static void print_size_function(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "\n  // log2 of an element's bytes.\n"
			"  function automatic logic [2:0] type_log2(input logic [7:0] type_code);\n"
			"    case (type_code)\n");
	for (size_t i = 0; i < t->n_types; i++)
		gen_print(text, "      TYPE_%s: type_log2 = 3'd%d;\n", t->types[i].name,
			  __builtin_ctz((unsigned)t->types[i].bytes));
	gen_print(text, "      default: type_log2 = 3'd0;\n    endcase\n  endfunction\n");
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
	gen_print(text, "\n  // Parameters: the default, and the smallest that the benches build.\n");
	for (size_t i = 0; i < t->n_params; i++) {
		print_int(text, "Def", t->params[i].name, "", t->params[i].def);
		print_int(text, "Small", t->params[i].name, "", t->params[i].small);
	}
	print_arithmetic(text, t);
	print_ops_function(text, t, "nic_ops", 0, "Bit n: the NIC does op code n for this type.");
	print_ops_function(text, t, "bench_ops", 1, "The same of operations that only benches may ask for.");
	print_size_function(text, t);
	gen_print(text, "\n  /* verilator lint_on UNUSEDPARAM */\nendpackage\n");
}
