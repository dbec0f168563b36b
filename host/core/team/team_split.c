/*
 * Makes teams from teams. The parent's ranks exchange data by a reduction on the parent itself: the bitwise or of arrays in which
 * each rank fills its own place among zeros.
 */
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "core/call/call.h"
#include "core/wait/api_lock.h"

struct exchange {
	struct sumac_team *parent;
	uint64_t salt; /* of the split's arguments, so that a disagreement on them is found */
};

static int run(struct sumac_team *team, const struct sumac_call *call, uint64_t salt)
{
	struct sumac_request *request;
	int err = sumac_call_post(team, SUMAC_ENGINE_CPU, call, SUMAC_FOR_SPLIT, salt, &request);

	return err ? err : sumac_call_wait(request);
}

static int exchange_on_parent(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	SUMAC_HOLD_API_LOCK;
	const struct exchange *exchange = ctx;
	struct sumac_team *parent = exchange->parent;
	size_t count = len_bytes * (size_t)parent->desc.size;
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_OR, .type = SUMAC_TYPE_U8,
				   .count = count, .dst = recv_out };
	char *mine = calloc(1, count);
	int err;

	if (!mine)
		return sumac_fail(SUMAC_ENOMEM, "no memory for an exchange of %zu bytes", count);
	memcpy(mine + len_bytes * (size_t)parent->desc.rank, value, len_bytes);
	call.src = mine;
	sumac_call_measure(&call, parent->desc.size, parent->desc.rank);
	err = run(parent, &call, exchange->salt);
	free(mine);
	return err;
}

static int check_split(const struct sumac_team *parent, int start, int stride, int size)
{
	int64_t last = start + (int64_t)stride * (size - 1);

	if (size < 1 || start < 0 || start >= parent->desc.size || last < 0 || last >= parent->desc.size ||
	    (!stride && size > 1))
		return sumac_fail(SUMAC_EINVAL,
				  "start %d, stride %d and size %d do not select ranks of a team of %d",
				  start, stride, size, parent->desc.size);
	return 0;
}

int sumac_team_split_strided(struct sumac_team *parent, int start, int stride, int size,
			     struct sumac_team **team_out)
{
	SUMAC_HOLD_API_LOCK;
	struct exchange exchange = { parent, 0 };
	struct sumac_oob oob = { &exchange, exchange_on_parent };
	int *members, rank = -1;
	int err = sumac_team_check(parent);

	if (!team_out)
		return sumac_fail(SUMAC_EINVAL, "team_out is NULL");
	*team_out = NULL;
	if (!err)
		err = check_split(parent, start, stride, size);
	if (err)
		return err;
	members = malloc(2 * (size_t)size * sizeof(*members));
	if (!members)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a team of %d ranks", size);
	for (int i = 0; i < size; i++) {
		members[i] = start + i * stride;
		members[size + i] = parent->desc.world_ranks[members[i]];
		if (members[i] == parent->desc.rank)
			rank = i;
	}
	exchange.salt = ((uint64_t)start << 40) ^ ((uint64_t)(uint32_t)stride << 20) ^ (uint64_t)size << 8;
	err = sumac_team_make(parent->job, &oob, parent->desc.size, members, rank, size, members + size, team_out);
	free(members);
	return err;
}
