/*
 * Prints the layout of exact accumulators: for the public header, for Fortran, and as a page.
 */
#include "output.h"

void gen_print_exact(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "/*\n * Made by sumac-gen from the tables in include/spec. Do not edit.\n *\n"
			" * Layout of exact accumulators; docs/reference/exact.md shows it.\n */\n"
			"#ifndef SUMAC_EXACT_WORDS_H\n#define SUMAC_EXACT_WORDS_H\n\nenum {\n");
	for (size_t i = 0; i < t->n_exact_limits; i++)
		gen_print(text, "\tSUMAC_EXACT_%s = %u, /* %s */\n", t->exact_limits[i].name, t->exact_limits[i].code,
			  t->exact_limits[i].help);
	gen_print(text, "\tSUMAC_EXACT_HEAD_WORDS = %zu, /* words before the digits */\n", t->n_exact_heads);
	for (size_t i = 0; i < t->n_exact_forms; i++)
		gen_print(text, "\tSUMAC_%s_WORDS = %zu, /* of 8 bytes: %s */\n", t->exact_forms[i].upper,
			  t->n_exact_heads + (size_t)t->exact_forms[i].digits, t->exact_forms[i].help);
	gen_print(text, "};\n\n#endif\n");
}

void gen_print_exact_fortran(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "! Made by sumac-gen from the tables in include/spec. Do not edit.\n!\n"
			"! Layout of exact accumulators, for the module sumac_exact.\n");
	for (size_t i = 0; i < t->n_exact_limits; i++)
		gen_print(text, "  integer, parameter :: SUMAC_EXACT_%s = %u ! %s\n", t->exact_limits[i].name,
			  t->exact_limits[i].code, t->exact_limits[i].help);
	for (size_t i = 0; i < t->n_exact_forms; i++)
		gen_print(text, "  integer, parameter :: SUMAC_%s_WORDS = %zu ! of 8 bytes: %s\n", t->exact_forms[i].upper,
			  t->n_exact_heads + (size_t)t->exact_forms[i].digits, t->exact_forms[i].help);
}

void gen_print_doc_exact(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "<!-- Made by sumac-gen from the tables in include/spec. Do not edit. -->\n\n# Exact accumulators\n\n"
			"An accumulator is words of 64 bits.\n\n"
			"| form | code | words | bytes | digits | lowest bit | holds |\n|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < t->n_exact_forms; i++) {
		const struct gen_exact_form *form = &t->exact_forms[i];
		size_t words = t->n_exact_heads + (size_t)form->digits;

		gen_print(text, "| `struct sumac_%s` | %d | %zu | %zu | %d | 2^%d | %s |\n", form->name, form->code,
			  words, 8 * words, form->digits, form->lsb, form->help);
	}
	gen_print(text, "\nThe value is the sum of digit i times 2^(lowest bit + 48 i).\n"
			"In normal form each digit but the last lies in -2^47 to 2^47 - 1, so a value has one normal form.\n");
	gen_print(text, "\nThese words come first; then the digits, the lowest first.\n\n| word | name | holds |\n|---|---|---|\n");
	for (size_t i = 0; i < t->n_exact_heads; i++)
		gen_print(text, "| %u | %s | %s |\n", t->exact_heads[i].code, t->exact_heads[i].name, t->exact_heads[i].help);
	gen_print(text, "\n| limit | value | meaning |\n|---|---|---|\n");
	for (size_t i = 0; i < t->n_exact_limits; i++)
		gen_print(text, "| %s | %u | %s |\n", t->exact_limits[i].name, t->exact_limits[i].code, t->exact_limits[i].help);
}
