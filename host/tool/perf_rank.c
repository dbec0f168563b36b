/*
 * A rank of `sumac perf`: size by size, it measures, and has its result judged. The ranks tell each other what they have found by
 * a call that is not measured.
 */
#include "tool/perf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/call/explain.h"
#include "core/job/job.h"
#include "core/job/job_nics.h"
#include "core/job/process.h"
#include "launch/exit_status.h"
#include "sumac.h"

struct bench {
	struct sumac_job *job;
	const struct sumac_perf_options *options;
	struct sumac_perf_head head;
	struct sumac_perf_pattern *pattern;
	struct sumac_perf_surroundings around;
	bool has_bounds, shows_progress;
	unsigned char *src, *dst; /* a call each, or one for each in progress */
};

static const char no_bound[] = "bounds are known of NICs that the launcher simulates (--engine nic), one for each of at least 2 "
			       "ranks, and of calls that they do as they are";

static const char no_clock[] = "rates on NICs are counted by their clock, which ranks that share a NIC cannot read; give each "
			       "rank one, or measure latency";

/* A rank tells the others, of a size: its mean, negative if it has none, and where its result is wrong, or -1. */
struct outcome {
	double mean;
	int64_t wrong_at;
	int32_t errno_of_print; /* of the size before, on rank 0 */
	int32_t unused;
};

static int fail(const struct bench *bench, const char *what)
{
	if (bench->shows_progress)
		fprintf(stderr, "\r\033[K");
	fprintf(stderr, SUMAC_PERF_TITLE ": rank %d: %s\n", sumac_rank(), what);
	return SUMAC_EXIT_FAILED;
}

/* All ranks fail alike, so one says it. */
static int fail_alike(const struct bench *bench, const char *what)
{
	return sumac_rank() ? SUMAC_EXIT_FAILED : fail(bench, what);
}

static int64_t judge(const struct bench *bench, const struct sumac_perf_call *call)
{
	int n = bench->options->what == SUMAC_PERF_RATE ? bench->options->window : 1;
	size_t bytes = sumac_perf_call_room(call) * call->elem_bytes;
	int64_t wrong_at = -1;

	for (int i = 0; i < n && wrong_at < 0; i++)
		wrong_at = sumac_perf_pattern_judge(bench->pattern, call, bench->dst + (size_t)i * bytes);
	return wrong_at;
}

/* Gives all ranks what all have found, and puts the means together. 0, or an exit status. */
static int share(const struct bench *bench, const struct sumac_perf_call *call, struct outcome own,
		 struct sumac_perf_result *result)
{
	int n_ranks = bench->job->size, n = 0, status = 0;
	struct outcome *all = malloc((size_t)n_ranks * sizeof(*all));
	char what[160];
	int err;

	if (!all)
		return fail(bench, "no memory");
	/* By a call, since simulated time goes on beside any other exchange, for as long as that happens to take. */
	err = sumac_allgather(sumac_team_world(), all, &own, sizeof(own));
	if (err)
		status = fail(bench, sumac_strerror(err));
	for (int i = 0; i < n_ranks && !status; i++) {
		if (all[i].wrong_at >= 0) {
			snprintf(what, sizeof(what), "rank %d got a wrong result: element %lld of %s of %zu elements", i,
				 (long long)all[i].wrong_at, sumac_coll_name(call->coll), call->elems);
			status = fail_alike(bench, what);
		}
		if (all[i].errno_of_print)
			status = SUMAC_EXIT_FAILED;
		if (all[i].mean < 0)
			continue;
		result->min = !n || all[i].mean < result->min ? all[i].mean : result->min;
		result->max = !n || all[i].mean > result->max ? all[i].mean : result->max;
		result->avg += all[i].mean;
		n++;
	}
	free(all);
	if (!status && !n)
		return fail_alike(bench, no_clock);
	result->avg /= n ? n : 1;
	return status;
}

static int explain(const struct bench *bench, const struct sumac_perf_call *call, struct sumac_explanation *told_out)
{
	size_t unit = sumac_coll_combines(call->coll) ? 1 : call->elem_bytes;
	struct sumac_call asked = { .coll = (enum sumac_coll)call->coll, .op = call->op, .type = call->type,
				    .count = call->elems * unit };

	return sumac_explain_call(bench->job->world, &asked, told_out);
}

/* Measures one size. 0, or an exit status. */
static int measure(const struct bench *bench, uint64_t bytes, int errno_of_print, struct sumac_explanation *told_out,
		   struct sumac_perf_result *result_out)
{
	struct sumac_perf_call call = sumac_perf_call_of(bench->options, bytes, bench->job->size);
	struct sumac_perf_loop loop = { .job = bench->job, .options = bench->options, .call = call, .src = bench->src,
					.dst = bench->dst };
	struct outcome own = { .wrong_at = -1, .errno_of_print = errno_of_print };
	int err;

