/*
 * Prints one line when the job does not get the engine that it asked for: before the first call, and after the last.
 */
#ifndef SUMAC_ENGINE_NOTICE_H
#define SUMAC_ENGINE_NOTICE_H

#include "core/job/job.h"

/* Prints it if NICs were asked for and the team of all ranks has none. */
void sumac_engine_notice_say_begin(const struct sumac_job *job);
/* Prints it if less than half of the reductions went where they should. */
void sumac_engine_notice_say_end(const struct sumac_job *job);

#endif
