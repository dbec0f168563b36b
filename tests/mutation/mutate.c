/*
 * Breaks one module of the RTL in small ways, all of them in one file: each place where something may be
 * broken becomes a choice by sumac_mutant::number, so that a bench is built once a module and not once a
 * mutant.
 *
 *   mutate list SEED FILE    rank (by seed), number, line, statement, what it becomes; tabs between
 *   mutate write FILE N...   the file with the mutants of these numbers
 *
 * Places are found by mutate_parse.c; what is done to an expression is here.
 */
#include "mutate.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct text source;
static int number;                     /* of the mutant at hand, from 1 */
static const char *file_name;
static uint64_t seed;
static const int *chosen;
static int n_chosen;
static size_t written;                 /* of the source, when writing */
static char choices[1 << 16];          /* of the place at hand */

static const struct { const char *is, *becomes; } Swaps[] = {
	{"&&", "||"}, {"||", "&&"}, {"==", "!="}, {"!=", "=="}, {"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"},
	{"+", "-"}, {"-", "+"}, {"&", "|"}, {"|", "&"}, {"^", "|"}, {"*", "+"}, {"<<", ">>"}, {">>", "<<"},
	{">>>", ">>"}, {"!", ""}, {"~", ""}, {"'0", "'1"}, {"'1", "'0"}, {"$signed", "$unsigned"},
};

/* Text on one line, blanks and comments as one blank each. */
static void squeeze(const char *s, size_t n, char *out, size_t room)
{
	size_t w = 0;

	for (size_t i = 0; i < n && w + 2 < room; i++) {
		if (s[i] == '/' && i + 1 < n && s[i + 1] == '/')
			while (i < n && s[i] != '\n') i++;
		if (i < n && !isspace((unsigned char)s[i])) out[w++] = s[i];
		else if (w && out[w - 1] != ' ') out[w++] = ' ';
	}
	while (w && out[w - 1] == ' ') w--;
	out[w] = '\0';
}

static uint64_t rank_of(const char *before, const char *after)
{
	uint64_t h = 0xcbf29ce484222325u ^ seed * 0x9e3779b97f4a7c15u;
	const char *parts[] = {file_name, before, after};

	for (int p = 0; p < 3; p++)
		for (const char *c = parts[p]; *c; c++) h = (h ^ (unsigned char)*c) * 0x100000001b3u;
	return (h ^ h >> 32) * 0xd6e8feb86659fd93u >> 20;
}

/* One mutant: the expression from `from` to `to` becomes `becomes`. */
static void mutant(const struct place *at, const char *becomes)
{
	char before[4096], after[4096], whole[8192];
	const char *s = source.s;

	number++;
	if (!chosen) {
		squeeze(s + at->begin, at->end - at->begin, before, sizeof before);
		snprintf(whole, sizeof whole, "%.*s%s%.*s", (int)(at->from - at->begin), s + at->begin,
			 becomes, (int)(at->end - at->to), s + at->to);
		squeeze(whole, strlen(whole), after, sizeof after);
		printf("%012llx\t%d\t%d\t%s\t%s\n", (unsigned long long)rank_of(before, after) & 0xffffffffffffu,
		       number, at->line, before, after);
		return;
	}
	for (int n = 0; n < n_chosen; n++)
		if (chosen[n] == number) {
			size_t l = strlen(choices);
			int more = snprintf(choices + l, sizeof choices - l, "(sumac_mutant::number == %d) ? (%s) : ",
					    number, becomes);

			if (more >= 0 && (size_t)more < sizeof choices - l) continue;
			fprintf(stderr, "mutate: %s:%d: too many choices\n", file_name, at->line);
			exit(2);
		}
}

/* The expression with the text from a to b replaced. */
static void replaced(const struct place *at, size_t a, size_t b, const char *format, ...)
{
	char with[2048], becomes[8192];
	va_list list;

	va_start(list, format);
	vsnprintf(with, sizeof with, format, list);
	va_end(list);
	snprintf(becomes, sizeof becomes, "%.*s%s%.*s", (int)(a - at->from), source.s + at->from, with,
		 (int)(at->to - b), source.s + b);
	mutant(at, becomes);
}

