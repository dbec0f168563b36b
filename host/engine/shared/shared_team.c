/*
 * A team whose ranks share NICs: each block of ranks on a NIC is one member in the NICs, reserved by its lowest rank.
 */
#include "engine/shared/shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static const uint64_t LEAF_KEY = 0x626568696e646e69; /* not the team's, nor that of its leaves on the CPU engine */

/* The members exchange this. */
struct blob {
	struct sumac_leaf_blob leaf;
	uint8_t nic[SUMAC_NIC_BLOB_BYTES]; /* of a leaf's lowest rank */
};
_Static_assert(sizeof(struct blob) <= SUMAC_ENGINE_BLOB_BYTES, "a blob's size");

static void broke(void *ctx, int status, int fault_rank)
{
	sumac_shared_team_break(ctx, status, fault_rank);
}

int sumac_shared_team_rank_of(const struct sumac_shared_team *team, int world_rank)
{
	for (int rank = 0; rank < team->base.desc.size; rank++)
		if (team->base.desc.world_ranks[rank] == world_rank)
			return rank;
	return -1;
}

static struct sumac_mailbox_request request_of(const struct sumac_shared_team *team, enum sumac_mailbox_kind kind)
{
	const struct sumac_plan_blocks *blocks = &team->level.blocks;
	struct sumac_mailbox_request request = { .kind = kind, .n_members = (uint32_t)blocks->n };

	for (int i = 0; kind == SUMAC_MAILBOX_RESERVE && i < blocks->n; i++)
		request.ranks[i] = (uint16_t)(blocks->first[i + 1] - blocks->first[i]);
	return request;
}

/* Asks, and waits for the answer. */
static int ask(struct sumac_shared_team *team, enum sumac_mailbox_kind kind, const uint8_t *blobs,
	       struct sumac_mailbox_reply *reply_out)
{
	struct sumac_mailbox_request request = request_of(team, kind);
	int err;

	sumac_mailbox_ask(&team->engine->mail, team->slot, &request, blobs);
	err = sumac_mailbox_await(&team->engine->mail, team->slot, reply_out);
	if (err || !reply_out->status)
		return err;
	return *reply_out->told ? sumac_fail(reply_out->status, "%s", reply_out->told) : reply_out->status;
}

/* Sets the team's blocks of ranks, and this rank's leaf. */
static int set_level(struct sumac_shared_team *team)
{
	const struct sumac_shared_engine *engine = team->engine;
	const struct sumac_team_desc *desc = &team->base.desc;
	int *nics = malloc((unsigned)desc->size * sizeof(*nics)), lo, n, err;
	bool *is_near = malloc((unsigned)desc->size * sizeof(*is_near));

	team->level.broke = broke;
	team->level.ctx = team;
	for (int rank = 0; nics && is_near && rank < desc->size; rank++) {
		nics[rank] = engine->nic_of[desc->world_ranks[rank]];
		is_near[rank] = nics[rank] == engine->nic_of[engine->rank];
	}
	err = nics && is_near ? 0 : -SUMAC_ENOMEM;
	if (!err) {
		sumac_plan_blocks_around(is_near, desc->size, desc->rank, &lo, &n);
		err = sumac_level_init(&team->level, desc, is_near, lo, n);
	}
	if (!err)
		err = sumac_level_group_by_block(&team->level, nics);
	free(nics);
	free(is_near);
	return err;
}

/* All ranks find the same here. */
static int check_level(const struct sumac_level *level)
{
	if (level->n_groups == 1)
		return sumac_fail(SUMAC_ENOTSUP, "all ranks of the team share one NIC");
	if (level->n_groups > SUMAC_MAILBOX_MEMBERS)
		return sumac_fail(SUMAC_ENOTSUP, "the team has %d blocks of ranks that share a NIC, and a NIC folds at most %d",
				  level->n_groups, SUMAC_MAILBOX_MEMBERS);
	return 0;
}

static int take_leaf(struct sumac_shared_team *team, struct sumac_leaf_blob *blob_out)
{
	struct sumac_shared_engine *engine = team->engine;
	struct sumac_mailbox_subject subject = { .key = team->base.desc.key, .member = (uint32_t)team->level.group };
	int err = sumac_level_reserve(&team->level, engine->segment, &engine->leaves, team->base.desc.key ^ LEAF_KEY, blob_out);

	if (err)
		return err;
	if (!team->level.leaf)
		return sumac_fail(SUMAC_ENORES, "the memory that the ranks of this host share is full");
	team->slot = sumac_mailbox_slot_take(&engine->mail, &subject);
	return team->slot < 0 ? sumac_fail(SUMAC_ENORES, "the rank is already in %d teams on NICs", SUMAC_MAILBOX_SLOTS) : 0;
}

static int reserve_member(struct sumac_shared_team *team, uint8_t *nic_blob_out)
{
	struct sumac_mailbox_reply reply;
	int err = team->level.leaf_rank ? 0 : ask(team, SUMAC_MAILBOX_RESERVE, NULL, &reply);

	if (err || team->level.leaf_rank)
		return err;
	team->has_member = true;
	memcpy(nic_blob_out, reply.blob, SUMAC_NIC_BLOB_BYTES);
	return 0;
}

