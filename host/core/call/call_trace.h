/*
 * A rank's calls and waits in the trace that the setting trace asks for: in the time of its simulated NIC, or, where it has none of
 * its own, in real time.
 */
#ifndef SUMAC_CALL_TRACE_H
#define SUMAC_CALL_TRACE_H

#include "core/call/request.h"
#include "core/job/job.h"

/* In the job's folder: a link to the file, and the mark that a rank could not write it. */
#define SUMAC_TRACE_LINK "trace"
#define SUMAC_TRACE_LOST "trace-lost"

/* Does nothing unless the setting asks for a trace. A job has a trace from its first call on or not at all. */
int sumac_call_trace_open(struct sumac_job *job);
/* Prints why calls are missing in the trace, if any are. */
void sumac_call_trace_close(struct sumac_job *job);

/* The rest is for jobs with a trace. Now, in the trace's time. */
uint64_t sumac_call_trace_now(const struct sumac_job *job);
/* The call has been posted; it began then. It is waited for at once, or it is a request. */
void sumac_call_trace_posted(struct sumac_request *request, uint64_t began, bool is_blocking) __attribute__((cold));
/* The program begins to wait for a request. */
void sumac_call_trace_waits(struct sumac_request *request) __attribute__((cold));
/* The call is over: writes it. */
void sumac_call_trace_ended(struct sumac_request *request, int err) __attribute__((cold));

#endif