/* A constant by one more and one less; sized ones wrap. */
static void constant(const struct place *at, const struct token *t, int is_cast)
{
	const char *s = source.s + t->at, *quote = memchr(s, '\'', t->len);
	char digits[80];
	int n = 0, base = 10;
	uint64_t value, mask = UINT64_MAX;
	unsigned width = 0;

	if (quote) {
		width = (unsigned)strtoul(s, NULL, 10);
		base = quote[1] == 'b' ? 2 : quote[1] == 'h' ? 16 : 10;
		mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
	}
	for (const char *c = quote ? quote + 2 : s; c < s + t->len && n < 79; c++)
		if (*c != '_') digits[n++] = *c;
	digits[n] = '\0';
	value = strtoull(digits, NULL, base);
	if (quote) {
		replaced(at, t->at, t->at + t->len, "%u'd%llu", width, (unsigned long long)((value + 1) & mask));
		if (mask != 1)
			replaced(at, t->at, t->at + t->len, "%u'd%llu", width,
				 (unsigned long long)((value - 1) & mask));
		return;
	}
	if (!is_cast) replaced(at, t->at, t->at + t->len, "%llu", (unsigned long long)value + 1);
	if (value > (uint64_t)is_cast) replaced(at, t->at, t->at + t->len, "%llu", (unsigned long long)value - 1);
}

static int is_operand_end(const struct token *t)
{
	return t->kind == NAME || t->kind == NUMBER || text_is(&source, t, ")") || text_is(&source, t, "]") ||
	       text_is(&source, t, "}");
}

/* Whether the condition of a ?: was found: negated. */
static void negate_choice(const struct place *at, const struct token *first, const struct token *q)
{
	const struct token *t = q;
	int depth = 0;

	while (t > first) {
		const struct token *p = t - 1;
		int closes = text_is(&source, p, ")") || text_is(&source, p, "]") || text_is(&source, p, "}");
		int opens = text_is(&source, p, "(") || text_is(&source, p, "[") || text_is(&source, p, "{");

		if (opens && depth == 0) break;
		if (depth == 0 && (text_is(&source, p, ",") || text_is(&source, p, "?") || text_is(&source, p, ":"))) break;
		depth += closes - opens;
		t = p;
	}
	replaced(at, t->at, q->at, "!(%.*s)", (int)(q->at - t->at), source.s + t->at);
}

static void expression(const struct place *at)
{
	const struct token *first = at->tokens, *last = at->tokens + at->n_tokens;

	for (const struct token *t = first; t < last; t++) {
		if (t->kind == NUMBER) constant(at, t, t + 1 < last && text_is(&source, t + 1, "'"));
		if (text_is(&source, t, "?")) negate_choice(at, first, t);
		if ((text_is(&source, t, "+") || text_is(&source, t, "-")) &&
		    (t == first || !is_operand_end(t - 1))) continue;
		for (size_t k = 0; k < sizeof Swaps / sizeof *Swaps; k++)
			if (text_is(&source, t, Swaps[k].is)) replaced(at, t->at, t->at + t->len, "%s", Swaps[k].becomes);
	}
}

/* Called for each place in the order of the file. */
void mutate_place(const struct place *at)
{
	char target[512];

	choices[0] = '\0';
	expression(at);
	if (at->kind == CONDITION) {
		replaced(at, at->from, at->to, "!(%.*s)", (int)(at->to - at->from), source.s + at->from);
		mutant(at, "1'b1");
		mutant(at, "1'b0");
	}
	if (at->kind == REGISTER) { /* it keeps what it has: a reset, an enable that never comes */
		snprintf(target, sizeof target, "%.*s", (int)at->target_len, source.s + at->begin);
		mutant(at, target);
	}
	if (at->kind == PORT && at->n_tokens == 1) mutant(at, "'0");
	if (chosen && choices[0]) {
		printf("%.*s%s(%.*s)", (int)(at->from - written), source.s + written, choices,
		       (int)(at->to - at->from), source.s + at->from);
		written = at->to;
	}
}

static int usage(void)
{
	fprintf(stderr, "mutate list SEED FILE | mutate write FILE N...\n");
	return 2;
}

int main(int argc, char **argv)
{
	static int wanted[4096];

	if (argc == 4 && strcmp(argv[1], "list") == 0) {
		seed = strtoull(argv[2], NULL, 10);
		file_name = argv[3];
	} else if (argc >= 4 && argc - 3 <= 4096 && strcmp(argv[1], "write") == 0) {
		for (n_chosen = 0; n_chosen < argc - 3; n_chosen++) wanted[n_chosen] = atoi(argv[3 + n_chosen]);
		chosen = wanted;
		file_name = argv[2];
	} else {
		return usage();
	}
	if (text_read(&source, file_name) != 0) {
		perror(file_name);
		return 2;
	}
	if (text_places(&source) != 0) return 2;
	if (chosen) fputs(source.s + written, stdout);
	return 0;
}
