/*
 * Finds what may be broken in a module: right sides of assignments, conditions of ifs, inputs of instances.
 * Not what is computed before a run (parameters, generate, functions), and no assertions. It knows the subset
 * of SystemVerilog that hw/rtl is written in, and says so where it does not understand.
 */
#include "mutate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct text *text;
static size_t now;                      /* the next token */
static int bad;

int text_is(const struct text *t, const struct token *token, const char *what)
{
	return strlen(what) == token->len && memcmp(t->s + token->at, what, token->len) == 0;
}

static size_t token_length(const char *s, enum token_kind *kind)
{
	static const char *const Marks[] = {
		"<<<", ">>>", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+:", "-:", "::", "'0", "'1",
	};
	size_t n = 0;

	if (isalpha((unsigned char)*s) || *s == '_' || *s == '$' || *s == '`') {
		*kind = NAME;
		while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$' || (n == 0 && s[n] == '`')) n++;
		return n;
	}
	if (isdigit((unsigned char)*s)) {
		*kind = NUMBER;
		while (isdigit((unsigned char)s[n]) || s[n] == '_') n++;
		if (s[n] == '\'' && strchr("bdh", s[n + 1]))
			for (n += 2; isxdigit((unsigned char)s[n]) || s[n] == '_';) n++;
		return n;
	}
	*kind = MARK;
	for (size_t k = 0; k < sizeof Marks / sizeof *Marks; k++)
		if (strncmp(s, Marks[k], strlen(Marks[k])) == 0) return strlen(Marks[k]);
	return 1;
}

int text_read(struct text *t, const char *file)
{
	FILE *f = fopen(file, "r");
	size_t length, room = 0;
	int line = 1;
	const char *skip;

	if (!f) return -1;
	t->s = calloc(1, 1 << 20);
	length = fread(t->s, 1, (1 << 20) - 1, f);
	fclose(f);
	t->n_tokens = 0;
	t->tokens = NULL;
	for (size_t i = 0; i < length;) {
		struct token token = {.at = i, .line = line};

		if (t->s[i] == '\n') line++;
		if (isspace((unsigned char)t->s[i])) { i++; continue; }
		if (strncmp(t->s + i, "//", 2) == 0) { i += strcspn(t->s + i, "\n"); continue; }
		if (strncmp(t->s + i, "`if", 3) == 0) { /* assertions, to the end */
			skip = strstr(t->s + i, "endmodule");
			i = skip ? (size_t)(skip - t->s) : length;
			continue;
		}
		token.len = token_length(t->s + i, &token.kind);
		if (t->n_tokens == room) t->tokens = realloc(t->tokens, (room = room * 2 + 1024) * sizeof *t->tokens);
		t->tokens[t->n_tokens++] = token;
		i += token.len;
	}
	return 0;
}

static const struct token *peek(void) { return &text->tokens[now]; }
static int more(void) { return now + 1 < text->n_tokens && !bad; }
static int is(const char *what) { return text_is(text, peek(), what); }

static int eat(const char *what)
{
	if (!is(what)) return 0;
	now += more();
	return 1;
}

static void need(const char *what)
{
	if (eat(what) || bad) return;
	bad = 1;
	fprintf(stderr, "mutate: line %d: %s, not %.*s\n", peek()->line, what, (int)peek()->len,
		text->s + peek()->at);
}

/* On to the first of one or two marks that stands outside of all brackets, or to the bracket that closes
 * them. */
static void to(const char *mark, const char *or)
{
	for (int depth = 0; more(); now++) {
		if (depth == 0 && (is(mark) || (or && is(or)))) return;
		depth += is("(") || is("[") || is("{");
		if (is(")") || is("]") || is("}"))
			if (depth-- == 0) return;
	}
	if (!bad) fprintf(stderr, "mutate: %s is missing at the end\n", mark);
	bad = 1;
}

static void skip_statement(void)
{
	to(";", NULL);
	need(";");
}

