/*
 * Prints SHMEM's constants as a C header.
 */
#include "output.h"

#include <string.h>

static void print_value(struct gen_text *text, const struct gen_shmem_constant *row)
{
	if (!strcmp(row->kind, "LONG"))
		gen_print(text, "(%sL)", row->value);
	else
		gen_print(text, "%s", row->value);
}

void gen_print_shmem_constants(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "/*\n"
			" * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
			" *\n"
			" * OpenSHMEM's constants, under their two names. shmem.h includes this.\n"
			" */\n"
			"#ifndef SUMAC_SHMEM_CONSTANTS_H\n#define SUMAC_SHMEM_CONSTANTS_H\n\n");
	for (size_t i = 0; i < t->n_shmem_constants; i++) {
		const struct gen_shmem_constant *row = &t->shmem_constants[i];

		gen_print(text, "#define SHMEM_%s ", row->name);
		print_value(text, row);
		gen_print(text, " /* %s */\n#define _SHMEM_%s SHMEM_%s\n", row->help, row->name, row->name);
	}
	gen_print(text, "\n#endif\n");
}
