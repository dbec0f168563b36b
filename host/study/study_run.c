#include "study/study_run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/settings_load.h"
#include "launch/descendants.h"
#include "launch/exit_status.h"
#include "launch/keeper.h"
#include "study/study_end.h"
#include "study/study_key.h"
#include "study/study_nic.h"
#include "study/study_pool.h"
#include "study/study_progress.h"

/* `sumac run` ends the job itself, and first says where its ranks are; a study ends whatever has not ended so much later. */
enum { SPARE_S = 60 };

static const char **words_of(const struct sumac_study_run *run, const struct sumac_study_job *job)
{
	const struct sumac_study_workload *workload = job->point->workload;
	const char **words = sumac_study_alloc((size_t)(workload->n_words + 7) * sizeof(*words));
	int n = 0;

	words[n++] = run->sumac;
	words[n++] = workload->words[0];
	if (workload->kind != SUMAC_STUDY_PERF) {
		words[n++] = "--report";
		words[n++] = job->report;
		if (run->timeout_s > 0) {
			words[n++] = "--timeout";
			words[n++] = sumac_study_text("%.3f", run->timeout_s);
		}
	}
	for (int i = 1; i < workload->n_words; i++)
		words[n++] = workload->words[i];
	if (workload->kind == SUMAC_STUDY_PERF)
		words[n++] = "--json";
	return words;
}

/* Leaves the slot free if the point cannot be started. */
static void start_point(struct sumac_study_run *run, struct sumac_study_job *job, struct sumac_study_point *point)
{
	bool is_perf = point->workload->kind == SUMAC_STUDY_PERF;
	double limit_s = run->timeout_s > 0 ? run->timeout_s + (is_perf ? 0 : SPARE_S) : 0;
	/* Another study's program, which was killed and has yet to notice, may still write under its own name. */
	const char *base = sumac_study_text("%s/%s.%d", run->store.running, point->key, (int)getpid());

	*job = (struct sumac_study_job){ .point = point,
					 .limit_ns = (int64_t)(limit_s * 1e9),
					 .log = sumac_study_text("%s.log", base),
					 .report = sumac_study_text("%s.report", base) };
	job->out = is_perf ? sumac_study_text("%s.out", base) : job->log;
	if (sumac_study_store_probe(&run->store)) {
		sumac_study_note_disk(run, sumac_study_text("%s.json", point->key));
		return;
	}
	if (sumac_study_job_start(
		job, &(struct sumac_study_start){
			 .words = words_of(run, job), .folder = run->folder, .point = point, .rack_threads = run->rack_threads })) {
		sumac_study_say("FAILED: %s cannot be started: %s", point->label, strerror(errno));
		point->state = SUMAC_STUDY_FAILED;
		return;
	}
	point->state = SUMAC_STUDY_RUNS;
}

static void end_all(struct sumac_study_run *run)
{
	for (int i = 0; i < run->n_slots; i++)
		sumac_study_job_end(&run->jobs[i]);
}

static void take_signals(struct sumac_study_run *run)
{
	struct signalfd_siginfo info;

	while (read(run->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD || info.ssi_signo == SIGUSR1 || info.ssi_signo == SIGUSR2)
			continue;
		if (!run->asked_signal) {
			run->asked_signal = (int)info.ssi_signo;
			sumac_study_say("signal %d: running points are ended; finished ones are kept", run->asked_signal);
		}
		end_all(run); /* a second signal kills */
	}
}

/* Whether any program runs. The next one that ends is awaited, or a signal, for a second at most. */
static bool wait_for_one(struct sumac_study_run *run)
{
	struct pollfd polled = { .fd = run->signal_fd, .events = POLLIN };
	int n_running = 0, status;
	pid_t pid;

	for (int i = 0; i < run->n_slots; i++) {
		sumac_study_job_watch(&run->jobs[i]);
		n_running += run->jobs[i].pid != 0;
	}
	if (!n_running)
		return false;
	sumac_study_show(run->study, run->jobs, run->n_slots);
	poll(&polled, 1, 1000);
	take_signals(run);
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		for (int i = 0; i < run->n_slots; i++)
			if (run->jobs[i].pid == pid)
				sumac_study_end_job(run, &run->jobs[i], status);
	return true;
}

