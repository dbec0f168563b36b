/*
 * Barriers on the CPU engine, before a team or the job ends.
 */
#ifndef SUMAC_SYNC_H
#define SUMAC_SYNC_H

struct sumac_job;
struct sumac_team;

/* Its digest covers all calls that were made on the team, so
 * ranks that disagreed on any of them learn it now at the latest. */
int sumac_sync_team(struct sumac_team *team);
/* The same on all teams of the job that have not failed, at once; returns the first error. */
int sumac_sync_job(struct sumac_job *job);

#endif
