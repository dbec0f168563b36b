/*
 * The clock that times everything.
 */
#ifndef SUMAC_CLOCK_H
#define SUMAC_CLOCK_H

#include <stdint.h>

#pragma GCC visibility push(default)

/* Nanoseconds since some moment in the past; never goes back. */
int64_t sumac_clock_ns(void);

#pragma GCC visibility pop

#endif
