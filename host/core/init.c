/*
 * Beginning and end: this process's one job, which nested initialisations share.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "core/gate.h"
#include "core/job.h"
#include "core/job_nics.h"
#include "core/status_page.h"
#include "core/team.h"
#include "core/wait.h"
#include "fabric/segment.h"

static struct sumac_job *current;
static int n_inits;
static bool is_forked; /* from a process that had begun */

struct sumac_job *sumac_job_current(void)
{
	return current;
}

/* What a child has inherited is its parent's: requests, buffers that NICs write, connections. */
static void note_fork(void)
{
	is_forked = current != NULL;
	sumac_gate_after_fork();
	sumac_team_after_fork();
}

static void watch_forks(void)
{
	static bool is_watching;

	if (!is_watching)
		is_watching = !pthread_atfork(NULL, NULL, note_fork);
}

bool sumac_is_forked(void)
{
	return is_forked;
}

bool sumac_is_in_a_call(void)
{
	bool is_mine = sumac_gate_is_mine();
	SUMAC_INSIDE_THE_GATE;

	return is_mine || sumac_gate_has_waiting();
}

void sumac_note_exit(int status)
{
	SUMAC_INSIDE_THE_GATE;

	if (current && !is_forked)
		sumac_status_page_note_exit(current->page, status);
}

bool sumac_exit_closes_nics(void)
{
	return current && sumac_job_nics_by_xrt();
}

bool sumac_is_first(const char *word)
{
	const char *job_dir = sumac_settings_job_dir();

	return *job_dir ? sumac_status_mark(job_dir, word) : sumac_rank() == 0;
}

void sumac_note_bypass(void)
{
	const char *job_dir = sumac_settings_job_dir();

	if (*job_dir)
		sumac_status_mark(job_dir, SUMAC_STATUS_BYPASSED);
}

int sumac_check_process(void)
{
	if (!is_forked)
		return 0;
	return sumac_fail(SUMAC_ESTATE, "this process was forked from rank %d of the job, and only that one may call Sumac",
			  current->rank);
}

static int open_current(const struct sumac_bootstrap *bootstrap)
{
	int err = sumac_job_open(bootstrap, &current);

	if (err)
		return err;
	n_inits = 1;
	watch_forks();
	return 0;
}

int sumac_init(void)
{
	SUMAC_INSIDE_THE_GATE;
	struct sumac_bootstrap bootstrap;
	int err = sumac_check_process();

	if (err)
		return err;
	if (current) {
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

/* All ranks have initialised the library before, or none has: front ends begin collectively. */
static int join(struct sumac_bootstrap bootstrap)
{
	int size = bootstrap.size(bootstrap.ctx), err;
	int32_t is_same = bootstrap.rank(bootstrap.ctx) == current->rank && size == current->size;
	int32_t *all = malloc((size_t)size * sizeof(*all));

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", size);
	err = sumac_bootstrap_allgather(&bootstrap, &is_same, sizeof(is_same), all);
	for (int rank = 0; rank < size && !err; rank++)
		if (!all[rank])
			err = sumac_fail(SUMAC_ESTATE, "the library is already initialised, and rank %d is another one there: "
					 "this one is rank %d of %d there", rank, current->rank, current->size);
	free(all);
	if (err)
		return err;
	n_inits++;
	bootstrap.close(bootstrap.ctx);
	return 0;
}

int sumac_init_with(const struct sumac_bootstrap *bootstrap)
{
	SUMAC_INSIDE_THE_GATE;
	int err = sumac_check_process();

	if (err)
		return err;
	if (current)
		return join(*bootstrap);
	err = sumac_settings_load();
	return err ? err : open_current(bootstrap);
}

int sumac_finalize(void)
{
	SUMAC_INSIDE_THE_GATE;
	struct sumac_job *job = current;

	if (!job)
		return sumac_fail(SUMAC_ESTATE, "sumac_finalize() without sumac_init()");
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	if (--n_inits)
		return 0;
	current = NULL;
	return sumac_job_close(job);
}

int sumac_rank(void)
{
	return current ? current->rank : -SUMAC_ESTATE;
}

int sumac_size(void)
{
	return current ? current->size : -SUMAC_ESTATE;
}

struct sumac_team *sumac_team_world(void)
{
	return current ? current->world : NULL;
}

bool sumac_is_on_this_host(int world_rank)
{
	if (!current || world_rank < 0 || world_rank >= current->size)
		return false;
	return world_rank == current->rank ||
	       (current->segment && sumac_segment_place_of(current->segment, world_rank) >= 0);
}

int sumac_team_create(const struct sumac_oob *oob, int rank, int size, const int *world_ranks,
		      struct sumac_team **team_out)
{
	SUMAC_INSIDE_THE_GATE;
	if (!current)
		return sumac_fail(SUMAC_ESTATE, "sumac_team_create() before sumac_init_with()");
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	if (!oob || !world_ranks || !team_out || size < 1 || rank < 0 || rank >= size)
		return sumac_fail(SUMAC_EINVAL, "a team of %d ranks, of which this is number %d", size, rank);
	return sumac_team_make(current, oob, size, NULL, rank, size, world_ranks, team_out);
}

void sumac_progress(void)
{
	SUMAC_INSIDE_THE_GATE;
	if (current && !is_forked)
		sumac_wait_poll(current);
}

void sumac_abort(int exit_status, const char *why)
{
	if (current && !is_forked)
		current->bootstrap.abort(current->bootstrap.ctx, exit_status, why);
	fflush(NULL);
	_exit(exit_status);
}
