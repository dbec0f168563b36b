/*
 * sumac-gen: checks the tables in include/spec, then writes all files that are generated from them, or compares
 * existing files with what it would write.
 */
#include "gen_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_tables(void)
{
	struct gen_text faults = { 0 };

	gen_check(&faults, &gen_tables);
	if (faults.len_bytes)
		fprintf(stderr, "sumac-gen: the tables in include/spec are wrong:\n%s", faults.data);
	free(faults.data);
	return faults.len_bytes ? -1 : 0;
}

int main(int argc, char **argv)
{
	int (*use)(const struct gen_text *text, const char *dir, const char *path) = NULL;
	int bad = 0;

	if (argc == 3 && !strcmp(argv[1], "--out"))
		use = gen_text_write;
	else if (argc == 3 && !strcmp(argv[1], "--check"))
		use = gen_text_compare;
	if (argc == 2 && !strcmp(argv[1], "--list")) {
		for (size_t i = 0; i < gen_n_outputs; i++)
			puts(gen_outputs[i].path);
		return 0;
	}
	if (!use) {
		fprintf(stderr, "usage: sumac-gen --out DIR | --check DIR | --list\n");
		return 2;
	}
	if (check_tables())
		return 1;
	for (size_t i = 0; i < gen_n_outputs; i++) {
		struct gen_text text = { 0 };

		gen_outputs[i].print(&text, &gen_tables);
		if (use(&text, argv[2], gen_outputs[i].path))
			bad = 1;
		free(text.data);
	}
	return bad;
}
