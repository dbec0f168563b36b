/*
 * A study's points: each design, with each combination of the values that its rows take in turn, times each workload; and the NICs
 * that have to be built for them.
 */
#ifndef SUMAC_STUDY_POINTS_H
#define SUMAC_STUDY_POINTS_H

#include <stdbool.h>

#include "study/study_file.h"

enum { SUMAC_STUDY_MAX_POINTS = 10000 };

struct sumac_json;

struct sumac_study_value {
	const char *name, *value;
	int setting; /* as in struct sumac_study_row */
};

/* Parameters of the RTL, under the name of the NIC that is built with them. */
struct sumac_study_build {
	const char *nic;
	const char *design;
	int line;
	int n_params;
	struct sumac_study_value *params;
	bool has_failed;
};

enum sumac_study_state {
	SUMAC_STUDY_TO_RUN,
	SUMAC_STUDY_RUNS,
	SUMAC_STUDY_KEPT,    /* finished, in this study or an earlier one */
	SUMAC_STUDY_UNSAVED, /* finished, and the disk has not taken its result */
	SUMAC_STUDY_FAILED,
};

struct sumac_study_point {
	const struct sumac_study_design *design;
	const struct sumac_study_workload *workload;
	const char *label; /* "small on wide hop_ns=300" */
	int n_values;
	struct sumac_study_value *values;
	int build; /* the index of its NIC's; -1: it has none */

	enum sumac_study_state state;
	const char *identity; /* all that its result depends on, as text; study_key.h makes both */
	const char *key;
	const struct sumac_study_point *twin; /* an earlier point with the same identity, whose result is also this one's */
	struct sumac_json *result;            /* of a finished point */
	const char *result_text;
};

struct sumac_study {
	struct sumac_study_file file;
	int n_points, n_builds, n_varying;
	struct sumac_study_point *points;
	struct sumac_study_build *builds;
	const char **varying; /* the settings and parameters in which points differ */
};

/* Makes the points of study->file. 0, or an error with a story. */
int sumac_study_points_make(struct sumac_study *study);
/* The point's value of a setting or parameter, or the default. */
const char *sumac_study_point_value(const struct sumac_study_point *point, const char *name);
/* Frees the results and all that lies in the pool. */
void sumac_study_points_forget(struct sumac_study *study);

#endif
