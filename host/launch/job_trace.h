/*
 * The trace of a job: the launcher begins and ends the file to which ranks and rack append.
 */
#ifndef SUMAC_JOB_TRACE_H
#define SUMAC_JOB_TRACE_H

/* Begins it if the setting asks for one, and tells the ranks by a link in the job's folder. 0, or -1 with a message. */
int sumac_job_trace_begin(const char *title, const char *dir);
/* Ends it, when ranks and rack have gone. 0, or -1 with a message: the trace is not whole. */
int sumac_job_trace_end(const char *title, const char *dir);

#endif
