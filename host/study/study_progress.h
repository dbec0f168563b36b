/*
 * Tells on standard error how far a study is: on a terminal in one line that is written again and again, elsewhere in a line for
 * each point.
 */
#ifndef SUMAC_STUDY_PROGRESS_H
#define SUMAC_STUDY_PROGRESS_H

#include "study/study_job.h"
#include "study/study_points.h"

/* Prints a line that stays. */
void sumac_study_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* On a terminal, shows the line of progress anew. */
void sumac_study_show(const struct sumac_study *study, const struct sumac_study_job *jobs, int n_jobs);
/* A point is finished: where there is no terminal, that is a line. */
void sumac_study_tell_finished(const struct sumac_study *study, const struct sumac_study_point *point, double wall_s,
			       const struct sumac_study_job *jobs, int n_jobs);
/* Removes the line of progress. */
void sumac_study_hide(void);

/* A point's state; one that shares another one's result shares its state. */
enum sumac_study_state sumac_study_state(const struct sumac_study_point *point);
int sumac_study_count(const struct sumac_study *study, enum sumac_study_state state);
/* Seconds that the study is likely to take still, by what finished points of the same workload took; -1: nothing tells. */
double sumac_study_left_s(const struct sumac_study *study, const struct sumac_study_job *jobs, int n_jobs);

#endif
