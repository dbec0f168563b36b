/*
 * Numbers with a fraction, in text.
 */
#ifndef SUMAC_DECIMAL_H
#define SUMAC_DECIMAL_H

/* As strtod(), but the decimal point is always a point: the program's locale does not matter to settings. *end_out is the text
 * itself if it does not begin with a number. */
double sumac_decimal(const char *text, const char **end_out);

#endif
