/*
 * The rows of a page: the lines of a study's results, and for each the row of the baseline that it is compared with.
 */
#ifndef SUMAC_PAGE_ROWS_H
#define SUMAC_PAGE_ROWS_H

#include <stddef.h>
#include <stdio.h>

struct sumac_json;

enum { SUMAC_PAGE_NO_MATCH = -1 };

struct sumac_page_row {
	struct sumac_json *value; /* an object */
	char *key;		  /* tells which call on which workload this is; equal for the same one on another design */
	long match;		  /* the index of a row of the baseline, or SUMAC_PAGE_NO_MATCH */
};

struct sumac_page_rows {
	long n;
	struct sumac_page_row *list;
};

/* Reads a file of one JSON object a line. 0, or an error whose story names the file and the line. Either way free it. */
int sumac_page_rows_read(const char *path, struct sumac_page_rows *rows_out);
void sumac_page_rows_free(struct sumac_page_rows *rows);

/*
 * Finds each row's like in the baseline: the same call on the same workload. Where the baseline has it on several designs, the one
 * that has most settings in common is taken, and none if two have as many. Returns how many rows have found one, or an error.
 */
long sumac_page_rows_match(struct sumac_page_rows *rows, const struct sumac_page_rows *baseline);

/* Prints the rows as a JSON list that may stand within HTML, in a script: no < is in it. */
void sumac_page_rows_print(FILE *to, const struct sumac_page_rows *rows);
void sumac_page_rows_print_text(FILE *to, const char *text);

#endif