/* NICs are built one after the other, each on all cores. */
static void build_all(struct sumac_study_run *run)
{
	struct sumac_study_job *job = &run->jobs[0];

	for (int i = 0; i < run->study->n_builds && !run->asked_signal; i++) {
		struct sumac_study_build *build = &run->study->builds[i];
		struct sumac_study_start start = { .words = sumac_study_nic_command(run->tree, build, run->n_cores) };
		const char *log = sumac_study_text("%s/nic-%s.log", run->store.folder, build->nic);

		unlink(log);
		sumac_study_say("builds the NIC %s, if need be", build->nic);
		*job = (struct sumac_study_job){ .build = build, .out = log, .log = log };
		if (sumac_study_job_start(job, &start)) {
			sumac_study_say("FAILED: make cannot be started: %s", strerror(errno));
			build->has_failed = true;
		}
		while (wait_for_one(run))
			;
	}
}

/* Returns how many points are to be run. */
static int load_all(struct sumac_study_run *run)
{
	struct sumac_study *study = run->study;
	int n = 0;

	sumac_study_key_all(study, run->folder);
	for (int i = 0; i < study->n_points; i++) {
		struct sumac_study_point *point = &study->points[i];

		if (point->twin)
			continue;
		if (point->build >= 0 && study->builds[point->build].has_failed)
			point->state = SUMAC_STUDY_FAILED;
		else
			sumac_study_store_load(&run->store, point);
		n += point->state == SUMAC_STUDY_TO_RUN;
	}
	return n;
}

static struct sumac_study_point *next_point(const struct sumac_study_run *run)
{
	for (int i = 0; i < run->study->n_points; i++)
		if (!run->study->points[i].twin && run->study->points[i].state == SUMAC_STUDY_TO_RUN)
			return &run->study->points[i];
	return NULL;
}

static void fill_slots(struct sumac_study_run *run)
{
	for (int i = 0; i < run->n_slots; i++) {
		struct sumac_study_point *point;

		while (!run->asked_signal && !run->is_disk_bad && !run->jobs[i].pid && (point = next_point(run)))
			start_point(run, &run->jobs[i], point);
	}
}

/* Ends the rest of programs that were killed. `sumac run` clears up by itself when it is given a moment. */
static void clear_up(void)
{
	const int rounds = 50;

	for (int i = 0; i < rounds && waitpid(-1, NULL, WNOHANG) >= 0; i++)
		usleep(100000);
	sumac_descendants_kill(NULL, NULL);
}

static int tell_end(const struct sumac_study_run *run)
{
	int n_failed = sumac_study_count(run->study, SUMAC_STUDY_FAILED);
	int n_left = sumac_study_count(run->study, SUMAC_STUDY_TO_RUN);
	int n_unsaved = sumac_study_count(run->study, SUMAC_STUDY_UNSAVED);

	sumac_study_say(
	    "%d of %d points are finished, %d of them in this run%s", sumac_study_count(run->study, SUMAC_STUDY_KEPT),
	    run->study->n_points, run->n_new,
	    run->is_table_bad ? "" : sumac_study_text("; the results are in %s/results.csv and results.jsonl", run->store.folder));
	if (n_failed)
		sumac_study_say("%d point%s failed; the same command tries %s again", n_failed, n_failed == 1 ? " has" : "s have",
				n_failed == 1 ? "it" : "them");
	if (n_unsaved)
		sumac_study_say("%d finished point%s not kept, since the disk took no more; make room, and give the same command "
				"again",
				n_unsaved, n_unsaved == 1 ? " is" : "s are");
	if (n_left)
		sumac_study_say("%d point%s left; the same command goes on", n_left, n_left == 1 ? " is" : "s are");
	if (run->asked_signal)
		return SUMAC_EXIT_SIGNAL + run->asked_signal;
	return n_failed || n_unsaved || n_left || run->is_table_bad ? SUMAC_EXIT_FAILED : 0;
}

int sumac_study_run(struct sumac_study_run *run)
{
	int n_slots = run->n_slots, n_to_run;

	run->jobs = sumac_study_alloc((size_t)n_slots * sizeof(*run->jobs));
	run->signal_fd = sumac_keeper_signal_fd();
	sumac_descendants_adopt();
	sumac_settings_forget(); /* the study's file says what counts */
	unsetenv("MAKEFLAGS");   /* a make that has started this study has no say in the builds */
	unsetenv("MAKELEVEL");
	build_all(run);
	n_to_run = load_all(run);
	run->n_slots = n_to_run < n_slots ? (n_to_run ? n_to_run : 1) : n_slots;
	run->rack_threads = run->n_cores > run->n_slots ? run->n_cores / run->n_slots : 1;
	do
		fill_slots(run);
	while (wait_for_one(run));
	sumac_study_hide();
	clear_up();
	if (run->is_disk_bad)
		sumac_study_save_again(run);
	sumac_study_write_tables(run, true);
	return tell_end(run);
}
