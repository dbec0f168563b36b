/*
 * Files of JSON, members of objects, and texts as JSON has them.
 */
#include "base/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct sumac_json *sumac_json_read(const char *path, char why_out[SUMAC_JSON_WHY_CAP])
{
	FILE *file = fopen(path, "re");
	struct sumac_json *root = NULL;
	char *text = NULL;
	size_t cap = 0, len = 0, got = 1;

	while (file && got) {
		if (len == cap) {
			char *more = realloc(text, cap = cap ? 2 * cap : 1 << 16);

			if (!more)
				break;
			text = more;
		}
		got = fread(text + len, 1, cap - len, file);
		len += got;
	}
	if (!file || ferror(file) || got)
		snprintf(why_out, SUMAC_JSON_WHY_CAP, "%s", strerror(got && file && !ferror(file) ? ENOMEM : errno));
	else
		root = sumac_json_parse(text, len, why_out);
	if (file)
		fclose(file);
	free(text);
	return root;
}

const struct sumac_json *sumac_json_member(const struct sumac_json *value, const char *name)
{
	if (!value || value->kind != SUMAC_JSON_OBJECT)
		return NULL;
	for (value = value->first; value && strcmp(value->key, name);)
		value = value->next;
	return value;
}

const char *sumac_json_text(const struct sumac_json *value, const char *name, const char *otherwise)
{
	value = sumac_json_member(value, name);
	return value && value->text ? value->text : otherwise;
}

double sumac_json_number(const struct sumac_json *value, const char *name, double otherwise)
{
	value = sumac_json_member(value, name);
	return value && value->kind == SUMAC_JSON_NUMBER ? value->number : otherwise;
}

uint64_t sumac_json_whole(const struct sumac_json *value, const char *name, uint64_t otherwise)
{
	value = sumac_json_member(value, name);
	return value && value->kind == SUMAC_JSON_NUMBER ? strtoull(value->text, NULL, 10) : otherwise;
}

void sumac_json_print_text(FILE *file, const char *text)
{
	fputc('"', file);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fprintf(file, "\\%c", *text);
		else if ((unsigned char)*text < ' ')
			fprintf(file, "\\u%04x", (unsigned char)*text);
		else
			fputc(*text, file);
	}
	fputc('"', file);
}
