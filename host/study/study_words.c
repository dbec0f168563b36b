#include "study/study_words.h"

#include <stdbool.h>
#include <string.h>

#include "study/study_pool.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Copies one word to *to_io; returns what follows it, or NULL if a quotation has no end. */
static const char *take_word(const char *at, char **to_io)
{
	char quote = 0, *to = *to_io;

	for (; *at && (quote || !is_blank(*at)); at++) {
		if (quote ? *at == quote : *at == '"' || *at == '\'')
			quote = quote ? 0 : *at;
		else if (*at == '\\' && quote != '\'' && at[1] && (!quote || at[1] == '"' || at[1] == '\\'))
			*to++ = *++at;
		else
			*to++ = *at;
	}
	*to++ = '\0';
	*to_io = to;
	return quote ? NULL : at;
}

const char *sumac_study_words(const char *line, int *n_out, const char ***words_out)
{
	char *to = sumac_study_alloc(strlen(line) + 2);

	*n_out = 0;
	*words_out = sumac_study_grow(NULL, 0, sizeof(**words_out));
	for (;;) {
		while (is_blank(*line))
			line++;
		if (!*line || *line == '#')
			return NULL;
		(*words_out)[*n_out] = to;
		line = take_word(line, &to);
		if (!line)
			return "a quotation has no end";
		++*n_out;
		*words_out = sumac_study_grow(*words_out, *n_out, sizeof(**words_out));
		(*words_out)[*n_out] = NULL;
	}
}
