/*
 * Numbers with a fraction, in text.
 */
#ifndef SUMAC_DECIMAL_H
#define SUMAC_DECIMAL_H

/* As strtod(), but the point is a point whatever locale the program has set, which has not been asked when a library reads its
 * settings. *end_out is the text itself where no number begins it. */
double sumac_decimal(const char *text, const char **end_out);

#endif
