/*
 * A finished point's result: a list of flat objects, made from the lines of `sumac perf --json` or from a job's report.
 */
#ifndef SUMAC_STUDY_RESULT_H
#define SUMAC_STUDY_RESULT_H

#include "study/study_points.h"

/* Fills in the point's result and its text. 0, or an error with a story: the file is not what it should be.
 * path: what `sumac perf` has printed, or the report. */
int sumac_study_result_make(struct sumac_study_point *point, const char *path, double wall_s);

#endif
