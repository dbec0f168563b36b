/* Places in a module of the RTL which mutate.c may break, as mutate_parse.c finds them. */
#ifndef SUMAC_TESTS_MUTATE_H
#define SUMAC_TESTS_MUTATE_H

#include <stddef.h>

enum token_kind { NAME, NUMBER, MARK };

struct token {
	enum token_kind kind;
	size_t at, len;
	int line;
};

struct text {
	char *s;
	struct token *tokens;
	size_t n_tokens;
};

enum place_kind { WIRE, REGISTER, CONDITION, PORT };

struct place {
	enum place_kind kind;
	size_t begin, end;              /* the statement, for people */
	size_t from, to;                /* the expression */
	size_t target_len;              /* what an assignment assigns, from begin on */
	const struct token *tokens;     /* of the expression */
	size_t n_tokens;
	int line;
};

int text_read(struct text *text, const char *file);

/* Whether a token reads so. */
int text_is(const struct text *text, const struct token *token, const char *what);

/* Calls mutate_place() for each place. Negative for a file that is not understood, which it says. */
int text_places(const struct text *text);
void mutate_place(const struct place *place);

#endif
