/*
 * Lines that the core prints on standard error when the setting verbose asks for them.
 */
#ifndef SUMAC_SAY_H
#define SUMAC_SAY_H

#include <stdbool.h>

enum sumac_say_level { SUMAC_SAY_ALWAYS = 0, SUMAC_SAY_DECISIONS = 1, SUMAC_SAY_CALLS = 2 };

/* Whether a line of that level would be printed, so that callers need not format what nobody will read. */
bool sumac_says(enum sumac_say_level level);

#pragma GCC visibility push(default)

/* Prints one line, at once so that lines of several ranks do not mix, from that level of verbosity on. */
void sumac_say(enum sumac_say_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#pragma GCC visibility pop

#endif
