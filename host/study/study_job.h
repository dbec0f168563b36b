/*
 * A program that a study has started, in a process group of its own. It ends with the study, however that ends.
 */
#ifndef SUMAC_STUDY_JOB_H
#define SUMAC_STUDY_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "study/study_points.h"

/* After SIGTERM `sumac run` gives its ranks the setting grace; this is longer. */
enum { SUMAC_STUDY_END_S = 15 };

struct sumac_study_job {
	pid_t pid;                       /* 0: none */
	struct sumac_study_point *point; /* or */
	struct sumac_study_build *build;
	int64_t began_ns, limit_ns; /* limit_ns = 0: no limit */
	int64_t kill_ns;            /* it was asked to end, and is killed at this time; 0: not asked */
	bool has_timed_out;
	const char *out, *log, *report; /* files: standard output, standard error (which may share one), the report */
};

struct sumac_study_start {
	const char **words;                    /* the program's path, and its arguments */
	const char *folder;                    /* in which it runs; NULL: this one */
	const struct sumac_study_point *point; /* for the settings; NULL: none */
	int rack_threads;
};

/* Starts a program. The job's files are set. 0, or -1 with errno. */
int sumac_study_job_start(struct sumac_study_job *job, const struct sumac_study_start *start);
/* Asks it to end, and sets the time at which it is killed; asked again, kills it. */
void sumac_study_job_end(struct sumac_study_job *job);
/* Ends it if its time is over; returns when to look again, 0: never. */
int64_t sumac_study_job_watch(struct sumac_study_job *job);

#endif
