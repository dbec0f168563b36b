/*
 * What the core prints on standard error when the setting verbose asks for it.
 */
#ifndef SUMAC_SAY_H
#define SUMAC_SAY_H

#include <stdbool.h>

enum sumac_say_level { SUMAC_SAY_ALWAYS = 0, SUMAC_SAY_DECISIONS = 1, SUMAC_SAY_CALLS = 2 };

/* Whether it would print anything, for what is not worth preparing else. */
bool sumac_says(enum sumac_say_level level);

#pragma GCC visibility push(default)

/* One line, written at once so that lines of several ranks
 * do not mix; printed from that level of verbosity on. */
void sumac_say(enum sumac_say_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#pragma GCC visibility pop

#endif
