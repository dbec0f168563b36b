/*
 * Opening and closing a job: the ranks compare builds and settings, then open the engines and make the team
 * of all.
 */
#include "core/job/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agree/agree.h"
#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "core/job/job_nics.h"
#include "core/call/call_trace.h"
#include "core/call/perform.h"
#include "core/job/compare.h"
#include "core/job/memory.h"
#include "core/report/engine_notice.h"
#include "core/wait/progress_thread.h"
#include "core/report/report.h"
#include "core/report/report_area.h"
#include "core/team/sync.h"
#include "core/wait/wait.h"
#include "fabric/fabric.h"
#include "segment/segment.h"
#include "remote/remote.h"

static const int64_t SHORT_SLEEP_NS = 1000000;
enum { MAX_TIMES = 100 };
/* The CPU engine's limits: chunks of a stream on their way, and calls by which a rank may be ahead of another within a host. */
enum { CPU_WINDOW = 4, CPU_SLOTS = 64 };

/* Prefixes the story, if there is one, with what could not be done. */
static int tell(int err, const char *what)
{
	const char *why = sumac_last_error();

	return sumac_fail(err, "%s: %s", what, *why ? why : sumac_strerror(err));
}

static void pass_time(void *job)
{
	sumac_wait_pass(job);
}

/* Hosts that the setting ranks_a_host makes share one machine. Sleeps can be long where messages end them; they still end by
 * themselves, so that the rank looks for deaths. A hundred ranks on a core that each looked a thousand times a second would leave
 * it no time for anything else. */
static void choose_sleeps(struct sumac_job *job)
{
	int n_ranks = sumac_setting_int(SUMAC_SETTING_RANKS_A_HOST) ? job->size : sumac_segment_n_local(job->segment);
	int64_t n_cores = sysconf(_SC_NPROCESSORS_ONLN), times = n_ranks / n_cores / 4;

	job->ranks_a_core = (n_ranks + n_cores - 1) / n_cores;
	if (sumac_segment_n_local(job->segment) < job->size || times < 1)
		times = 1;
	job->max_sleep_ns = SHORT_SLEEP_NS * (times < MAX_TIMES ? times : MAX_TIMES);
}

/* Opens the memory that the ranks of a host share; the network, which lies in that memory if all share it; and the messages by
 * which ranks compare their calls. */
static int open_fabric(struct sumac_job *job)
{
	int err;

	sumac_fail_clear();
	err = sumac_segment_open(&job->bootstrap, &job->segment);
	if (err)
		return tell(err, "the ranks of this host cannot share memory");
	if (sumac_segment_n_local(job->segment) == job->size)
		job->bootstrap.segment = job->segment;
	choose_sleeps(job);
	err = sumac_fabric_open(&job->bootstrap, job->segment, (size_t)sumac_setting_int(SUMAC_SETTING_CPU_CHUNK_BYTES),
				&job->fabric);
	if (err)
		return tell(err, "the network between the ranks cannot be opened");
	return sumac_agree_open(job->fabric, pass_time, job, &job->agree);
}

static int open_cpu(struct sumac_job *job)
{
	int err;

	job->cpu_options = (struct sumac_cpu_options){
		.chunk_bytes = (size_t)sumac_setting_int(SUMAC_SETTING_CPU_CHUNK_BYTES),
		.window = CPU_WINDOW,
		.n_slots = CPU_SLOTS,
		.small_bytes = (size_t)sumac_setting_int(SUMAC_SETTING_CPU_SMALL_BYTES),
		.round_bytes = (size_t)sumac_setting_int(SUMAC_SETTING_CPU_ROUND_BYTES),
		.found = &job->found,
		.single_copy = (enum sumac_single_copy)sumac_setting_int(SUMAC_SETTING_CPU_SINGLE_COPY),
	};
	if (!job->cpu_options.small_bytes)
		sumac_found_load(&job->found);
	err = sumac_engine_cpu_open(job->fabric, job->segment, &job->cpu_options, &job->engine[SUMAC_ENGINE_CPU]);
	return err ? tell(err, "the CPU engine cannot be opened") : 0;
}

static int exchange_on_bootstrap(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	int err = sumac_bootstrap_allgather(ctx, value, len_bytes, recv_out);

	return err ? tell(err, "the ranks cannot exchange the data for making teams") : 0;
}

