/*
 * Active sets: for each (start, stride, size) that this PE has used, a team, made at the first call by the members
 * alone, who meet through the launcher.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "frontend/shmem/shmem_private.h"

struct active_set {
	struct active_set *next;
	int start, log_stride, size;
	struct sumac_team *team;
};

enum { MAX_LOG_STRIDE = 30 };

static struct active_set *sets;

int sumac_shmem_active_set_check(int start, int log_stride, int size)
{
	int64_t last = start + (size - INT64_C(1)) * (INT64_C(1) << (log_stride & 31));
	int64_t distance = sumac_rank() - (int64_t)start;

	if (start < 0 || log_stride < 0 || log_stride > MAX_LOG_STRIDE || size < 1 || last >= sumac_size())
		return sumac_fail(SUMAC_EINVAL,
				  "PE_start %d, logPE_stride %d and PE_size %d do not form an active set of %d PEs",
				  start, log_stride, size, sumac_size());
	if (distance < 0 || distance >> log_stride >= size || distance & ((1 << log_stride) - 1))
		return sumac_fail(SUMAC_EINVAL, "PE %d is not in the active set (start %d, log stride %d, size %d)",
				  sumac_rank(), start, log_stride, size);
	return 0;
}

static int make(int start, int log_stride, int size, struct sumac_team **team_out)
{
	int *members = malloc((size_t)size * sizeof(*members));
	char name[64];
	int err;

	if (!members)
		return sumac_fail(SUMAC_ENOMEM, "no memory for an active set of %d", size);
	for (int i = 0; i < size; i++)
		members[i] = start + (i << log_stride);
	snprintf(name, sizeof(name), "sumac.active.%d.%d.%d", start, log_stride, size);
	err = sumac_shmem_meet(name, members, size, (sumac_rank() - start) >> log_stride, team_out);
	free(members);
	return err;
}

/* Threads may be in calls on different sets at once. */
static struct sumac_team *look_up(int start, int log_stride, int size)
{
	SUMAC_SHMEM_LOCKED;

	for (struct active_set *set = sets; set; set = set->next)
		if (set->start == start && set->log_stride == log_stride && set->size == size)
			return set->team;
	return NULL;
}

/* For a set of one PE all strides are alike. */
static int stride_of(int log_stride, int size)
{
	return size == 1 && log_stride > 0 && log_stride <= MAX_LOG_STRIDE ? 0 : log_stride;
}

struct sumac_team *sumac_shmem_active_set_known(int start, int log_stride, int size)
{
	log_stride = stride_of(log_stride, size);
	return !start && !log_stride && size == sumac_size() ? sumac_team_world() : look_up(start, log_stride, size);
}

int sumac_shmem_active_set_find(int start, int log_stride, int size, struct sumac_team **team_out)
{
	struct active_set *set;
	int err;

	*team_out = sumac_shmem_active_set_known(start, log_stride, size);
	if (*team_out)
		return 0;
	err = sumac_shmem_active_set_check(start, log_stride, size);
	if (err)
		return err;
	log_stride = stride_of(log_stride, size);
	set = malloc(sizeof(*set));
	if (!set)
		return sumac_fail(SUMAC_ENOMEM, "no memory for an active set");
	err = make(start, log_stride, size, team_out);
	if (err) {
		free(set);
		return err;
	}
	pthread_mutex_lock(&sumac_shmem_lock);
	*set = (struct active_set){ sets, start, log_stride, size, *team_out };
	sets = set;
	pthread_mutex_unlock(&sumac_shmem_lock);
	return 0;
}

/* The teams themselves end with the job. */
void sumac_shmem_active_sets_forget(void)
{
	while (sets) {
		struct active_set *set = sets;

		sets = set->next;
		free(set);
	}
}
