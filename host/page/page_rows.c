/*
 * Reads results, and prints them as data of a page.
 */
#define _GNU_SOURCE /* open_memstream */
#include "page/page_rows.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/json.h"

/* The members that tell one call from another, whatever the design. */
static char *make_key(const struct sumac_json *row)
{
	static const char *const names[] = { "workload", "what", "collective", "call", "op", "type", "bytes", "ranks", "team_size",
					     "window", "unit" };
	char *key = NULL;
	size_t len;
	FILE *to = open_memstream(&key, &len);

	if (!to)
		return NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		fprintf(to, "%s\n", sumac_json_text(row, names[i], ""));
	if (fclose(to)) {
		free(key);
		return NULL;
	}
	return key;
}

static int add_row(struct sumac_page_rows *rows, struct sumac_json *value)
{
	struct sumac_page_row *list = rows->list;

	if (!(rows->n & (rows->n - 1))) /* room for the next power of two */
		list = realloc(list, (rows->n ? 2 * (size_t)rows->n : 1) * sizeof(*list));
	if (!list)
		return sumac_fail(SUMAC_ENOMEM, "there is no memory for %ld rows", rows->n + 1);
	rows->list = list;
	list[rows->n] = (struct sumac_page_row){ .value = value, .key = make_key(value), .match = SUMAC_PAGE_NO_MATCH };
	if (!list[rows->n].key)
		return sumac_fail(SUMAC_ENOMEM, "there is no memory for %ld rows", rows->n + 1);
	rows->n++;
	return 0;
}

static int read_line(const char *path, const char *line, size_t len, long number, struct sumac_page_rows *rows)
{
	char why[SUMAC_JSON_WHY_CAP];
	struct sumac_json *value = sumac_json_parse(line, len, why);
	const char *reason = value ? "it is no object" : why, *first_line = "line 1, ";
	int err;

	if (value && value->kind == SUMAC_JSON_OBJECT) {
		err = add_row(rows, value);
		if (err)
			sumac_json_free(value);
		return err;
	}
	if (!strncmp(reason, first_line, strlen(first_line)))
		reason += strlen(first_line);
	err = sumac_fail(SUMAC_EINVAL, "line %ld of %s is not a row of results: %s", number, path, reason);
	sumac_json_free(value);
	return err;
}

int sumac_page_rows_read(const char *path, struct sumac_page_rows *rows_out)
{
	FILE *from = fopen(path, "re");
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	long number = 0;
	int err = 0;

	*rows_out = (struct sumac_page_rows){ 0 };
	if (!from)
		return sumac_fail(SUMAC_EIO, "cannot read %s: %s", path, strerror(errno));
	errno = 0;
	while (!err && (len = getline(&line, &cap, from)) >= 0) {
		number++;
		if (strspn(line, " \t\r\n") != (size_t)len)
			err = read_line(path, line, (size_t)len, number, rows_out);
	}
	if (!err && !feof(from))
		err = sumac_fail(SUMAC_EIO, "cannot read %s: %s", path, strerror(errno));
	if (!err && !rows_out->n)
		err = sumac_fail(SUMAC_EINVAL, "%s has no results", path);
	free(line);
	fclose(from);
	return err;
}

void sumac_page_rows_free(struct sumac_page_rows *rows)
{
	for (long i = 0; i < rows->n; i++) {
		sumac_json_free(rows->list[i].value);
		free(rows->list[i].key);
	}
	free(rows->list);
	*rows = (struct sumac_page_rows){ 0 };
}

void sumac_page_rows_print_text(FILE *to, const char *text)
{
	putc('"', to);
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			fprintf(to, "\\%c", *text);
		else if ((unsigned char)*text < ' ' || *text == '<')
			fprintf(to, "\\u%04x", (unsigned char)*text);
		else
			putc(*text, to);
	putc('"', to);
}

static void print_value(FILE *to, const struct sumac_json *value)
{
	bool is_object = value->kind == SUMAC_JSON_OBJECT;

	if (value->kind == SUMAC_JSON_NULL) {
		fputs("null", to);
	} else if (value->kind == SUMAC_JSON_TEXT) {
		sumac_page_rows_print_text(to, value->text);
	} else if (value->kind != SUMAC_JSON_LIST && !is_object) {
		fputs(value->text, to);
	} else {
		putc(is_object ? '{' : '[', to);
		for (const struct sumac_json *at = value->first; at; at = at->next) {
			if (is_object) {
				sumac_page_rows_print_text(to, at->key);
				putc(':', to);
			}
			print_value(to, at);
			fputs(at->next ? "," : "", to);
		}
		putc(is_object ? '}' : ']', to);
	}
}

void sumac_page_rows_print(FILE *to, const struct sumac_page_rows *rows)
{
	putc('[', to);
	for (long i = 0; i < rows->n; i++) {
		fputs(i ? ",\n" : "\n", to);
		print_value(to, rows->list[i].value);
	}
	putc(']', to);
}
