/*
 * The loops of the field's benchmarks around calls of the API: calls one by one, and calls in progress.
 */
#include "tool/perf.h"

#include <string.h>

#include "base/causes.h"
#include "base/clock.h"
#include "core/job/job_nics.h"
#include "core/report/report.h"
#include "sumac.h"

enum { UNCLEAN = 0xA5 }; /* what a result replaces */

void sumac_perf_loop_counts(const struct sumac_perf_options *options, bool on_nics, uint64_t bytes, long *n_out,
			    long *n_warmup_out)
{
	long n, n_warmup;

	if (options->what == SUMAC_PERF_RATE) {
		n = options->window * (on_nics ? bytes > 4096 ? 1 : 4 : bytes > 8192 ? 4 : 100);
		n_warmup = options->window;
	} else if (on_nics) {
		n = bytes > 65536 ? 3 : 10;
		n_warmup = bytes > 65536 ? 1 : 2;
	} else {
		n = bytes > 8192 ? 100 : 1000;
		n_warmup = n / 10;
	}
	*n_out = options->n_iterations < 0 ? n : options->n_iterations;
	*n_warmup_out = options->n_warmup < 0 ? n_warmup : options->n_warmup;
}

/* The cycles of all calls of a collective so far, as the report counts them. */
static uint64_t cycles_so_far(const struct sumac_job *job, int coll)
{
	uint64_t sum = 0;

	for (const struct sumac_report_entry *entry = job->report; entry; entry = entry->next)
		if ((int)entry->kind.coll == coll)
			sum += entry->cycles;
	return sum;
}

/* Makes the calls one by one, and gives the mean of those that count. The last of all is the one whose result is judged: clearing
 * what it replaces takes no simulated time, but real time, so where that is measured it does not count. */
static int measure_calls(const struct sumac_perf_loop *loop, double *mean_out)
{
	const struct sumac_perf_call *call = &loop->call;
	bool in_cycles = loop->in_cycles;
	long n = loop->n, n_warmup = loop->n_warmup;
	bool has_barrier = !loop->options->in_a_row && call->coll != SUMAC_COLL_BARRIER;
	uint64_t sum = 0;
	long n_all = n_warmup + n + !in_cycles;
	int err = 0;

	for (long i = 0; i < n_all && !err; i++) {
		uint64_t begin;

		if (has_barrier)
			err = sumac_barrier(sumac_team_world());
		if (i == n_all - 1)
			memset(loop->dst, UNCLEAN, sumac_perf_call_room(call) * call->elem_bytes);
		begin = in_cycles ? cycles_so_far(loop->job, call->coll) : (uint64_t)sumac_clock_ns();
		if (!err)
			err = sumac_perf_call_make(call, loop->dst, loop->src, NULL);
		if (i >= n_warmup && i < n_warmup + n)
			sum += (in_cycles ? cycles_so_far(loop->job, call->coll) : (uint64_t)sumac_clock_ns()) - begin;
	}
	*mean_out = in_cycles && !loop->job->bus && !loop->job->served_bus ? -1 : (double)sum / (double)n; /* owners have cycles */
	return err;
}

/* The NIC's clock, or the host's. False: this rank has no NIC of its own to ask. */
static bool read_clock(const struct sumac_perf_loop *loop, uint64_t *now_out)
{
	static struct sumac_causes causes; /* large */

	if (!loop->in_cycles)
		*now_out = (uint64_t)sumac_clock_ns();
	else if (!sumac_job_nics_causes(loop->job, &causes))
		return false;
	else
		*now_out = causes.cycles;
	return true;
}

/* Keeps a number of calls in progress, and gives the time from one's end to the next one's: from the end of the last warm-up call
 * to that of the last call that counts, while as many as ever are in progress. */
static int measure_rate(const struct sumac_perf_loop *loop, double *mean_out)
{
	const struct sumac_perf_call *call = &loop->call;
	long n = loop->n, n_warmup = loop->n_warmup;
	struct sumac_request *request[SUMAC_PERF_MAX_WINDOW] = { NULL };
	size_t bytes = sumac_perf_call_room(call) * call->elem_bytes;
	uint64_t begin = 0, end = 0;
	int window = loop->options->window, err = sumac_barrier(sumac_team_world());
	bool has_clock = read_clock(loop, &begin);

	for (long i = 0; i < n_warmup + n + window && !err; i++) {
		size_t at = (size_t)(i % window);

		err = sumac_wait(&request[at]);
		if (n_warmup && i - window == n_warmup - 1)
			has_clock = read_clock(loop, &begin);
		if (i - window == n_warmup + n - 1)
			has_clock = has_clock && read_clock(loop, &end);
		if (!err)
			err = sumac_perf_call_make(call, loop->dst + at * bytes, loop->src, &request[at]);
	}
	if (!err)
		err = sumac_wait_all(window, request);
	/* These calls' results are judged. */
	if (!err)
		memset(loop->dst, UNCLEAN, bytes * (size_t)window);
	for (int i = 0; i < window && !err; i++)
		err = sumac_perf_call_make(call, loop->dst + (size_t)i * bytes, loop->src, &request[i]);
	if (!err)
		err = sumac_wait_all(window, request);
	*mean_out = has_clock ? (double)(end - begin) / (double)n : -1;
	return err;
}

int sumac_perf_loop_run(const struct sumac_perf_loop *loop, double *mean_out)
{
	return loop->options->what == SUMAC_PERF_RATE ? measure_rate(loop, mean_out) : measure_calls(loop, mean_out);
}