static void team_release(struct sumac_shared_team *team)
{
	if (team->slot >= 0)
		sumac_mailbox_slot_give(&team->engine->mail, team->slot);
	if (team->level.leaf)
		sumac_leaf_leave(team->level.leaf, &team->engine->left_leaves);
	sumac_level_fini(&team->level);
	sumac_segment_free(team->engine->segment, team->values, true);
	free(team->scratch.memory);
	free(team);
}

int sumac_shared_team_reserve(struct sumac_engine *base, const struct sumac_team_desc *desc, struct sumac_engine_team **team_out,
			      uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES])
{
	struct sumac_shared_engine *engine = (struct sumac_shared_engine *)base;
	struct sumac_shared_team *team = calloc(1, sizeof(*team));
	struct blob blob = { 0 };
	int err;

	if (!team)
		return -SUMAC_ENOMEM;
	sumac_leaf_reap(&engine->left_leaves);
	team->engine = engine;
	sumac_engine_team_init(&team->base, desc);
	team->slot = -1;
	for (int rank = 0; rank < desc->size; rank++)
		if (desc->world_ranks[rank] < 0 || desc->world_ranks[rank] >= engine->n_ranks) {
			team_release(team);
			return -SUMAC_EINVAL;
		}
	err = set_level(team);
	if (!err)
		err = check_level(&team->level);
	if (!err)
		err = take_leaf(team, &blob.leaf);
	if (!err)
		err = reserve_member(team, blob.nic);
	if (err) {
		team_release(team);
		return err;
	}
	sumac_engine_team_enlist(&team->base, &engine->teams);
	memset(blob_out, 0, SUMAC_ENGINE_BLOB_BYTES);
	memcpy(blob_out, &blob, sizeof(blob));
	*team_out = &team->base;
	return 0;
}

static struct blob blob_at(const uint8_t *blobs, int rank)
{
	struct blob blob;

	memcpy(&blob, blobs + (size_t)rank * SUMAC_ENGINE_BLOB_BYTES, sizeof(blob));
	return blob;
}

static int install_leaf(struct sumac_shared_team *team, const uint8_t *blobs)
{
	struct sumac_level *level = &team->level;
	struct sumac_leaf_blob *own = malloc((size_t)level->n_ranks * sizeof(*own));
	int err;

	for (int i = 0; own && i < level->n_ranks; i++)
		own[i] = blob_at(blobs, level->ranks[i]).leaf;
	err = own ? sumac_level_install(level, own) : -SUMAC_ENOMEM;
	free(own);
	return err;
}

static int install_member(struct sumac_shared_team *team, const uint8_t *blobs)
{
	uint8_t nics[SUMAC_MAILBOX_MEMBERS][SUMAC_NIC_BLOB_BYTES];
	struct sumac_mailbox_reply reply;

	for (int group = 0; group < team->level.n_groups; group++)
		memcpy(nics[group], blob_at(blobs, team->level.owners[group]).nic, sizeof(nics[group]));
	return ask(team, SUMAC_MAILBOX_INSTALL, nics[0], &reply);
}

int sumac_shared_team_install(struct sumac_engine_team *base, const uint8_t *blobs)
{
	struct sumac_shared_team *team = sumac_shared_team_of(base);
	int err = install_leaf(team, blobs);

	if (!err && team->has_member)
		err = install_member(team, blobs);
	if (err)
		return err;
	snprintf(team->level.how, sizeof(team->level.how),
		 "%d rank%s on a NIC fold%s in memory; the NICs do it for the %d such blocks", team->level.n_ranks,
		 team->level.n_ranks == 1 ? "" : "s", team->level.n_ranks == 1 ? "s" : "", team->level.n_groups);
	team->base.is_installed = true;
	return 0;
}

/* Only the first failure counts. The NICs pass on the rank that is named as such: their own names are of leaves. */
void sumac_shared_team_fail(struct sumac_engine_team *base, int status, int fault_rank)
{
	struct sumac_shared_team *team = sumac_shared_team_of(base);

	if (!sumac_engine_team_fail_first(base, status, fault_rank))
		return;
	/* Another rank may report a death outside the team. */
	if (status == -SUMAC_EPEER && fault_rank < 0)
		sumac_mailbox_check_owner(&team->engine->mail);
	sumac_mailbox_fail(&team->engine->mail, team->slot, status, fault_rank < 0 ? -1 : SUMAC_MAILBOX_MEMBERS + fault_rank);
	sumac_shared_end_all(team, status, fault_rank);
}

void sumac_shared_team_break(struct sumac_shared_team *team, int status, int fault_rank)
{
	sumac_engine_team_break(&team->base, status, fault_rank, sumac_shared_team_fail);
}

/* The owner is done with the slot and the values when all is answered, or when the owner is gone. */
void sumac_shared_team_free(struct sumac_engine_team *base)
{
	struct sumac_shared_team *team = sumac_shared_team_of(base);
	struct sumac_mailbox_reply reply;

	if (team->base.oldest)
		sumac_shared_team_fail(base, -SUMAC_EFAILED, -1);
	if (!sumac_mailbox_await(&team->engine->mail, team->slot, &reply) && team->has_member)
		ask(team, SUMAC_MAILBOX_FREE, NULL, &reply);
	sumac_engine_team_delist(base, &team->engine->teams);
	team_release(team);
}
