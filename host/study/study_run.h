/*
 * Runs a study's points, as many side by side as there are slots.
 */
#ifndef SUMAC_STUDY_RUN_H
#define SUMAC_STUDY_RUN_H

#include "study/study_job.h"
#include "study/study_points.h"
#include "study/study_store.h"

struct sumac_study_run {
	struct sumac_study *study;
	struct sumac_study_store store;
	const char *sumac;  /* the tool's path */
	const char *folder; /* in which commands run */
	const char *tree;   /* from which NICs are built */
	int n_cores;
	int n_slots;      /* at most */
	double timeout_s; /* a point's; 0: none */

	struct sumac_study_job *jobs; /* n_slots of them */
	int rack_threads;
	int signal_fd;
	int asked_signal; /* the first that asks for the end */
	bool is_disk_bad, is_table_bad;
	int64_t tables_ns; /* when they were written last */
	int n_new;
};

/* Returns the exit status. The store is open, and no child of this process runs. */
int sumac_study_run(struct sumac_study_run *run);

#endif
