/*
 * A reader of JSON by descent. Texts stay in one copy of the input: without its escapes a text is never longer, so it fits in the
 * place where it was read.
 */
#include "base/json.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

/* The root and the copy that all texts lie in. */
struct tree {
	struct sumac_json root;
	char copy[];
};

struct reader {
	char *begin, *at, *end;
	const char *why; /* NULL: all is well */
	char *where;
};

static bool fail(struct reader *in, const char *why)
{
	if (!in->why) {
		in->why = why;
		in->where = in->at;
	}
	return false;
}

static void skip_space(struct reader *in)
{
	while (in->at < in->end && strchr(" \t\r\n", *in->at) && *in->at)
		in->at++;
}

static bool take(struct reader *in, char c)
{
	skip_space(in);
	if (in->at == in->end || *in->at != c)
		return false;
	in->at++;
	return true;
}

/* Four hexadecimal digits. */
static bool take_unit(struct reader *in, unsigned *unit_out)
{
	*unit_out = 0;
	for (int i = 0; i < 4; i++, in->at++) {
		const char *digits = "0123456789abcdef0123456789ABCDEF";
		const char *digit = in->at < in->end && *in->at ? strchr(digits, *in->at) : NULL;

		if (!digit)
			return fail(in, "\\u takes four hexadecimal digits");
		*unit_out = *unit_out << 4 | (unsigned)((digit - digits) & 15);
	}
	return true;
}

static char *put_utf8(char *to, unsigned code)
{
	if (code < 0x80) {
		*to++ = (char)code;
	} else if (code < 0x800) {
		*to++ = (char)(0xc0 | code >> 6);
		*to++ = (char)(0x80 | (code & 63));
	} else if (code < 0x10000) {
		*to++ = (char)(0xe0 | code >> 12);
		*to++ = (char)(0x80 | (code >> 6 & 63));
		*to++ = (char)(0x80 | (code & 63));
	} else {
		*to++ = (char)(0xf0 | code >> 18);
		*to++ = (char)(0x80 | (code >> 12 & 63));
		*to++ = (char)(0x80 | (code >> 6 & 63));
		*to++ = (char)(0x80 | (code & 63));
	}
	return to;
}

/* Behind a backslash. */
static bool take_escape(struct reader *in, char **to_io)
{
	static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *letter = in->at < in->end && *in->at ? strchr(letters, *in->at) : NULL;
	unsigned code, low;

	if (letter) {
		in->at++;
		*(*to_io)++ = meant[letter - letters];
		return true;
	}
	if (in->at == in->end || *in->at != 'u')
		return fail(in, "there is no such escape");
	in->at++;
	if (!take_unit(in, &code))
		return false;
	if (code >> 10 == 0x36) { /* the first half of a pair */
		if (in->end - in->at < 2 || in->at[0] != '\\' || in->at[1] != 'u')
			return fail(in, "half a pair of \\u stands alone");
		in->at += 2;
		if (!take_unit(in, &low))
			return false;
		if (low >> 10 != 0x37)
			return fail(in, "half a pair of \\u stands alone");
		code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
	} else if (code >> 10 == 0x37 || !code) {
		return fail(in, code ? "half a pair of \\u stands alone" : "a text cannot hold a zero byte");
	}
	*to_io = put_utf8(*to_io, code);
	return true;
}

/* Behind the first quotation mark. */
static bool take_text(struct reader *in, const char **text_out)
{
	char *to = in->at;

	*text_out = to;
	while (in->at < in->end && *in->at != '"') {
		if ((unsigned char)*in->at < ' ')
			return fail(in, "a text holds a control character");
		if (*in->at != '\\') {
			*to++ = *in->at++;
			continue;
		}
		in->at++;
		if (!take_escape(in, &to))
			return false;
	}
	if (in->at == in->end)
		return fail(in, "a text has no end");
	in->at++;
	*to = '\0'; /* at the latest where the quotation mark was */
	return true;
}

static size_t count_digits(const char *at)
{
	return strspn(at, "0123456789");
}

/* The length of the number there; 0: it is none. */
static size_t number_length(const char *begin)
{
	const char *at = begin + (*begin == '-');

	if (!count_digits(at))
		return 0;
	at += *at == '0' ? 1 : count_digits(at);
	if (*at == '.' && !count_digits(at + 1))
		return 0;
	if (*at == '.')
		at += 1 + count_digits(at + 1);
	if (*at == 'e' || *at == 'E') {
		at++;
		at += *at == '+' || *at == '-';
		if (!count_digits(at))
			return 0;
		at += count_digits(at);
	}
	return (size_t)(at - begin);
}

