#include "study/study_print.h"

#include <string.h>

void sumac_study_print_value(FILE *to, const struct sumac_json *value)
{
	if (value->kind == SUMAC_JSON_TEXT)
		sumac_json_print_text(to, value->text);
	else
		fputs(value->text ? value->text : "null", to);
}

void sumac_study_print_csv(FILE *to, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, to);
		return;
	}
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', to);
		fputc(*text, to);
	}
	fputc('"', to);
}
