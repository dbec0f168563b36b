/*
 * The job that this process has, and whether it may use it.
 */
#ifndef SUMAC_PROCESS_H
#define SUMAC_PROCESS_H

struct sumac_job;

/* This process's job, or NULL. */
struct sumac_job *sumac_job_current(void);
/* For init.c, which begins and ends it. */
void sumac_process_set_job(struct sumac_job *job);

/* 0, or -SUMAC_ESTATE in a child of the process that has the job. */
int sumac_check_process(void);
/* Called in such a child, which has inherited the job and may not use it. */
void sumac_process_after_fork(void);

#endif