	*result_out = (struct sumac_perf_result){ .bytes = bytes };
	if (explain(bench, &call, told_out))
		return fail_alike(bench, sumac_last_error());
	result_out->reason = told_out->reason;
	result_out->plan = told_out->plan;
	result_out->on_nics = loop.in_cycles = told_out->kind == SUMAC_ENGINE_NIC;
	if (bench->has_bounds && result_out->on_nics && !told_out->carrier)
		result_out->bound = sumac_perf_bound(&bench->around, &call, bench->job->size, &result_out->of_bytes);
	if (bench->options->what == SUMAC_PERF_BOUND)
		return result_out->bound > 0 ? 0 : fail_alike(bench, no_bound);
	sumac_perf_pattern_fill(bench->pattern, &call, bench->src);
	sumac_perf_loop_counts(bench->options, loop.in_cycles, bytes, &loop.n, &loop.n_warmup);
	result_out->n_iterations = loop.n;
	err = sumac_perf_loop_run(&loop, &own.mean);
	if (err)
		return (err == -SUMAC_EREQUIRED ? fail_alike : fail)(bench, sumac_last_error());
	own.wrong_at = judge(bench, &call);
	return share(bench, &call, own, result_out);
}

static void show_progress(const struct bench *bench, int done)
{
	if (bench->shows_progress && done < bench->options->n_sizes)
		fprintf(stderr, "\r\033[K%d of %d sizes, now %llu bytes ", done, bench->options->n_sizes,
			(unsigned long long)bench->options->sizes[done]);
	else if (bench->shows_progress)
		fprintf(stderr, "\r\033[K");
	if (bench->shows_progress)
		fflush(stderr);
}

static int measure_all(const struct bench *bench)
{
	struct sumac_perf_result result, last;
	struct sumac_explanation told[2]; /* a result has texts of its own */
	int errno_of_print = 0, status = 0;

	for (int i = 0; i < bench->options->n_sizes && !status; i++) {
		show_progress(bench, i);
		status = measure(bench, bench->options->sizes[i], errno_of_print, &told[i % 2], &result);
		if (status || bench->job->rank)
			continue;
		if (bench->shows_progress)
			fprintf(stderr, "\r\033[K");
		if (sumac_perf_print(&bench->head, &result, i ? &last : NULL))
			errno_of_print = errno ? errno : EIO;
		last = result;
	}
	if (!status)
		show_progress(bench, bench->options->n_sizes);
	if (!errno_of_print)
		return status;
	fprintf(stderr, SUMAC_PERF_TITLE ": the results cannot be written: %s\n", strerror(errno_of_print));
	return SUMAC_EXIT_FAILED;
}

/* Memory that the NIC reaches, for the longest call. */
static int allocate(struct bench *bench)
{
	size_t longest = 1, n = bench->options->what == SUMAC_PERF_RATE ? (size_t)bench->options->window : 1;
	void *src, *dst;

	for (int i = 0; i < bench->options->n_sizes; i++) {
		struct sumac_perf_call call = sumac_perf_call_of(bench->options, bench->options->sizes[i], bench->job->size);
		size_t bytes = sumac_perf_call_room(&call) * call.elem_bytes;

		longest = bytes > longest ? bytes : longest;
	}
	if (sumac_alloc(longest, &src) || sumac_alloc(longest * n, &dst))
		return fail(bench, sumac_last_error());
	bench->src = src;
	bench->dst = dst;
	bench->pattern = sumac_perf_pattern_make(bench->options, bench->job->rank, bench->job->size);
	return bench->pattern ? 0 : fail(bench, "no memory, or nothing to judge results by");
}

static void look_around(struct bench *bench)
{
	struct sumac_nics_about about;

	bench->head = (struct sumac_perf_head){ .options = bench->options, .n_ranks = bench->job->size };
	bench->shows_progress = !bench->job->rank && isatty(STDERR_FILENO);
	if (!sumac_job_nics_about(bench->job, &about))
		return;
	bench->head.n_nics = bench->job->nics.n_nics;
	bench->head.is_simulated = about.is_simulated;
	bench->head.is_stepped = about.is_stepped;
	bench->head.clock_mhz = (double)about.clock_hz / 1e6;
	bench->has_bounds = bench->job->size > 1 && sumac_perf_surroundings_find(bench->job, &bench->around);
}

int sumac_perf_rank(const struct sumac_perf_options *options)
{
	struct bench bench = { .options = options };
	int status;

	if (sumac_init()) {
		fprintf(stderr, SUMAC_PERF_TITLE ": %s\n", sumac_last_error());
		return SUMAC_EXIT_FAILED;
	}
	bench.job = sumac_job_current();
	look_around(&bench);
	if (options->what != SUMAC_PERF_BOUND && allocate(&bench))
		return SUMAC_EXIT_FAILED; /* the others have not: they learn of it as of a death */
	status = measure_all(&bench);
	sumac_perf_pattern_free(bench.pattern);
	if (sumac_finalize() && !status)
		status = fail(&bench, sumac_last_error());
	return status;
}