static bool take_word(struct reader *in, struct sumac_json *value_out)
{
	static const struct {
		const char *word;
		enum sumac_json_kind kind;
	} words[] = { { "true", SUMAC_JSON_BOOL }, { "false", SUMAC_JSON_BOOL }, { "null", SUMAC_JSON_NULL } };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i].word);

		if ((size_t)(in->end - in->at) < len || memcmp(in->at, words[i].word, len))
			continue;
		in->at += len;
		value_out->kind = words[i].kind;
		value_out->text = words[i].kind == SUMAC_JSON_BOOL ? words[i].word : NULL;
		return true;
	}
	return fail(in, "a value is expected");
}

/* A number's text gets its end when what follows has been read: see end_numbers(). */
static bool take_number(struct reader *in, struct sumac_json *value_out)
{
	size_t len = number_length(in->at);
	const char *end;

	if (!len)
		return fail(in, "a number is expected");
	value_out->kind = SUMAC_JSON_NUMBER;
	value_out->text = in->at;
	value_out->number = sumac_decimal(in->at, &end);
	in->at += len;
	return true;
}

static bool take_value(struct reader *in, struct sumac_json *value_out, int depth);

/* Behind the first bracket. */
static bool take_many(struct reader *in, struct sumac_json *value_out, int depth)
{
	bool is_object = value_out->kind == SUMAC_JSON_OBJECT;
	char close = is_object ? '}' : ']';
	struct sumac_json **at = &value_out->first;

	if (take(in, close))
		return true;
	do {
		*at = calloc(1, sizeof(**at));
		if (!*at)
			return fail(in, "there is no memory");
		if (is_object) {
			if (!take(in, '"'))
				return fail(in, "a member's name is expected");
			if (!take_text(in, &(*at)->key))
				return false;
			if (!take(in, ':'))
				return fail(in, "a colon is expected");
		}
		if (!take_value(in, *at, depth))
			return false;
		at = &(*at)->next;
	} while (take(in, ','));
	return take(in, close) || fail(in, is_object ? "a comma or } is expected" : "a comma or ] is expected");
}

static bool take_value(struct reader *in, struct sumac_json *value_out, int depth)
{
	if (depth == SUMAC_JSON_DEPTH)
		return fail(in, "values are nested too deeply");
	skip_space(in);
	if (in->at == in->end)
		return fail(in, "a value is expected");
	if (*in->at == '-' || count_digits(in->at))
		return take_number(in, value_out);
	if (take(in, '"')) {
		value_out->kind = SUMAC_JSON_TEXT;
		return take_text(in, &value_out->text);
	}
	if (*in->at != '{' && *in->at != '[')
		return take_word(in, value_out);
	value_out->kind = *in->at++ == '{' ? SUMAC_JSON_OBJECT : SUMAC_JSON_LIST;
	return take_many(in, value_out, depth + 1);
}

/* Puts a zero byte behind each number, where by now nothing is read any more. */
static void end_numbers(struct sumac_json *value)
{
	for (; value; value = value->next) {
		if (value->kind == SUMAC_JSON_NUMBER)
			((char *)value->text)[number_length(value->text)] = '\0';
		end_numbers(value->first);
	}
}

static void tell(const struct reader *in, char why_out[SUMAC_JSON_WHY_CAP])
{
	int line = 1, column = 1;

	for (const char *at = in->begin; at < in->where; at++) {
		column = *at == '\n' ? 1 : column + 1;
		line += *at == '\n';
	}
	snprintf(why_out, SUMAC_JSON_WHY_CAP, "line %d, column %d: %s", line, column, in->why);
}

struct sumac_json *sumac_json_parse(const char *text, size_t len_bytes, char why_out[SUMAC_JSON_WHY_CAP])
{
	struct tree *tree = calloc(1, sizeof(*tree) + len_bytes + 1);
	struct reader in;

	if (!tree) {
		snprintf(why_out, SUMAC_JSON_WHY_CAP, "there is no memory");
		return NULL;
	}
	memcpy(tree->copy, text, len_bytes);
	in = (struct reader){ .begin = tree->copy, .at = tree->copy, .end = tree->copy + len_bytes };
	if (take_value(&in, &tree->root, 0)) {
		skip_space(&in);
		if (in.at == in.end) {
			end_numbers(&tree->root);
			return &tree->root;
		}
		fail(&in, "something follows the value");
	}
	tell(&in, why_out);
	sumac_json_free(&tree->root);
	return NULL;
}

static void free_list(struct sumac_json *value)
{
	while (value) {
		struct sumac_json *next = value->next;

		free_list(value->first);
		free(value);
		value = next;
	}
}

void sumac_json_free(struct sumac_json *root)
{
	if (!root)
		return;
	free_list(root->first);
	free((char *)root - offsetof(struct tree, root));
}
