/*
 * Deaths of ranks, as a PMIx launcher reports them: which was the first, and waiting for news of it.
 */
#ifndef SUMAC_PMIX_DEATHS_H
#define SUMAC_PMIX_DEATHS_H

#include <pmix.h>
#include <pthread.h>
#include <stdatomic.h>

/* `sumac run` adds this to a death's event: the rank that died first. */
#define SUMAC_PMIX_FIRST_DEAD "sumac.first.dead"

/* A process has one PMIx, and so one set of its events; they come on a thread of PMIx's own. */
extern struct sumac_pmix_news {
	pthread_mutex_t lock;
	pthread_cond_t changed; /* others that hold the lock signal it, too */
	atomic_int first_dead;	/* -1: nobody; written under the lock */
	int patience_s;		/* how long to wait for a name; tests set less */
} sumac_pmix_news;

/* Starts listening. PMIX_SUCCESS, or PMIx's own status. Forgets what was heard before. */
pmix_status_t sumac_pmix_deaths_watch(const pmix_proc_t *self, int n_ranks);
void sumac_pmix_deaths_unwatch(void);

/* A rank's death makes calls of PMIx fail before its event comes: waits briefly for the name. The rank, or -1. */
int sumac_pmix_dead_behind_failure(void);
/* -SUMAC_EPEER, and sumac_last_error() names the rank. */
int sumac_pmix_fail_of_dead(int rank);

#endif
