/*
 * Gives each rank a piece of memory that all ranks of its host see, in which a front end tells them facts without a call.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/fail.h"
#include "core/frontend.h"
#include "core/wait/api_lock.h"
#include "core/job/job.h"
#include "core/job/process.h"
#include "segment/segment.h"

static uint64_t *offsets; /* of each rank's piece in its part of the segment; UINT64_MAX: it has none */
static size_t len_bytes;

int sumac_host_pages_open(size_t len)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();
	uint64_t mine = UINT64_MAX;
	int err;

	if (!job)
		return sumac_fail(SUMAC_ESTATE, "sumac_host_pages_open() was called before sumac_init()");
	free(offsets);
	len_bytes = len;
	offsets = malloc((size_t)job->size * sizeof(*offsets));
	if (!offsets)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", job->size);
	if (!job->segment || !sumac_segment_alloc(job->segment, len, &mine))
		mine = UINT64_MAX;
	err = sumac_allgather(job->world, offsets, &mine, sizeof(mine));
	if (err)
		sumac_host_pages_forget();
	return err;
}

void *sumac_host_page(int world_rank)
{
	const struct sumac_job *job = sumac_job_current();

	if (!job || !offsets || !sumac_is_on_this_host(world_rank) || offsets[world_rank] == UINT64_MAX)
		return NULL;
	return sumac_segment_at(job->segment, sumac_segment_local_rank_of(job->segment, world_rank), offsets[world_rank],
				len_bytes);
}

void sumac_host_pages_forget(void)
{
	free(offsets);
	offsets = NULL;
}
