/*
 * Keeps this process's one job, and what the process knows without a call: whether it was forked from the one that has the job,
 * its rank, and how it ends all ranks.
 */
#include "core/job/process.h"

#include <stdio.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "core/wait/api_lock.h"
#include "core/job/job.h"
#include "core/report/status_page.h"
#include "segment/segment.h"

static struct sumac_job *current;
static bool is_forked; /* from a process that had begun */

struct sumac_job *sumac_job_current(void)
{
	return current;
}

void sumac_process_set_job(struct sumac_job *job)
{
	current = job;
}

void sumac_process_after_fork(void)
{
	is_forked = current != NULL;
}

bool sumac_is_forked(void)
{
	return is_forked;
}

int sumac_check_process(void)
{
	if (!is_forked)
		return 0;
	return sumac_fail(SUMAC_ESTATE, "this process was forked from rank %d of the job, and only its parent may call Sumac",
			  current->rank);
}

bool sumac_is_in_a_call(void)
{
	bool is_mine = sumac_api_lock_is_mine();
	SUMAC_HOLD_API_LOCK;

	return is_mine || sumac_api_lock_has_waiting();
}

void sumac_note_exit(int status)
{
	SUMAC_HOLD_API_LOCK;

	if (current && !is_forked)
		sumac_status_page_note_exit(current->page, status);
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
	       (current->segment && sumac_segment_local_rank_of(current->segment, world_rank) >= 0);
}

void sumac_abort(int exit_status, const char *why)
{
	if (current && !is_forked)
		current->bootstrap.abort(current->bootstrap.ctx, exit_status, why);
	fflush(NULL);
	_exit(exit_status);
}
