/*
 * A small JSON reader. The text is kept, strings are unescaped in place, and nodes come from blocks that
 * are freed together. Numbers are integers: Yosys writes no others.
 */
#include "hw/synth/json.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_NODES 4096
#define MAX_DEPTH   64

struct block {
	struct block     *next;
	struct sumac_json nodes[BLOCK_NODES];
};

struct sumac_json_file {
	char         *text; /* NUL-terminated */
	struct block *blocks;
	int           n_used; /* of the newest block */
};

struct reader {
	struct sumac_json_file *file;
	char                   *at;
	const char             *wrong; /* the first fault */
};

static struct sumac_json *fail(struct reader *r, const char *what)
{
	if (!r->wrong)
		r->wrong = what;
	return NULL;
}

static struct sumac_json *new_node(struct reader *r, enum sumac_json_kind kind)
{
	struct sumac_json_file *f = r->file;
	struct sumac_json *node;

	if (!f->blocks || f->n_used == BLOCK_NODES) {
		struct block *b = malloc(sizeof *b);

		if (!b)
			return fail(r, "no memory");
		b->next = f->blocks;
		f->blocks = b;
		f->n_used = 0;
	}
	node = &f->blocks->nodes[f->n_used++];
	*node = (struct sumac_json){.kind = kind};
	return node;
}

static void skip_space(struct reader *r)
{
	while (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r')
		r->at++;
}

/* The string at r->at, unescaped where it stands; NULL when it is malformed. */
static char *read_text(struct reader *r)
{
	char *text, *to;

	if (*r->at != '"') {
		fail(r, "a string was expected");
		return NULL;
	}
	text = to = ++r->at;
	while (*r->at && *r->at != '"') {
		if (*r->at == '\\') {
			const char *plain = "\"\\/", *c = r->at[1] ? strchr(plain, r->at[1]) : NULL;

			if (!c) {
				fail(r, "an escape that Yosys does not write");
				return NULL;
			}
			r->at++;
		}
		*to++ = *r->at++;
	}
	if (!*r->at) {
		fail(r, "a string without end");
		return NULL;
	}
	r->at++;
	*to = '\0';
	return text;
}

static struct sumac_json *read_value(struct reader *r, int depth);

static struct sumac_json *read_members(struct reader *r, bool object, int depth)
{
	struct sumac_json *parent = new_node(r, object ? SUMAC_JSON_OBJECT : SUMAC_JSON_ARRAY), **end;
	char close = object ? '}' : ']';

	if (!parent)
		return NULL;
	end = &parent->first;
	r->at++;
	for (skip_space(r); *r->at != close; skip_space(r)) {
		char *key = NULL;

		if (parent->n) {
			if (*r->at++ != ',')
				return fail(r, "a comma was expected");
			skip_space(r);
		}
		if (object) {
			key = read_text(r);
			skip_space(r);
			if (!key || *r->at++ != ':')
				return fail(r, "a key and a colon were expected");
		}
		*end = read_value(r, depth + 1);
		if (!*end)
			return NULL;
		(*end)->key = key;
		end = &(*end)->next;
		parent->n++;
	}
	r->at++;
	return parent;
}

static struct sumac_json *read_word(struct reader *r, const char *word, enum sumac_json_kind kind,
                                    long number)
{
	struct sumac_json *node;

	if (strncmp(r->at, word, strlen(word)))
		return fail(r, "neither a value nor a word of JSON");
	node = new_node(r, kind);
	if (node)
		node->number = number;
	r->at += strlen(word);
	return node;
}

static struct sumac_json *read_number(struct reader *r)
{
	struct sumac_json *node = new_node(r, SUMAC_JSON_NUMBER);
	char *end;

	if (!node)
		return NULL;
	errno = 0;
	node->number = strtol(r->at, &end, 10);
	if (end == r->at || errno || *end == '.' || *end == 'e' || *end == 'E')
		return fail(r, "not an integer");
	r->at = end;
	return node;
}

static struct sumac_json *read_value(struct reader *r, int depth)
{
	struct sumac_json *node;

	skip_space(r);
	if (depth > MAX_DEPTH)
		return fail(r, "nested too deeply");
	switch (*r->at) {
	case '{': return read_members(r, true, depth);
	case '[': return read_members(r, false, depth);
	case 't': return read_word(r, "true", SUMAC_JSON_BOOL, 1);
	case 'f': return read_word(r, "false", SUMAC_JSON_BOOL, 0);
	case 'n': return read_word(r, "null", SUMAC_JSON_NULL, 0);
	case '"':
		node = new_node(r, SUMAC_JSON_TEXT);
		if (!node)
			return NULL;
		node->text = read_text(r);
		return node->text ? node : NULL;
	default: return read_number(r);
	}
}

static char *read_file(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	long len_bytes = -1;

	if (in && !fseek(in, 0, SEEK_END) && (len_bytes = ftell(in)) >= 0 && !fseek(in, 0, SEEK_SET))
		text = malloc((size_t)len_bytes + 1);
	if (text && fread(text, 1, (size_t)len_bytes, in) != (size_t)len_bytes) {
		free(text);
		text = NULL;
	}
	if (text)
		text[len_bytes] = '\0';
	else
		fprintf(stderr, "%s: %s\n", path, errno ? strerror(errno) : "cannot be read");
	if (in)
		fclose(in);
	return text;
}

/* The line of `at`, by the line ends before it: they are kept, only strings are changed in place. */
static int line_of(const struct reader *r)
{
	int line = 1;

	for (const char *c = r->file->text; c < r->at; c++)
		line += *c == '\n';
	return line;
}

int sumac_json_open(const char *path, struct sumac_json_file **file_out, struct sumac_json **root_out)
{
	struct sumac_json_file *file = calloc(1, sizeof *file);
	struct reader r = {.file = file};

	if (!file)
		return -1;
	errno = 0;
	file->text = read_file(path);
	if (!file->text)
		goto err_file;
	r.at = file->text;
	*root_out = read_value(&r, 0);
	skip_space(&r);
	if (*root_out && *r.at)
		fail(&r, "text after the end");
	if (r.wrong) {
		fprintf(stderr, "%s: line %d: %s\n", path, line_of(&r), r.wrong);
		goto err_file;
	}
	*file_out = file;
	return 0;

err_file:
	sumac_json_close(file);
	return -1;
}

void sumac_json_close(struct sumac_json_file *file)
{
	while (file->blocks) {
		struct block *b = file->blocks;

		file->blocks = b->next;
		free(b);
	}
	free(file->text);
	free(file);
}

struct sumac_json *sumac_json_get(const struct sumac_json *object, const char *key)
{
	for (struct sumac_json *m = object ? object->first : NULL; m; m = m->next)
		if (m->key && !strcmp(m->key, key))
			return m;
	return NULL;
}
