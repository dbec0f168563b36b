#include "study/study_end.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "launch/exit_status.h"
#include "study/study_pool.h"
#include "study/study_progress.h"
#include "study/study_result.h"
#include "study/study_table.h"
#include "sumac.h"

enum { TAIL_LINES = 10, TAIL_BYTES = 4096 };

/* Prints the last lines of a file, indented. */
static void print_tail(const char *path)
{
	char text[TAIL_BYTES + 1], *line;
	FILE *file = fopen(path, "re");
	size_t len;
	int n = 0;

	if (!file)
		return;
	if (fseek(file, -TAIL_BYTES, SEEK_END))
		rewind(file);
	len = fread(text, 1, TAIL_BYTES, file);
	fclose(file);
	while (len && text[len - 1] == '\n')
		len--;
	text[len] = '\0';
	for (line = text + len; line > text && (line[-1] != '\n' || ++n < TAIL_LINES); line--)
		;
	for (char *rest = line; (line = strsep(&rest, "\n"));)
		fprintf(stderr, "  | %s\n", line);
}

/* Standard output goes to the log's end, where a failed point had its own. */
static void append(const char *from, const char *to)
{
	char bytes[4096];
	FILE *source = fopen(from, "re"), *log = fopen(to, "ae");
	size_t n;

	while (source && log && (n = fread(bytes, 1, sizeof(bytes), source)) > 0)
		fwrite(bytes, 1, n, log);
	if (source)
		fclose(source);
	if (log)
		fclose(log);
}

static const char *how_it_ended(const struct sumac_study_run *run, const struct sumac_study_job *job, int wait_status)
{
	bool has_status = WIFEXITED(wait_status);
	bool has_told = run->timeout_s > 0 && job->point && has_status && WEXITSTATUS(wait_status) == SUMAC_EXIT_TIMEOUT;

	if (job->has_timed_out || has_told)
		return sumac_study_text("has not ended within %g s", run->timeout_s);
	if (!has_status)
		return sumac_study_text("was killed by signal %d (%s)", WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
	return wait_status ? sumac_study_text("ended with status %d", WEXITSTATUS(wait_status)) : NULL;
}

/* Its log stays for whoever looks for the reason. */
static void fail_point(const struct sumac_study_job *job, const char *log, const char *why)
{
	job->point->state = SUMAC_STUDY_FAILED;
	if (strcmp(job->out, job->log))
		append(job->out, log);
	sumac_study_say("FAILED: %s %s; its output is in %s, and ends so:", job->point->label, why, log);
	print_tail(log);
}

void sumac_study_note_disk(struct sumac_study_run *run, const char *name)
{
	if (!run->is_disk_bad)
		sumac_study_say("%s/%s cannot be written: %s; until there is room no further point begins", run->store.folder, name,
				strerror(errno));
	run->is_disk_bad = true;
}

static void keep(struct sumac_study_run *run, struct sumac_study_point *point)
{
	if (sumac_study_store_keep(&run->store, point)) {
		point->state = SUMAC_STUDY_UNSAVED;
		sumac_study_note_disk(run, sumac_study_text("%s.json", point->key));
		return;
	}
	point->state = SUMAC_STUDY_KEPT;
	run->n_new++;
}

void sumac_study_save_again(struct sumac_study_run *run)
{
	bool is_bad = false;

	for (int i = 0; i < run->study->n_points && run->is_disk_bad; i++)
		if (run->study->points[i].state == SUMAC_STUDY_UNSAVED) {
			keep(run, &run->study->points[i]);
			is_bad |= run->study->points[i].state == SUMAC_STUDY_UNSAVED;
		}
	run->is_disk_bad = run->is_disk_bad && (is_bad || sumac_study_store_probe(&run->store));
}

static void finish_point(struct sumac_study_run *run, const struct sumac_study_job *job, int wait_status)
{
	bool is_perf = job->point->workload->kind == SUMAC_STUDY_PERF;
	const char *log = sumac_study_text("%s/%s.log", run->store.folder, job->point->key);
	double wall_s = (double)(sumac_clock_ns() - job->began_ns) * 1e-9;
	const char *why = how_it_ended(run, job, wait_status);

	if (run->asked_signal && why) {
		job->point->state = SUMAC_STUDY_TO_RUN; /* it was asked to end */
		return;
	}
	if (rename(job->log, log))
		log = job->log;
	if (!why && sumac_study_result_make(job->point, is_perf ? job->out : job->report, wall_s))
		why = sumac_study_text("has no result: %s", sumac_last_error());
	if (why) {
		fail_point(job, log, why);
		return;
	}
	keep(run, job->point);
	sumac_study_write_tables(run, false);
	if (job->point->state == SUMAC_STUDY_KEPT)
		sumac_study_tell_finished(run->study, job->point, wall_s, run->jobs, run->n_slots);
}

static void finish_build(const struct sumac_study_run *run, const struct sumac_study_job *job, int wait_status)
{
	const char *why = how_it_ended(run, job, wait_status);

	if (!why || run->asked_signal)
		return;
	job->build->has_failed = true;
	sumac_study_say("FAILED: the build of the NIC %s (line %d of %s) %s; the output is in %s, and ends so:", job->build->nic,
			job->build->line, run->study->file.path, why, job->log);
	print_tail(job->log);
}

void sumac_study_end_job(struct sumac_study_run *run, struct sumac_study_job *job, int wait_status)
{
	struct sumac_study_job ended = *job;

	*job = (struct sumac_study_job){ 0 }; /* so that what is told now does not count it */
	if (ended.build) {
		finish_build(run, &ended, wait_status);
		return;
	}
	finish_point(run, &ended, wait_status);
	if (ended.point->state == SUMAC_STUDY_TO_RUN)
		unlink(ended.log);
	if (strcmp(ended.out, ended.log))
		unlink(ended.out);
	unlink(ended.report);
	if (run->is_disk_bad)
		sumac_study_save_again(run);
}

void sumac_study_write_tables(struct sumac_study_run *run, bool now)
{
	int64_t now_ns = sumac_clock_ns();

	if (!now && run->tables_ns && now_ns - run->tables_ns < INT64_C(1000000000))
		return;
	run->tables_ns = now_ns;
	run->is_table_bad = sumac_study_table_write(run->study, &run->store);
	if (run->is_table_bad)
		sumac_study_note_disk(run, "results.csv");
}
