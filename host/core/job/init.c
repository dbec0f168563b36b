/*
 * Begins and ends this process's one job (process.c), which nested initialisations share.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "core/wait/api_lock.h"
#include "core/job/job.h"
#include "core/job/job_nics.h"
#include "core/job/process.h"
#include "core/team/team.h"
#include "core/wait/wait.h"

static int n_inits;

/* A child inherits requests, buffers that NICs write, and connections, but all of them are its parent's. */
static void note_fork(void)
{
	sumac_process_after_fork();
	sumac_api_lock_after_fork();
	sumac_team_forget_last();
}

static void watch_forks(void)
{
	static bool is_watching;

	if (!is_watching)
		is_watching = !pthread_atfork(NULL, NULL, note_fork);
}

bool sumac_exit_closes_nics(void)
{
	return sumac_job_current() && sumac_job_nics_by_xrt();
}

static int open_current(const struct sumac_bootstrap *bootstrap)
{
	struct sumac_job *job;
	int err = sumac_job_open(bootstrap, &job);

	if (err)
		return err;
	sumac_process_set_job(job);
	n_inits = 1;
	watch_forks();
	return 0;
}

int sumac_init(void)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_bootstrap bootstrap;
	int err = sumac_check_process();

	if (err)
		return err;
	if (sumac_job_current()) {
		n_inits++;
		return 0;
	}
	err = sumac_settings_load();
	if (err)
		return err;
	err = sumac_bootstrap_open(&bootstrap);
	if (err)
		return err;
	err = open_current(&bootstrap);
	if (err)
		bootstrap.close(bootstrap.ctx);
	return err;
}

/* Either all ranks have initialised the library before or none has, since front ends begin collectively. */
static int join(struct sumac_bootstrap bootstrap)
{
	const struct sumac_job *job = sumac_job_current();
	int size = bootstrap.size(bootstrap.ctx), err;
	int32_t is_same = bootstrap.rank(bootstrap.ctx) == job->rank && size == job->size;
	int32_t *all = malloc((size_t)size * sizeof(*all));

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", size);
	err = sumac_bootstrap_allgather(&bootstrap, &is_same, sizeof(is_same), all);
	for (int rank = 0; rank < size && !err; rank++)
		if (!all[rank])
			err = sumac_fail(SUMAC_ESTATE, "the library is already initialised, with another rank or size for rank "
					 "%d; this one is rank %d of %d there", rank, job->rank, job->size);
	free(all);
	if (err)
		return err;
	n_inits++;
	bootstrap.close(bootstrap.ctx);
	return 0;
}

int sumac_init_with(const struct sumac_bootstrap *bootstrap)
{
	SUMAC_HOLD_API_LOCK;
	int err = sumac_check_process();

	if (err)
		return err;
	if (sumac_job_current())
		return join(*bootstrap);
	err = sumac_settings_load();
	return err ? err : open_current(bootstrap);
}

int sumac_finalize(void)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();

	if (!job)
		return sumac_fail(SUMAC_ESTATE, "sumac_finalize() without sumac_init()");
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	if (--n_inits)
		return 0;
	sumac_process_set_job(NULL);
	return sumac_job_close(job);
}

int sumac_team_create(const struct sumac_oob *oob, int rank, int size, const int *world_ranks,
		      struct sumac_team **team_out)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();

	if (!job)
		return sumac_fail(SUMAC_ESTATE, "sumac_team_create() before sumac_init_with()");
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	if (!oob || !world_ranks || !team_out || size < 1 || rank < 0 || rank >= size)
		return sumac_fail(SUMAC_EINVAL, "invalid team: %d ranks with this one as rank %d, or a NULL pointer", size, rank);
	return sumac_team_make(job, oob, size, NULL, rank, size, world_ranks, team_out);
}

void sumac_progress(void)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();

	if (job && !sumac_is_forked())
		sumac_wait_poll(job);
}
