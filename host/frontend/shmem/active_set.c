/*
 * Active sets: the team of each (start, stride, size) that this PE has met, made at the first call by the
 * members alone, who meet through the launcher.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/fail.h"
#include "base/patience.h"
#include "core/frontend.h"
#include "fabric/bootstrap.h"
#include "fabric/pmix_among.h"
#include "frontend/shmem/shmem_private.h"

struct active_set {
	struct active_set *next;
	int start, log_stride, size;
	struct sumac_team *team;
};

static struct active_set *sets;

/* The making of one team: each of its exchanges has a name of its own. */
struct meeting {
	const int *members;
	int size;
	char name[64];
	int n_exchanges;
	struct sumac_patience patience;
};

/* While the members gather, calls that other ranks are in make progress. */
static int push_on(void *ctx)
{
	struct meeting *meeting = ctx;
	struct timespec pause = { .tv_nsec = 200000 };

	sumac_progress();
	nanosleep(&pause, NULL);
	return sumac_patience_check(&meeting->patience, "the other members of the active set");
}

static int exchange(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	struct meeting *meeting = ctx;
	char name[96];
	int err;

	snprintf(name, sizeof(name), "%s.%d", meeting->name, meeting->n_exchanges++);
	sumac_patience_begin(&meeting->patience);
	err = sumac_pmix_allgather_among(meeting->members, meeting->size, name, value, len_bytes, push_on, meeting,
					 recv_out);
	return err ? sumac_fail(err, "the active set cannot meet: %s", sumac_last_error()) : 0;
}

static int check_set(int start, int log_stride, int size)
{
	int64_t last = start + (size - INT64_C(1)) * (INT64_C(1) << (log_stride & 31));
	int64_t distance = sumac_rank() - (int64_t)start;

	if (start < 0 || log_stride < 0 || log_stride > 30 || size < 1 || last >= sumac_size())
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
	struct meeting meeting = { .size = size };
	struct sumac_oob oob = { &meeting, exchange };
	int *members = malloc((size_t)size * sizeof(*members));
	int err;

	if (!members)
		return sumac_fail(SUMAC_ENOMEM, "no memory for an active set of %d", size);
	for (int i = 0; i < size; i++)
		members[i] = start + (i << log_stride);
	meeting.members = members;
	snprintf(meeting.name, sizeof(meeting.name), "sumac.active.%d.%d.%d", start, log_stride, size);
	err = sumac_team_create(&oob, (sumac_rank() - start) >> log_stride, size, members, team_out);
	free(members);
	return err;
}

int sumac_shmem_active_set_find(int start, int log_stride, int size, struct sumac_team **team_out)
{
	struct active_set *set;
	int err = check_set(start, log_stride, size);

	if (err)
		return err;
	if (size == sumac_size()) {
		*team_out = sumac_team_world();
		return 0;
	}
	if (size == 1)
		log_stride = 0;
	for (set = sets; set; set = set->next) {
		if (set->start == start && set->log_stride == log_stride && set->size == size) {
			*team_out = set->team;
			return 0;
		}
	}
	set = malloc(sizeof(*set));
	if (!set)
		return sumac_fail(SUMAC_ENOMEM, "no memory for an active set");
	err = make(start, log_stride, size, team_out);
	if (err) {
		free(set);
		return err;
	}
	*set = (struct active_set){ sets, start, log_stride, size, *team_out };
	sets = set;
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
