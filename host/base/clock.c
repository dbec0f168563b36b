/*
 * The system's monotonic clock, which nobody can set.
 */
#include "base/clock.h"

#include <time.h>

static const int64_t NS_PER_S = 1000000000;

int64_t sumac_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}