static int make_world(struct sumac_job *job)
{
	struct sumac_oob oob = { &job->bootstrap, exchange_on_bootstrap };
	int *ranks = malloc((size_t)job->size * sizeof(*ranks));
	int err;

	if (!ranks)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", job->size);
	for (int rank = 0; rank < job->size; rank++)
		ranks[rank] = rank;
	err = sumac_team_make(job, &oob, job->size, NULL, job->rank, job->size, ranks, &job->world);
	free(ranks);
	return err;
}

static void free_all(struct sumac_job *job)
{
	sumac_team_drop_all(job);
	sumac_memory_free_all(job);
	sumac_job_nics_close(job);
	if (job->engine[SUMAC_ENGINE_CPU])
		job->engine[SUMAC_ENGINE_CPU]->ops->close(job->engine[SUMAC_ENGINE_CPU]);
	if (job->remote)
		sumac_remote_close(job->remote);
	if (job->agree)
		sumac_agree_close(job->agree);
	if (job->fabric)
		sumac_fabric_close(job->fabric);
	if (job->segment)
		sumac_segment_close(job->segment);
	sumac_call_trace_close(job);
	sumac_report_free(job);
	free(job);
}

static void read_settings(struct sumac_job *job)
{
	job->require_nic = !strcmp(sumac_setting_string(SUMAC_SETTING_REQUIRE), "nic");
	job->check = sumac_setting_bool(SUMAC_SETTING_CHECK);
	job->sums = (enum sumac_sums)sumac_setting_int(SUMAC_SETTING_SUMS);
	job->exact_elems = sumac_setting_int(SUMAC_SETTING_EXACT_ELEMS);
	job->spin_ns = sumac_setting_int(SUMAC_SETTING_SPIN_US) * 1000;
}

int sumac_job_open(const struct sumac_bootstrap *bootstrap, struct sumac_job **job_out)
{
	struct sumac_job *job = calloc(1, sizeof(*job));
	struct sumac_status_page *page;
	int err;

	if (!job)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the job");
	job->bootstrap = *bootstrap;
	job->rank = bootstrap->rank(bootstrap->ctx);
	job->size = bootstrap->size(bootstrap->ctx);
	read_settings(job);
	err = sumac_status_page_open(sumac_settings_job_dir(), job->rank, job->require_nic, &job->page);
	if (err)
		goto err_free;
	job->area = sumac_report_area_open(sumac_settings_job_dir(), job->rank);
	sumac_status_page_enter(job->page, &(struct sumac_status_text){ "init", "" }, 0, job->size);
	err = sumac_compare_ranks(&job->bootstrap);
	if (err)
		goto err_free;
	err = open_fabric(job);
	if (!err)
		err = open_cpu(job);
	if (!err)
		err = sumac_job_nics_open(job);
	if (!err)
		err = make_world(job);
	if (!err)
		err = sumac_call_trace_open(job);
	if (err)
		goto err_free;
	err = sumac_progress_thread_open(job);
	if (err)
		goto err_free;
	sumac_status_page_leave(job->page);
	sumac_engine_notice_say_begin(job);
	*job_out = job;
	return 0;
err_free:
	page = job->page;
	free_all(job);
	sumac_status_page_close(page);
	return err;
}

int sumac_job_close(struct sumac_job *job)
{
	struct sumac_bootstrap bootstrap = job->bootstrap;
	struct sumac_status_page *page = job->page;
	int n_left = sumac_perform_end_all(job), report_err, err;

	/* Until all have come, others may ask for this rank's memory. */
	err = sumac_sync_job(job);
	sumac_progress_thread_close(job);
	if (n_left)
		sumac_say(SUMAC_SAY_ALWAYS, "rank %d: %d request%s had not been waited for when sumac_finalize() was called",
			  job->rank, n_left, n_left == 1 ? "" : "s");
	sumac_status_page_enter(job->page, &(struct sumac_status_text){ "finalize", "" }, 0, job->size);
	sumac_engine_notice_say_end(job);
	sumac_report_summarise(job);
	report_err = sumac_report_write(job);
	sumac_call_trace_close(job);
	sumac_status_page_finish(job->page);
	if (!sumac_segment_local_rank(job->segment))
		sumac_found_keep(&job->found);
	free_all(job);
	err = err ? err : report_err;
	if (!err && bootstrap.check)
		err = bootstrap.check(bootstrap.ctx);
	bootstrap.close(bootstrap.ctx);
	sumac_status_page_leave(page);
	sumac_status_page_close(page);
	return err;
}
