/*
 * Tells whether a text is one JSON value (RFC 8259), so that a report that a killed rank left half
 * written does not spoil the whole.
 */
#include "tool/report_merge.h"

#include <ctype.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

struct cursor {
	const char *at;
	const char *end;
	int depth;
};

static bool skip_value(struct cursor *cursor);

static void skip_space(struct cursor *cursor)
{
	while (cursor->at < cursor->end && strchr(" \t\r\n", *cursor->at) && *cursor->at)
		cursor->at++;
}

static bool take(struct cursor *cursor, char wanted)
{
	skip_space(cursor);
	if (cursor->at == cursor->end || *cursor->at != wanted)
		return false;
	cursor->at++;
	return true;
}

static bool skip_word(struct cursor *cursor, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(cursor->end - cursor->at) < len || memcmp(cursor->at, word, len))
		return false;
	cursor->at += len;
	return true;
}

static bool skip_escape(struct cursor *cursor)
{
	char kind = cursor->at < cursor->end ? *cursor->at++ : '\0';

	if (kind != 'u')
		return kind && strchr("\"\\/bfnrt", kind);
	for (int i = 0; i < 4; i++)
		if (cursor->at == cursor->end || !isxdigit((unsigned char)*cursor->at++))
			return false;
	return true;
}

static bool skip_string(struct cursor *cursor)
{
	if (!take(cursor, '"'))
		return false;
	while (cursor->at < cursor->end) {
		unsigned char c = (unsigned char)*cursor->at++;

		if (c == '"')
			return true;
		if (c < 0x20 || (c == '\\' && !skip_escape(cursor)))
			return false;
	}
	return false;
}

static size_t skip_digits(struct cursor *cursor)
{
	const char *from = cursor->at;

	while (cursor->at < cursor->end && isdigit((unsigned char)*cursor->at))
		cursor->at++;
	return (size_t)(cursor->at - from);
}

static bool skip_number(struct cursor *cursor)
{
	const char *first;
	size_t n_digits;

	skip_word(cursor, "-");
	first = cursor->at;
	n_digits = skip_digits(cursor);
	if (!n_digits || (n_digits > 1 && *first == '0'))
		return false;
	if (skip_word(cursor, ".") && !skip_digits(cursor))
		return false;
	if (skip_word(cursor, "e") || skip_word(cursor, "E")) {
		if (!skip_word(cursor, "+"))
			skip_word(cursor, "-");
		return skip_digits(cursor) > 0;
	}
	return true;
}

/* The members of an object or the elements of an array, up to its closing character. */
static bool skip_members(struct cursor *cursor, char closing)
{
	if (++cursor->depth > MAX_DEPTH)
		return false;
	if (!take(cursor, closing)) {
		do {
			if (closing == '}' && (!skip_string(cursor) || !take(cursor, ':')))
				return false;
			if (!skip_value(cursor))
				return false;
		} while (take(cursor, ','));
		if (!take(cursor, closing))
			return false;
	}
	cursor->depth--;
	return true;
}

static bool skip_value(struct cursor *cursor)
{
	skip_space(cursor);
	if (cursor->at == cursor->end)
		return false;
	switch (*cursor->at) {
	case '{':
		cursor->at++;
		return skip_members(cursor, '}');
	case '[':
		cursor->at++;
		return skip_members(cursor, ']');
	case '"':
		return skip_string(cursor);
	case 't':
		return skip_word(cursor, "true");
	case 'f':
		return skip_word(cursor, "false");
	case 'n':
		return skip_word(cursor, "null");
	default:
		return skip_number(cursor);
	}
}

bool sumac_json_is_valid(const char *text, size_t len_bytes)
{
	struct cursor cursor = { .at = text, .end = text + len_bytes };

	if (!skip_value(&cursor))
		return false;
	skip_space(&cursor);
	return cursor.at == cursor.end;
}
