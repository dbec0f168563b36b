/*
 * Prints the reference pages of the interface between host and NIC, and of settings and status codes.
 */
#include "output.h"

#include <string.h>

static const char made[] = "<!-- Made by sumac-gen from the tables in include/spec. Do not edit. -->\n";

/* A row whose last cell is a help text, its other cells first. */
static void end_row(struct gen_text *text, const char *help)
{
	gen_print(text, " ");
	gen_print_cell(text, help, "|*");
	gen_print(text, " |\n");
}

static void print_regs(struct gen_text *text, const struct gen_reg *regs, size_t n, int digits)
{
	gen_print(text, "\n| offset | name | access | what |\n|---|---|---|---|\n");
	for (size_t i = 0; i < n; i++) {
		gen_print(text, "| 0x%0*X | `%s` | %s |", digits, regs[i].offset, regs[i].name, regs[i].access);
		end_row(text, regs[i].help);
	}
}

static void print_codes(struct gen_text *text, const char *title, const char *unit, const struct gen_code *codes,
			size_t n)
{
	gen_print(text, "\n## %s\n\n| %s | name | what |\n|---|---|---|\n", title, unit);
	for (size_t i = 0; i < n; i++) {
		gen_print(text, "| %u | `%s` |", codes[i].code, codes[i].name);
		end_row(text, codes[i].help);
	}
}

void gen_print_doc_registers(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Registers\n\n"
		  "64 KiB of 32-bit registers, little endian. Values of several words are low word first, and take\n"
		  "effect when the register that says \"commits\" is written. The hash of this specification, in register\n"
		  "SPEC_HASH, is 0x%08X.\n\n## Global\n", made, gen_hash(t));
	print_regs(text, t->regs, t->n_regs, 4);
	gen_print(text, "\n## Of a group, from its base\n");
	print_regs(text, t->gregs, t->n_gregs, 3);
	print_codes(text, "Features", "bit", t->features, t->n_features);
	print_codes(text, "Counters", "index", t->counters, t->n_counters);
	print_codes(text, "Stages, of which CAUSE_INDEX names one", "index", t->stages, t->n_stages);
	print_codes(text, "Causes of a stage's cycles", "code", t->causes, t->n_causes);
	gen_print(text, "\n## Parameters of the RTL, each in register PARAM_BASE + 4 n\n\n"
		  "| n | name | default | from | to | what |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < t->n_params; i++)
		gen_print(text, "| %zu | `%s` | %d | %d | %d | %s%s |\n", i, t->params[i].name, t->params[i].def,
			  t->params[i].low, t->params[i].high, t->params[i].help, t->params[i].power ? "; a power of two" : "");
	for (size_t i = 0; i < t->n_param_rules; i++)
		gen_print(text, "%s%s.\n", i ? "" : "\n", t->param_rules[i].words);
	gen_print(text, "\n## Constants\n\n| name | value | what |\n|---|---|---|\n");
	for (size_t i = 0; i < t->n_consts; i++)
		gen_print(text, "| `%s` | 0x%X | %s |\n", t->consts[i].name, t->consts[i].code, t->consts[i].help);
}

static void print_fields(struct gen_text *text, const struct gen_field *fields, size_t n, const struct gen_record *record)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(fields[i].record, record->name))
			continue;
		gen_print(text, "| %d | %d | `%s` |", fields[i].offset, fields[i].bytes, fields[i].name);
		end_row(text, fields[i].help);
	}
}

static void print_record(struct gen_text *text, const struct gen_tables *t, const struct gen_record *record)
{
	int n_flags = 0;

	gen_print(text, "\n## %s: %s\n\n%d bytes.\n\n| byte | bytes | name | what |\n|---|---|---|---|\n", record->name,
		  record->help, record->bytes);
	print_fields(text, t->fields, t->n_fields, record);
	print_fields(text, t->aliases, t->n_aliases, record);
	for (size_t i = 0; i < t->n_flags; i++) {
		if (strcmp(t->flags[i].record, record->name))
			continue;
		if (!n_flags++)
			gen_print(text, "\n| flag's bit | name | what |\n|---|---|---|\n");
		gen_print(text, "| %d | `%s` | %s |\n", t->flags[i].bit, t->flags[i].name, t->flags[i].help);
	}
}

void gen_print_doc_records(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Records\n\n"
		  "Host and NIC, and NIC and NIC, exchange these records. They are little endian, except the packet's Ethernet,\n"
		  "IPv4 and UDP fields.\n", made);
	for (size_t i = 0; i < t->n_records; i++)
		print_record(text, t, &t->records[i]);
	print_codes(text, "Kinds of packets", "code", t->kinds, t->n_kinds);
	for (size_t i = 0; i < t->n_words; i++) {
		gen_print(text, "\n## %s: %s\n\n| bit | bits | name | what |\n|---|---|---|---|\n", t->words[i].name,
			  t->words[i].help);
		for (size_t j = 0; j < t->n_bits; j++) {
			if (strcmp(t->bits[j].word, t->words[i].name))
				continue;
			gen_print(text, "| %d | %d | `%s` |", t->bits[j].lsb, t->bits[j].bits, t->bits[j].name);
			end_row(text, t->bits[j].help);
		}
	}
	print_codes(text, "Kinds of streams", "code", t->streams, t->n_streams);
}

static void print_values(struct gen_text *text, const struct gen_setting *setting)
{
	if (!strcmp(setting->kind, "ENUM"))
		for (const char *c = setting->choices; *c; c++)
			gen_print(text, *c == '|' ? ", " : "%c", *c);
	else if (!strcmp(setting->kind, "INT"))
		gen_print(text, "number, %s", setting->choices);
	else if (!strcmp(setting->kind, "TIME"))
		gen_print(text, "seconds, %s", setting->choices);
	else if (!strcmp(setting->kind, "FAULTS"))
		gen_print(text, "a fault plan");
	else
		gen_print(text, !strcmp(setting->kind, "BOOL") ? "0 or 1" : "text");
}

void gen_print_doc_settings(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Settings\n\n"
		  "Each can be given in a settings file, in the environment, or to `sumac run`; `sumac info --settings`\n"
		  "prints the values in effect and where each came from. A number may end in K, M or G. The ranks\n"
		  "compare at start-up the settings that all must agree on.\n\n"
		  "| name | environment | values | default | all ranks agree | what |\n|---|---|---|---|---|---|\n", made);
	for (size_t i = 0; i < t->n_settings; i++) {
		const struct gen_setting *setting = &t->settings[i];

		gen_print(text, "| `%s` | `SUMAC_%s` | ", setting->name, setting->upper);
		print_values(text, setting);
		gen_print(text, " | %s | %s | %s |\n", *setting->def ? setting->def : "empty",
			  setting->in_plan ? "yes" : "no", setting->help);
	}
}

void gen_print_doc_status(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Status codes\n\n"
		  "A completion carries the code; a C function returns its negative. The third column says who can do something:\n"
		  "USER, the call is wrong; CONFIG, the job is set up wrongly; PEER, another rank; DEVICE, the NIC or the\n"
		  "system.\n\n| code | name | who | message |\n|---|---|---|---|\n", made);
	for (size_t i = 0; i < t->n_statuses; i++)
		gen_print(text, "| %d | `SUMAC_%s` | %s | %s |\n", t->statuses[i].code, t->statuses[i].name,
			  t->statuses[i].class_name, t->statuses[i].message);
}
