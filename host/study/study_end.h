/*
 * The end of a program that a study has started: the point's result is kept, or its failure told.
 */
#ifndef SUMAC_STUDY_END_H
#define SUMAC_STUDY_END_H

#include "study/study_run.h"

/* The job's program has ended with this wait status. Afterwards the job is free. */
void sumac_study_end_job(struct sumac_study_run *run, struct sumac_study_job *job, int wait_status);
/* Tries to keep results that the disk has not taken before. */
void sumac_study_save_again(struct sumac_study_run *run);
/* Writes the tables, unless they were written a moment ago and `now` is false. */
void sumac_study_write_tables(struct sumac_study_run *run, bool now);
/* The disk refuses; errno says why. No further point is begun until it has taken all there is. */
void sumac_study_note_disk(struct sumac_study_run *run, const char *name);

#endif
