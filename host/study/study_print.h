/*
 * Values as JSON, and texts as CSV (RFC 4180) have them.
 */
#ifndef SUMAC_STUDY_PRINT_H
#define SUMAC_STUDY_PRINT_H

#include <stdio.h>

#include "base/json.h"

/* With quotation marks; bytes beyond ASCII stay as they are. */
void sumac_study_print_json(FILE *to, const char *text);
/* A number, a bool or null as it stands, and a text with quotation marks. */
void sumac_study_print_value(FILE *to, const struct sumac_json *value);
/* With quotation marks where CSV needs them. */
void sumac_study_print_csv(FILE *to, const char *text);

#endif