static void skip_brackets(void)
{
	need("(");
	to(")", NULL);
	need(")");
}

static size_t end_of(size_t n) { return text->tokens[n].at + text->tokens[n].len; }

/* The tokens from a to before b are an expression in the statement from begin to end. */
static void found(enum place_kind kind, size_t begin, size_t target_end, size_t a, size_t b, size_t end)
{
	struct place place = {
		.kind = kind, .begin = text->tokens[begin].at, .end = end_of(end),
		.from = text->tokens[a].at, .to = end_of(b - 1),
		.tokens = text->tokens + a, .n_tokens = b - a, .line = text->tokens[a].line,
	};

	if (bad || b <= a) return;
	if (target_end > begin) place.target_len = end_of(target_end - 1) - place.begin;
	for (size_t n = a; n + 1 < b; n++) /* Verilator has no choice between patterns */
		if (text_is(text, &text->tokens[n], "'") && text_is(text, &text->tokens[n + 1], "{")) return;
	mutate_place(&place);
}

static void assignment(int in_block)
{
	size_t begin = now, target_end, from;
	enum place_kind kind;

	to("=", "<=");
	kind = in_block && is("<=") ? REGISTER : WIRE;
	target_end = now++;
	from = now;
	to(";", NULL);
	found(kind, begin, target_end, from, now, now);
	need(";");
}

static void label(void)
{
	if (eat(":")) now++;
}

static void statement(void)
{
	size_t begin = now, from;

	if (bad) return;
	if (eat("begin")) {
		label();
		while (more() && !is("end")) statement();
		need("end");
		label();
	} else if (eat("if")) {
		from = ++now;
		to(")", NULL);
		found(CONDITION, begin, begin, from, now, now);
		need(")");
		statement();
		if (eat("else")) statement();
	} else if (eat("for")) {
		skip_brackets();
		statement();
	} else if (is("case") || is("unique")) {
		eat("unique");
		need("case");
		skip_brackets();
		while (more() && !is("endcase")) {
			to(":", "default");
			if (eat("default")) eat(":");
			else need(":");
			statement();
		}
		need("endcase");
	} else if (is("logic") || is("int") || is("automatic")) {
		skip_statement();
	} else if (!eat(";")) {
		assignment(1);
	}
}

static void instance(void)
{
	now++;
	if (eat("#")) skip_brackets();
	now++;
	need("(");
	while (more() && !is(")")) {
		size_t begin = now, from;
		int is_input;

		need(".");
		is_input = peek()->len > 2 && memcmp(text->s + end_of(now) - 2, "_i", 2) == 0;
		now++;
		if (eat("(")) {
			from = now;
			to(")", NULL);
			if (is_input) found(PORT, begin, begin, from, now, now);
			need(")");
		}
		eat(",");
	}
	need(")");
	need(";");
}

int text_places(const struct text *t)
{
	text = t;
	now = 0;
	bad = 0;
	while (more() && !is("module")) now++;
	now += 2;
	while (more() && !is("(") && !is(";")) {
		now++;
		if (is("(") && text_is(text, peek() - 1, "#")) skip_brackets();
	}
	if (is("(")) skip_brackets();
	need(";");
	while (more() && !is("endmodule")) {
		if (eat("assign")) assignment(0);
		else if (eat("always_comb")) statement();
		else if (eat("always_ff")) {
			need("@");
			skip_brackets();
			statement();
		} else if (eat("function")) {
			while (more() && !eat("endfunction")) now++;
		} else if (eat("if") || eat("for")) skip_brackets();
		else if (eat("else") || eat("end")) label();
		else if (eat("begin")) label();
		else if (peek()->len > 6 && strncmp(text->s + peek()->at, "sumac_", 6) == 0 &&
			 !text_is(text, peek() + 1, "::")) instance();
		else skip_statement();
	}
	return bad ? -1 : 0;
}
