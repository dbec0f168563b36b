/*
 * How ranks join a segment: each tells over the bootstrap what identifies its host, those of one host meet
 * (segment_meet.c), and all compare whether that went well.
 */
#include "segment/segment_join.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fnv.h"
#include "base/settings.h"
#include "segment/host_id.h"
#include "segment/segment_private.h"
#include "sumac.h"

enum { TOLD_BYTES = 252 };

static bool share_a_host(const struct sumac_segment_identity *a, const struct sumac_segment_identity *b)
{
	return a->group == b->group && a->host == b->host;
}

static int find_places(struct sumac_segment_join *join)
{
	join->leader = -1;
	for (int rank = 0; rank < join->n_ranks; rank++) {
		bool is_here = share_a_host(&join->all[rank], &join->all[join->rank]);

		join->local_ranks[rank] = is_here ? join->n_local++ : -1;
		if (is_here && join->leader < 0)
			join->leader = rank;
		if (join->all[rank].status)
			return sumac_fail(join->all[rank].status, "rank %d has no sockets for meeting others", rank);
	}
	return 0;
}

static int exchange_identities(struct sumac_segment_join *join)
{
	int64_t ranks_a_host = sumac_setting_int(SUMAC_SETTING_RANKS_A_HOST);
	struct sumac_segment_identity mine = { .pid = (int32_t)getpid() };
	struct sumac_host_id host;

	sumac_host_id_get(&host);
	mine.host = sumac_fnv(SUMAC_FNV_START, &host, sizeof(host));
	mine.group = ranks_a_host ? (uint32_t)(join->rank / ranks_a_host) : 0;
	mine.status = join->n_ranks > 1 ? sumac_segment_sockets_open(join, mine.socket) : 0;
	return sumac_bootstrap_allgather(join->bootstrap, &mine, sizeof(mine), join->all);
}

/* A rank that did not get the memory tells all why. */
static int tell_why(struct sumac_segment_join *join, const int32_t *statuses)
{
	char mine[TOLD_BYTES] = "", (*all)[TOLD_BYTES] = malloc((size_t)join->n_ranks * sizeof(*all));
	int err;

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", join->n_ranks);
	if (statuses[join->rank])
		snprintf(mine, sizeof(mine), "%s", sumac_last_error());
	err = sumac_bootstrap_allgather(join->bootstrap, mine, sizeof(mine), all);
	for (int rank = 0; rank < join->n_ranks && !err; rank++)
		if (statuses[rank])
			err = sumac_fail(statuses[rank], "rank %d: %.*s", rank, TOLD_BYTES - 1, all[rank]);
	free(all);
	return err;
}

/* Either all have the memory, or all report who has not. */
static int compare_outcomes(struct sumac_segment_join *join, int status)
{
	int32_t mine = status, *all = malloc((size_t)join->n_ranks * sizeof(*all));
	bool is_good = true;
	int err;

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", join->n_ranks);
	err = sumac_bootstrap_allgather(join->bootstrap, &mine, sizeof(mine), all);
	for (int rank = 0; rank < join->n_ranks && !err; rank++)
		is_good &= !all[rank];
	if (!err && !is_good)
		err = tell_why(join, all);
	free(all);
	return err;
}

/* A rank that does not meet its leader says so at once: the others could wait for it in vain in the comparison, too. */
static int join_all(struct sumac_segment_join *join, struct sumac_segment **segment_out)
{
	int err = exchange_identities(join), others_err;
	int *local_ranks = join->local_ranks;

	if (!err)
		err = find_places(join);
	if (err)
		return err;
	err = sumac_segment_meet(join);
	if (err == -SUMAC_EPEER || err == -SUMAC_ETIMEOUT)
		return err;
	join->local_ranks = NULL;
	if (err)
		free(local_ranks);
	else
		err = sumac_segment_map(join->memory, local_ranks[join->rank], join->n_local, local_ranks, join->n_ranks,
					segment_out);
	others_err = join->n_ranks > 1 ? compare_outcomes(join, err) : 0;
	if (!err && others_err)
		sumac_segment_close(*segment_out);
	return others_err ? others_err : err; /* the first rank's story is the leader's */
}

int sumac_segment_open(struct sumac_bootstrap *bootstrap, struct sumac_segment **segment_out)
{
	struct sumac_segment_join join = { .bootstrap = bootstrap, .rank = bootstrap->rank(bootstrap->ctx),
			     .n_ranks = bootstrap->size(bootstrap->ctx), .listener = -1, .caller = -1, .memory = -1 };
	int err;

	join.all = calloc((size_t)join.n_ranks, sizeof(*join.all));
	join.local_ranks = calloc((size_t)join.n_ranks, sizeof(*join.local_ranks));
	err = join.all && join.local_ranks ? join_all(&join, segment_out) :
					sumac_fail(SUMAC_ENOMEM, "no memory for the hosts of %d ranks", join.n_ranks);
	sumac_segment_sockets_close(&join);
	if (join.memory >= 0)
		close(join.memory);
	free(join.all);
	free(join.local_ranks);
	return err;
}
