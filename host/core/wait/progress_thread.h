/*
 * The library's own thread, which drives the engines while requests are in progress and nobody waits for them: from the
 * start where the setting progress is thread, else from when a rank first has a request that its NIC had no room for.
 */
#ifndef SUMAC_PROGRESS_THREAD_H
#define SUMAC_PROGRESS_THREAD_H

#include "core/job/job.h"

/* Starts it if the setting says so. 0 or -SUMAC_E.... */
int sumac_progress_thread_open(struct sumac_job *job);
/* Starts it if it has not been. */
int sumac_progress_thread_start(struct sumac_job *job);
/* Makes it also serve ranks that ask for this one's memory, now that the job has a remote. */
int sumac_progress_thread_serve(struct sumac_job *job);
void sumac_progress_thread_close(struct sumac_job *job);

/* Called when a request has been posted: wakes the thread if it is idle. */
void sumac_progress_thread_wake(struct sumac_job *job);

#endif
