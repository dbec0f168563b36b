/*
 * Text buffers, and writing them to files or comparing them with files.
 */
#include "output.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void reserve(struct gen_text *text, size_t more_bytes)
{
	if (text->len_bytes + more_bytes <= text->cap_bytes)
		return;
	text->cap_bytes = 2 * (text->len_bytes + more_bytes);
	text->data = realloc(text->data, text->cap_bytes);
	if (!text->data) {
		perror("sumac-gen");
		exit(2);
	}
}

void gen_print(struct gen_text *text, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	reserve(text, (size_t)len + 1);
	va_start(args, format);
	vsnprintf(text->data + text->len_bytes, (size_t)len + 1, format, args);
	va_end(args);
	text->len_bytes += (size_t)len;
}

void gen_print_cell(struct gen_text *text, const char *cell, const char *escaped)
{
	for (const char *c = cell; *c; c++)
		gen_print(text, strchr(escaped, *c) ? "\\%c" : "%c", *c);
}

static int complain(const char *path)
{
	fprintf(stderr, "sumac-gen: %s: %s\n", path, strerror(errno));
	return -1;
}

static int make_folders(char *full)
{
	for (char *slash = strchr(full + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		int rc = mkdir(full, 0777);

		if (rc && errno != EEXIST)
			return complain(full);
		*slash = '/';
	}
	return 0;
}

/* A file that is right already is left alone, so that make does not rebuild its dependents. */
static int is_same(const struct gen_text *text, const char *full)
{
	FILE *file = fopen(full, "rb");
	char *now;
	size_t len;
	int same;

	if (!file)
		return 0;
	now = malloc(text->len_bytes + 1);
	if (!now) {
		fclose(file);
		return 0;
	}
	len = fread(now, 1, text->len_bytes + 1, file);
	fclose(file);
	same = len == text->len_bytes && !memcmp(now, text->data, len);
	free(now);
	return same;
}

int gen_text_write(const struct gen_text *text, const char *dir, const char *path)
{
	char full[4096];
	FILE *file;
	size_t n;

	snprintf(full, sizeof(full), "%s/%s", dir, path);
	if (is_same(text, full))
		return 0;
	if (make_folders(full))
		return -1;
	file = fopen(full, "wb");
	if (!file)
		return complain(full);
	n = fwrite(text->data, 1, text->len_bytes, file);
	if (fclose(file) || n != text->len_bytes)
		return complain(full);
	return 0;
}

int gen_text_compare(const struct gen_text *text, const char *dir, const char *path)
{
	char full[4096];

	snprintf(full, sizeof(full), "%s/%s", dir, path);
	if (is_same(text, full))
		return 0;
	fprintf(stderr, "sumac-gen: %s differs from what the tables give; run `make gen`\n", full);
	return -1;
}

const char *gen_lower(const char *name)
{
	static char buf[128];
	size_t i;

	for (i = 0; name[i] && i < sizeof(buf) - 1; i++)
		buf[i] = (char)tolower((unsigned char)name[i]);
	buf[i] = '\0';
	return buf;
}
