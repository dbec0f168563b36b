/*
 * What was asked for and is not given is said, in one line: before the first call, and after the last.
 */
#ifndef SUMAC_PROMISE_H
#define SUMAC_PROMISE_H

#include "core/job.h"

/* NICs were asked for, and the team of all ranks has none. */
void sumac_promise_say_begin(const struct sumac_job *job);
/* Less than half of the reductions went where they were to go. */
void sumac_promise_say_end(const struct sumac_job *job);

#endif
