/*
 * Reads and writes JSON (RFC 8259): reports, results, traces. A text becomes a tree of values.
 */
#ifndef SUMAC_JSON_H
#define SUMAC_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum sumac_json_kind { SUMAC_JSON_NULL, SUMAC_JSON_BOOL, SUMAC_JSON_NUMBER, SUMAC_JSON_TEXT, SUMAC_JSON_LIST, SUMAC_JSON_OBJECT };

struct sumac_json {
	enum sumac_json_kind kind;
	const char *key;	  /* as a member of an object; else NULL */
	const char *text;	  /* of a text, without escapes; of a number, as it stands; of a bool, true or false */
	double number;		  /* of a number */
	struct sumac_json *first; /* of a list or an object, in order */
	struct sumac_json *next;  /* in the same list or object */
};

enum { SUMAC_JSON_DEPTH = 64, SUMAC_JSON_WHY_CAP = 128 };

/* The tree of this text, which must be one value and nothing else; to be freed. If members have the same name, the first one is
 * found. NULL: why_out tells line, column and what is wrong, or that there is no memory. */
struct sumac_json *sumac_json_parse(const char *text, size_t len_bytes, char why_out[SUMAC_JSON_WHY_CAP]);
/* The same of a file. */
struct sumac_json *sumac_json_read(const char *path, char why_out[SUMAC_JSON_WHY_CAP]);
void sumac_json_free(struct sumac_json *root);

/* The member of that name. NULL: there is none, or `value` is NULL or no object; so look-ups can be nested. */
const struct sumac_json *sumac_json_member(const struct sumac_json *value, const char *name);
/* A member's text, whatever its kind but list and object; `otherwise`, if it has none. */
const char *sumac_json_text(const struct sumac_json *value, const char *name, const char *otherwise);
/* A member's number; `otherwise`, if it is none. Whole numbers up to 2^64 - 1 are exact. */
double sumac_json_number(const struct sumac_json *value, const char *name, double otherwise);
uint64_t sumac_json_whole(const struct sumac_json *value, const char *name, uint64_t otherwise);

/* Writes the text as JSON has it, with quotation marks. */
void sumac_json_print_text(FILE *file, const char *text);

#endif
