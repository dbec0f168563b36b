#include "study/study_progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"

static bool is_shown;

void sumac_study_hide(void)
{
	if (is_shown)
		fputs("\r\033[K", stderr);
	is_shown = false;
}

void sumac_study_say(const char *format, ...)
{
	va_list args;

	sumac_study_hide();
	fputs("sumac study: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

enum sumac_study_state sumac_study_state(const struct sumac_study_point *point)
{
	return (point->twin ? point->twin : point)->state;
}

int sumac_study_count(const struct sumac_study *study, enum sumac_study_state state)
{
	int n = 0;

	for (int i = 0; i < study->n_points; i++)
		n += sumac_study_state(&study->points[i]) == state;
	return n;
}

/* The mean time of the workload's finished points (NULL: of any workload's); -1: there are none. */
static double mean_s(const struct sumac_study *study, const struct sumac_study_workload *workload)
{
	double sum_s = 0;
	int n = 0;

	for (int i = 0; i < study->n_points; i++) {
		const struct sumac_study_point *point = &study->points[i];

		if (!point->result || (workload && point->workload != workload))
			continue;
		sum_s += sumac_json_number(point->result, "wall_s", 0);
		n++;
	}
	return n ? sum_s / n : -1;
}

static double run_for_s(const struct sumac_study_point *point, const struct sumac_study_job *jobs, int n_jobs)
{
	for (int i = 0; i < n_jobs; i++)
		if (jobs[i].pid && jobs[i].point == point)
			return (double)(sumac_clock_ns() - jobs[i].began_ns) * 1e-9;
	return 0;
}

/* Workloads are few and points are many, so each workload's mean is found once. */
double sumac_study_left_s(const struct sumac_study *study, const struct sumac_study_job *jobs, int n_jobs)
{
	double any_s = mean_s(study, NULL), sum_s = 0, most_s = 0;

	if (any_s < 0)
		return -1;
	for (int w = 0; w < study->file.n_workloads; w++) {
		double own_s = mean_s(study, &study->file.workloads[w]);

		for (int i = 0; i < study->n_points; i++) {
			const struct sumac_study_point *point = &study->points[i];
			double left_s = own_s < 0 ? any_s : own_s;

			if (point->twin || point->workload != &study->file.workloads[w] ||
			    (point->state != SUMAC_STUDY_TO_RUN && point->state != SUMAC_STUDY_RUNS))
				continue;
			left_s -= run_for_s(point, jobs, n_jobs);
			left_s = left_s > 0 ? left_s : 0;
			sum_s += left_s;
			most_s = left_s > most_s ? left_s : most_s;
		}
	}
	return sum_s / n_jobs > most_s ? sum_s / n_jobs : most_s;
}

struct line {
	char text[256];
	size_t len;
};

static void add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct line *line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (line->len < sizeof(line->text))
		line->len += (size_t)vsnprintf(line->text + line->len, sizeof(line->text) - line->len, format, args);
	va_end(args);
}

static void add_state(struct line *line, const struct sumac_study *study, const struct sumac_study_job *jobs, int n_jobs)
{
	double left_s = sumac_study_left_s(study, jobs, n_jobs);
	int n_failed = sumac_study_count(study, SUMAC_STUDY_FAILED);

	add(line, "%d of %d points finished",
	    sumac_study_count(study, SUMAC_STUDY_KEPT) + sumac_study_count(study, SUMAC_STUDY_UNSAVED), study->n_points);
	if (n_failed)
		add(line, ", %d failed", n_failed);
	if (left_s > 7200)
		add(line, ", about %.1f h left", left_s / 3600);
	else if (left_s > 120)
		add(line, ", about %.0f min left", left_s / 60);
	else if (left_s >= 0.5)
		add(line, ", about %.0f s left", left_s);
}

/* A line that went on in the next row could not be written again. */
static int terminal_columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2 ? 79 : size.ws_col - 1;
}

void sumac_study_show(const struct sumac_study *study, const struct sumac_study_job *jobs, int n_jobs)
{
	struct line line = { .len = 0 };

	if (!isatty(STDERR_FILENO))
		return;
	add_state(&line, study, jobs, n_jobs);
	for (int i = 0; i < n_jobs; i++)
		if (jobs[i].pid)
			add(&line, "; %s%s", jobs[i].build ? "builds the NIC " : "",
			    jobs[i].build ? jobs[i].build->nic : jobs[i].point->label);
	sumac_study_hide();
	fprintf(stderr, "%.*s", terminal_columns(), line.text);
	fflush(stderr);
	is_shown = true;
}

void sumac_study_tell_finished(const struct sumac_study *study, const struct sumac_study_point *point, double wall_s,
			       const struct sumac_study_job *jobs, int n_jobs)
{
	struct line line = { .len = 0 };

	if (isatty(STDERR_FILENO)) {
		sumac_study_show(study, jobs, n_jobs);
		return;
	}
	add_state(&line, study, jobs, n_jobs);
	fprintf(stderr, "sumac study: %s: %.1f s; %s\n", point->label, wall_s, line.text);
}
