/*
 * Counts of instructions, by callgrind, between marks: a file for each kind of call.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdlib.h>
#include <valgrind/callgrind.h>

enum { N_FIRST = 3, N_CALLS = 21 };

/* After the first calls, which do work that is done once, of each of three kinds that alternate. Around work that is not to be
 * counted, a call toggles the collecting off and on. */
static inline void measure(const char *what, int (*call)(void))
{
	for (int i = -N_FIRST; i < N_CALLS; i++) {
		if (i == 0)
			CALLGRIND_ZERO_STATS;
		CALLGRIND_TOGGLE_COLLECT; /* on */
		if (call())
			exit(1);
		CALLGRIND_TOGGLE_COLLECT; /* off */
	}
	CALLGRIND_DUMP_STATS_AT(what);
}

/* The cost of the marks themselves. */
static inline int nothing(void)
{
	return 0;
}

#endif
