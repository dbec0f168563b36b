/*
 * Inside `sumac perf`: what its source files share. perf.c (the command, which starts a job whose ranks are this tool),
 * perf_options.c (its words), perf_rank.c (a rank), perf_loop.c (its loops), perf_call.c (one call), perf_check.c (operands and
 * results), perf_bound.c (what no plan can undercut), perf_print.c (the table, and JSON).
 */
#ifndef SUMAC_PERF_H
#define SUMAC_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sumac_job;
struct sumac_launch_options;
struct sumac_request;

#define SUMAC_PERF_TITLE "sumac perf"

enum sumac_perf_what { SUMAC_PERF_LATENCY, SUMAC_PERF_BANDWIDTH, SUMAC_PERF_RATE, SUMAC_PERF_BOUND, SUMAC_PERF_N_WHATS };

enum { SUMAC_PERF_MAX_SIZES = 128, SUMAC_PERF_MAX_WINDOW = 1024 };

struct sumac_perf_options {
	enum sumac_perf_what what;
	int coll, op, type;
	uint64_t sizes[SUMAC_PERF_MAX_SIZES]; /* bytes of all the call's elements, which are whole */
	int n_sizes;
	long n_iterations, n_warmup; /* -1: by engine and size */
	int window;		     /* calls in progress */
	bool in_a_row;		     /* no barrier between calls */
	bool prints_json, wants_help;
};

/* Reads the words after "perf". Words of `sumac run` go to job, unless it is NULL: ranks take none. 0, or an exit status: the
 * mistake has been told. */
int sumac_perf_options_read(int argc, char **argv, struct sumac_perf_options *options_out, struct sumac_launch_options *job);
void sumac_perf_options_help(FILE *to);
const char *sumac_perf_what_name(int what);

/* The program of each rank; returns its exit status. */
int sumac_perf_rank(const struct sumac_perf_options *options);

/* A call that is made again and again: `elems` in all, of which `part` are a rank's where there are parts. */
struct sumac_perf_call {
	int coll, op, type;
	size_t elems, part, elem_bytes;
};

enum { SUMAC_PERF_ROOT = 0 };

/* A call of so many bytes among n ranks; parts are equal, and rounded up to whole elements. */
struct sumac_perf_call sumac_perf_call_of(const struct sumac_perf_options *options, uint64_t bytes, int n_ranks);
/* Elements of the longer of a rank's two buffers. */
size_t sumac_perf_call_room(const struct sumac_perf_call *call);
/* Makes the call on the team of all ranks; with request_out, begins it. */
int sumac_perf_call_make(const struct sumac_perf_call *call, void *dst, const void *src, struct sumac_request **request_out);

/* Operands that repeat every few hundred elements, so that their results do, too: those of all ranks, and what this rank must
 * get, by the oracle. */
struct sumac_perf_pattern;
/* NULL: there is no memory, or the oracle does not know the pair. */
struct sumac_perf_pattern *sumac_perf_pattern_make(const struct sumac_perf_options *options, int rank, int n_ranks);
void sumac_perf_pattern_free(struct sumac_perf_pattern *pattern);
void sumac_perf_pattern_fill(const struct sumac_perf_pattern *pattern, const struct sumac_perf_call *call, void *src);
/* The first element of this rank's result that has wrong bits, or -1. */
int64_t sumac_perf_pattern_judge(const struct sumac_perf_pattern *pattern, const struct sumac_perf_call *call, const void *dst);

/* The calls of one size. */
struct sumac_perf_loop {
	const struct sumac_job *job;
	const struct sumac_perf_options *options;
	struct sumac_perf_call call;
	unsigned char *src, *dst; /* dst has room for each call in progress */
	bool in_cycles;		  /* of the NICs' clock; else nanoseconds */
	long n, n_warmup;
};

/* How many calls count, and how many come before them. */
void sumac_perf_loop_counts(const struct sumac_perf_options *options, bool on_nics, uint64_t bytes, long *n_out,
			    long *n_warmup_out);
/* Makes the calls, and gives this rank's mean: of a call, or from one's end to the next one's; negative if the rank has no clock.
 * 0, or a status with sumac_last_error(). */
int sumac_perf_loop_run(const struct sumac_perf_loop *loop, double *mean_out);

/* The surroundings of simulated NICs, in cycles, and bytes a cycle. */
struct sumac_perf_surroundings {
	double link, host;	  /* bytes a cycle, each way */
	double hop, read, write;  /* cycles */
	double chunk, wire_chunk; /* bytes of the longest chunk, and of its frame on the wire */
};

/* False: there is a NIC that the bounds do not fit (a card, a rack that the launcher did not start, one that ranks share). */
bool sumac_perf_surroundings_find(const struct sumac_job *job, struct sumac_perf_surroundings *surroundings_out);
/* The cycles that no plan can undercut; of_bytes_out, if not NULL, gets those that the bytes take at the busiest link. */
double sumac_perf_bound(const struct sumac_perf_surroundings *around, const struct sumac_perf_call *call, int n_ranks,
			double *of_bytes_out);

/* A size's result. Values are cycles of the NICs' clock, or nanoseconds; of a rate, those of one call. */
struct sumac_perf_result {
	uint64_t bytes;
	long n_iterations;
	bool on_nics; /* then values are cycles */
	double min, avg, max; /* over ranks, of a rank's mean */
	double bound, of_bytes; /* 0: unknown */
	const char *reason;	/* why this engine */
	const char *plan;
};

/* The part that is the same for all results. */
struct sumac_perf_head {
	const struct sumac_perf_options *options;
	int n_ranks, n_nics; /* 0 NICs: none is used */
	bool is_simulated, is_stepped;
	double clock_mhz;
};

/* Prints a result as a line; before it, in the table, headings that differ from the last result's (NULL: there is none). 0, or -1:
 * standard output cannot be written, and errno tells why. */
int sumac_perf_print(const struct sumac_perf_head *head, const struct sumac_perf_result *result,
		     const struct sumac_perf_result *last);

#endif
