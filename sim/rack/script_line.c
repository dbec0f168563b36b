#include "sim/rack/script_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words {
	char *rest, *word; /* word: the present one; NULL: the line is over */
	char *why;
	size_t cap_bytes;
};

struct name {
	const char *name;
	uint32_t value;
	bool has_value; /* of a verb: a number follows */
};

static const struct name verbs[] = {
	{ "drop", SUMAC_SCRIPT_DROP, false },   { "double", SUMAC_SCRIPT_DOUBLE, false }, { "swap", SUMAC_SCRIPT_SWAP, false },
	{ "flip", SUMAC_SCRIPT_FLIP, true },    { "cut", SUMAC_SCRIPT_CUT, true },	 { "delay", SUMAC_SCRIPT_DELAY, true },
	{ "expect", SUMAC_SCRIPT_EXPECT, false }, { NULL, 0, false },
};

static const struct name sights[] = {
	{ "NAK", SUMAC_SEEN_NAK, false },
	{ "REPEAT", SUMAC_SEEN_REPEAT, false },
	{ "CHUNK", SUMAC_SEEN_CHUNK, false },
#define SUMAC_KIND(name, code, help) { #name, 1u << (code), false },
#include "spec/rows.def"
	{ NULL, 0, false },
};

static void advance(struct words *words)
{
	words->word = strtok_r(NULL, " \t\r\n", &words->rest);
}

static int complain(const struct words *words, const char *wanted)
{
	snprintf(words->why, words->cap_bytes, "\"%.40s\": %s", words->word ? words->word : "the line's end", wanted);
	return -SUMAC_EINVAL;
}

static const struct name *find(const struct name *names, const char *word)
{
	while (names->name && (!word || strcmp(names->name, word)))
		names++;
	return names->name ? names : NULL;
}

static int take_number(struct words *words, uint32_t least, uint32_t *value_out)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = words->word ? strtoul(words->word, &end, 10) : 0;
	if (!words->word || *words->word < '0' || *words->word > '9' || *end || errno || value > INT32_MAX || value < least)
		return complain(words, least ? "there must be a number from 1 on" : "there must be a number");
	*value_out = (uint32_t)value;
	advance(words);
	return 0;
}

static int take_word(struct words *words, const char *word)
{
	char wanted[64];

	snprintf(wanted, sizeof wanted, "there must be \"%s\"", word);
	if (!words->word || strcmp(words->word, word))
		return complain(words, wanted);
	advance(words);
	return 0;
}

static int take_sight(struct words *words, uint32_t *seen_out)
{
	const struct name *sight = find(sights, words->word);

	if (!sight)
		return complain(words, "there must be packet, a kind of packet, CHUNK, REPEAT or NAK");
	*seen_out = sight->value;
	advance(words);
	return 0;
}

static bool is_word(const struct words *words, const char *word)
{
	return words->word && !strcmp(words->word, word);
}

static int take_which(struct words *words, struct sumac_script_line *line)
{
	if (!is_word(words, "packet"))
		return take_sight(words, &line->seen) ? -SUMAC_EINVAL : take_number(words, 1, &line->nth);
	line->seen = SUMAC_SEEN_CHUNK;
	advance(words);
	if (take_number(words, 1, &line->nth) || take_word(words, "of") || take_word(words, "message"))
		return -SUMAC_EINVAL;
	return take_number(words, 1, &line->message);
}

static int take_way(struct words *words, struct sumac_script_line *line)
{
	uint32_t from, to;

	if (take_word(words, "from") || take_number(words, 0, &from) || take_word(words, "to") || take_number(words, 0, &to))
		return -SUMAC_EINVAL;
	line->from = (int)from;
	line->to = (int)to;
	return 0;
}

static int take_expected(struct words *words, struct sumac_script_line *line)
{
	if (is_word(words, "no")) {
		line->verb = SUMAC_SCRIPT_EXPECT_NO;
		advance(words);
	}
	if (take_sight(words, &line->seen) || take_way(words, line) || take_word(words, "within"))
		return -SUMAC_EINVAL;
	return take_number(words, 1, &line->value);
}

int sumac_script_line_parse(char *text, struct sumac_script_line *line_out, char *why_out, size_t cap_bytes)
{
	struct words words = { .why = why_out, .cap_bytes = cap_bytes };
	const struct name *verb;
	int err;

	*line_out = (struct sumac_script_line){ .nth = 1 };
	words.word = strtok_r(text, " \t\r\n", &words.rest);
	verb = find(verbs, words.word);
	if (!verb)
		return complain(&words, "there must be script, drop, double, swap, flip, cut, delay or expect");
	line_out->verb = (enum sumac_script_verb)verb->value;
	advance(&words);
	if (line_out->verb == SUMAC_SCRIPT_EXPECT)
		err = take_expected(&words, line_out);
	else
		err = (verb->has_value && take_number(&words, line_out->verb != SUMAC_SCRIPT_FLIP, &line_out->value)) ||
		      take_which(&words, line_out) || take_way(&words, line_out);
	if (err)
		return -SUMAC_EINVAL;
	return words.word ? complain(&words, "nothing may follow") : 0;
}
