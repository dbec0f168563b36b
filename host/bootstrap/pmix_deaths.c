/*
 * Learns from a PMIx launcher that ranks have died. It may report several deaths in any order; `sumac run` says with
 * each which rank died first.
 */
#include "bootstrap/pmix_deaths.h"

#include <string.h>
#include <time.h>

#include "base/fail.h"
#include "bootstrap/bootstrap.h"
#include "spec/spec.h"

struct sumac_pmix_news sumac_pmix_news = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
	.first_dead = -1,
	.patience_s = 5,
};

static struct {
	pmix_proc_t self;
	int n_ranks;
	size_t handler;
} watched;

int sumac_pmix_dead_behind_failure(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += sumac_pmix_news.patience_s;
	pthread_mutex_lock(&sumac_pmix_news.lock);
	while (sumac_pmix_news.first_dead < 0)
		if (pthread_cond_timedwait(&sumac_pmix_news.changed, &sumac_pmix_news.lock, &until))
			break;
	pthread_mutex_unlock(&sumac_pmix_news.lock);
	return sumac_pmix_news.first_dead;
}

int sumac_pmix_fail_of_dead(int rank)
{
	return sumac_fail(SUMAC_EPEER, "rank %d has died", rank);
}

static void note_dead(const char *nspace, int rank)
{
	if (strncmp(nspace, watched.self.nspace, PMIX_MAX_NSLEN) || rank < 0 || rank >= watched.n_ranks ||
	    rank == (int)watched.self.rank)
		return;
	pthread_mutex_lock(&sumac_pmix_news.lock);
	if (sumac_pmix_news.first_dead < 0)
		sumac_pmix_news.first_dead = rank; /* those that die later may die because of it */
	pthread_cond_broadcast(&sumac_pmix_news.changed);
	pthread_mutex_unlock(&sumac_pmix_news.lock);
}

static void on_death(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t info[],
		     size_t n_info, pmix_info_t results[], size_t n_results,
		     pmix_event_notification_cbfunc_fn_t done, void *done_ctx)
{
	const pmix_proc_t *dead = source;
	int first_dead = -1;

	(void)handler, (void)code, (void)results, (void)n_results;
	for (size_t i = 0; i < n_info; i++) {
		if (PMIX_CHECK_KEY(&info[i], PMIX_EVENT_AFFECTED_PROC) && info[i].value.type == PMIX_PROC)
			dead = info[i].value.data.proc;
		else if (PMIX_CHECK_KEY(&info[i], SUMAC_PMIX_FIRST_DEAD) && info[i].value.type == PMIX_INT)
			first_dead = info[i].value.data.integer;
	}
	if (dead && (first_dead < 0 || first_dead == (int)watched.self.rank))
		first_dead = (int)dead->rank;
	if (dead)
		note_dead(dead->nspace, first_dead);
	if (done)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, done_ctx);
}

pmix_status_t sumac_pmix_deaths_watch(const pmix_proc_t *self, int n_ranks)
{
	pmix_status_t codes[] = { PMIX_ERR_PROC_ABORTED, PMIX_ERR_PROC_ABORTED_BY_SIG, PMIX_ERR_PROC_REQUESTED_ABORT,
				  PMIX_ERR_PROC_TERM_WO_SYNC, PMIX_ERR_PROC_KILLED_BY_CMD,
				  PMIX_ERR_PROC_FAILED_TO_START, PMIX_ERR_EXIT_NONZERO_TERM };
	pmix_status_t handler;

	watched.self = *self;
	watched.n_ranks = n_ranks;
	atomic_store(&sumac_pmix_news.first_dead, -1);
	/* Without a callback the call blocks, and returns the handler's number. */
	handler = PMIx_Register_event_handler(codes, sizeof(codes) / sizeof(codes[0]), NULL, 0, on_death, NULL, NULL);
	if (handler < 0)
		return handler;
	watched.handler = (size_t)handler;
	return PMIX_SUCCESS;
}

void sumac_pmix_deaths_unwatch(void)
{
	PMIx_Deregister_event_handler(watched.handler, NULL, NULL);
}
