/*
 * Prints the declarations of SHMEM's calls for profiling tools: those of the other headers, each name with a p before it.
 */
#include <stdlib.h>
#include <string.h>

#include "print_shmem.h"

/* The declared name is the first one that begins so: results are C's own types. */
static const char PREFIX[] = "shmem_";

static void print_line(struct gen_text *text, const char *line, size_t len)
{
	const char *name = *line == '#' || *line == '/' || *line == '\t' ? NULL : strstr(line, PREFIX);

	if (name && name < line + len)
		gen_print(text, "%.*sp%.*s\n", (int)(name - line), line, (int)(line + len - name), name);
	else
		gen_print(text, "%.*s\n", (int)len, line);
}

void gen_print_pshmem(struct gen_text *text, const struct gen_tables *t)
{
	struct gen_text declarations = { 0 };
	size_t len;

	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * OpenSHMEM's calls for profiling tools. pshmem.h includes this, after shmem.h and inside of extern \"C\".\n"
		  " */\n"
		  "#ifndef SUMAC_PSHMEM_CALLS_H\n#define SUMAC_PSHMEM_CALLS_H\n");
	gen_print_shmem_reductions(&declarations, t);
	gen_print_shmem_forms(&declarations);
	for (const char *line = declarations.data; *line; line += len + 1) {
		len = strcspn(line, "\n");
		print_line(text, line, len);
	}
	free(declarations.data);
	gen_print(text, "\n#endif\n");
}
