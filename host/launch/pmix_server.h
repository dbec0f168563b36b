/*
 * The PMIx server of a job on one host. libpmix does the protocol; this registers the job, answers its upcalls, and
 * tells the launcher what the ranks did.
 */
#ifndef SUMAC_PMIX_SERVER_H
#define SUMAC_PMIX_SERVER_H

#include "launch/notices.h"

/* One server per process. Its files go to tmp_dir. 0, or -1 with a message on stderr. There is no close: the process ends with
 * the job, and tmp_dir with the job's folder. */
int sumac_pmix_server_open(const char *tmp_dir, int n_ranks, struct sumac_notices **notices_out);
/* The environment for a rank, to be passed to execve; NULL on failure. */
char **sumac_pmix_server_environment(int rank);
/* Asks the server's thread for a notice, TURNED, in its next turn. 0, or -1: no server can give one. */
int sumac_pmix_server_ask_turn(void);
/* Tells the other ranks about a death and, each time, which death was the first: a rank that comes late may hear of deaths in any
 * order. */
void sumac_pmix_server_tell_death(int rank);

/* pmix_job.c: registers the job with the library, once it is started. */
int sumac_pmix_job_register(const char *nspace, int n_ranks);

#endif
