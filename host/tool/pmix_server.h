/*
 * The PMIx server of a job on one host. libpmix does the protocol; this registers the job, answers
 * its upcalls, and tells the launcher what the ranks did.
 */
#ifndef SUMAC_PMIX_SERVER_H
#define SUMAC_PMIX_SERVER_H

/* What the server's own thread tells the launcher, one record each, through a pipe. */
enum sumac_notice_kind {
	SUMAC_NOTICE_CONNECTED,
	SUMAC_NOTICE_FINALIZED,
	SUMAC_NOTICE_ABORTED,
	SUMAC_NOTICE_LOST, /* its process went without finalizing */
};

struct sumac_notice {
	enum sumac_notice_kind kind;
	int rank;
	int status;    /* ABORTED */
	char why[240]; /* ABORTED */
};

/* One server a process. Its files go to tmp_dir. notice_fd_out is to be read; non-blocking. 0, or -1 with a
 * message on stderr. There is no close: the process ends with the job, and tmp_dir with the job's folder. */
int sumac_pmix_server_open(const char *tmp_dir, int n_ranks, int *notice_fd_out);
/* The environment for a rank, to be passed to execve; NULL on failure. */
char **sumac_pmix_server_environment(int rank);
/* Tells the other ranks of a death and, each time, which was the first: a rank that comes late may hear of
 * deaths in any order. */
void sumac_pmix_server_tell_death(int rank);

/* pmix_job.c: registers the job with the library, once it is started. */
int sumac_pmix_job_register(const char *nspace, int n_ranks);

#endif
