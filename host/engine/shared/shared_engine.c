/*
 * The NIC engine where ranks share NICs: opening, on the owner with the thread that drives the NIC, and the interface to the
 * core.
 */
#include "engine/shared/shared.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/combination.h"
#include "base/fail.h"

static const int64_t CHECK_NS = 20000000; /* how often a waiting rank checks that its owner lives */

/* Ranks tell each other this when they open. */
struct opening {
	uint64_t asks, answers; /* the owner has answers: one for each rank of its NIC, in their order */
	int64_t pid;
	uint8_t pairs[SUMAC_SHARED_PAIR_BYTES]; /* of the owner's NIC */
};
_Static_assert(sizeof(struct opening) <= SUMAC_SHARED_BLOB_BYTES, "a blob's size");

static struct sumac_shared_engine *engine_of(struct sumac_engine *base)
{
	return (struct sumac_shared_engine *)base;
}

static const char *why_not(struct sumac_engine *base, int op, int type, int size)
{
	const struct sumac_shared_engine *engine = engine_of(base);
	int index = sumac_combination_index(op, type);

	(void)size; /* only the number of leaves counts */
	return index >= 0 && engine->pairs[index / 8] & 1u << index % 8 ? NULL : "the NIC does not do this operation on this type";
}

/* Scans are left folds: if two neighbours share a NIC, the second needs what the first makes of the NICs' result. */
static const char *why_not_coll(struct sumac_engine_team *base, enum sumac_coll coll)
{
	const struct sumac_shared_team *team = (struct sumac_shared_team *)base;

	if (sumac_coll_row(coll)->order != SUMAC_LEFT || team->level.n_groups == team->base.desc.size)
		return NULL;
	return "ranks of the team share a NIC, which scans do not support";
}

static const char *how(struct sumac_engine_team *base, const struct sumac_call *call)
{
	(void)call;
	return ((struct sumac_shared_team *)base)->level.how;
}

static int plan(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_plan *plan_io)
{
	(void)base, (void)call, (void)plan_io;
	return -SUMAC_ENOTSUP; /* it is not one plan: see how() */
}

/* A rank whose NIC has gone with its owner may be busy in a team to which the owner does not belong, so nobody else tells the
 * rank. */
static int check_owner(struct sumac_shared_engine *engine)
{
	int64_t now_ns = sumac_clock_ns();
	int err, moved = 0;

	if (now_ns < engine->next_check_ns)
		return 0;
	engine->next_check_ns = now_ns + CHECK_NS;
	err = sumac_mailbox_check_owner(&engine->mail);
	for (struct sumac_engine_team *team = engine->teams; err && team; team = team->next)
		if (team->oldest) {
			sumac_shared_team_break(sumac_shared_team_of(team), err,
						sumac_shared_team_rank_of(sumac_shared_team_of(team), engine->mail.owner));
			moved = 1;
		}
	return moved;
}

static int progress(struct sumac_engine *base)
{
	struct sumac_shared_engine *engine = engine_of(base);
	bool is_busy = false;
	int moved = 0;

	for (struct sumac_engine_team *team = engine->teams; team; team = team->next) {
		moved |= sumac_shared_team_progress(sumac_shared_team_of(team));
		is_busy |= team->oldest != NULL;
	}
	return is_busy && !moved ? check_owner(engine) : moved;
}

/* The engine's memory in the segment stays until the segment is closed, since the other end may look there until then. */
static void close_engine(struct sumac_engine *base)
{
	struct sumac_shared_engine *engine = engine_of(base);

	while (engine->teams)
		sumac_shared_team_free(engine->teams);
	if (engine->mail.asks)
		sumac_mailbox_leave(&engine->mail);
	if (engine->service.nic) {
		sumac_service_stop(&engine->service);
		engine->service.nic->ops->close(engine->service.nic);
	}
	sumac_leaf_destroy(&engine->left_leaves);
	free(engine->nic_of);
	free(engine->owner_of);
	free(engine);
}

static const struct sumac_engine_ops behind_ops = {
	.name = "nic",
	.why_not = why_not,
	.team_reserve = sumac_shared_team_reserve,
	.team_install = sumac_shared_team_install,
	.team_free = sumac_shared_team_free,
	.post = sumac_shared_post,
	.plan = plan,
	.team_fail = sumac_shared_team_fail,
	.oldest = sumac_engine_team_oldest,
	.waiting_for = sumac_shared_waiting_for,
	.progress = progress,
	.close = close_engine,
	.how = how,
	.why_not_coll = why_not_coll,
};

static int count_clients(const struct sumac_shared_engine *engine)
{
	int n = 0;

	for (int rank = 0; rank < engine->n_ranks; rank++)
		n += engine->nic_of[rank] == engine->nic_of[engine->rank];
	return n;
}

static void list_pairs(struct sumac_engine *nic, uint8_t pairs_out[SUMAC_SHARED_PAIR_BYTES])
{
	for (int i = 0; i < sumac_combination_count() && i < 8 * SUMAC_SHARED_PAIR_BYTES; i++) {
		int op, type;

		sumac_combination_get(i, &op, &type);
		if (!nic->ops->why_not(nic, op, type, 2))
			pairs_out[i / 8] |= (uint8_t)(1u << i % 8);
	}
}

static int copy_places(const struct sumac_shared_desc *desc, struct sumac_shared_engine *engine)
{
	size_t len_bytes = (size_t)desc->n_ranks * sizeof(int);

	engine->nic_of = malloc(len_bytes);
	engine->owner_of = malloc(len_bytes);
	if (!engine->nic_of || !engine->owner_of)
		return -SUMAC_ENOMEM;
	memcpy(engine->nic_of, desc->nic_of, len_bytes);
	for (int rank = 0; rank < desc->n_ranks; rank++)
		engine->owner_of[desc->nic_of[rank]] = desc->owner_of[desc->nic_of[rank]];
	return 0;
}

int sumac_engine_shared_open(const struct sumac_shared_desc *desc, struct sumac_engine **engine_out,
			     uint8_t blob_out[SUMAC_SHARED_BLOB_BYTES])
{
	struct sumac_shared_engine *engine = calloc(1, sizeof(*engine));
	struct opening mine = { .pid = getpid() };

	if (!engine)
		return -SUMAC_ENOMEM;
	engine->base.ops = &behind_ops;
	engine->segment = desc->segment;
	engine->leaves = *desc->leaves;
	engine->rank = desc->rank;
	engine->n_ranks = desc->n_ranks;
	if (copy_places(desc, engine))
		goto err_free;
	engine->mail = (struct sumac_mailbox){ .segment = desc->segment, .owner = engine->owner_of[engine->nic_of[engine->rank]],
					    .watch = { .fd = -1 } };
	engine->mail.asks = sumac_segment_alloc(desc->segment, sizeof(*engine->mail.asks), &mine.asks);
	if (!engine->mail.asks)
		goto err_free;
	if (desc->nic) {
		engine->own_answers = sumac_segment_alloc(desc->segment,
							  (size_t)count_clients(engine) * sizeof(*engine->own_answers),
							  &mine.answers);
		if (!engine->own_answers)
			goto err_free;
		list_pairs(desc->nic, mine.pairs);
	}
	engine->service.nic = desc->nic;
	engine->base.design = desc->nic ? desc->nic->design : NULL;
	memset(blob_out, 0, SUMAC_SHARED_BLOB_BYTES);
	memcpy(blob_out, &mine, sizeof(mine));
	*engine_out = &engine->base;
	return 0;
err_free:
	engine->mail.asks = NULL;
	close_engine(&engine->base);
	return -SUMAC_ENOMEM;
}

static struct opening opening_of(const uint8_t *blobs, int rank)
{
	struct opening opening;

	memcpy(&opening, blobs + (size_t)rank * SUMAC_SHARED_BLOB_BYTES, sizeof(opening));
	return opening;
}

/* A rank's number among those that share its NIC. */
static int number_of(const struct sumac_shared_engine *engine, int rank)
{
	int n = 0;

	for (int other = 0; other < rank; other++)
		n += engine->nic_of[other] == engine->nic_of[rank];
	return n;
}

static int find_owner(struct sumac_shared_engine *engine, const uint8_t *blobs)
{
	struct sumac_mailbox *mail = &engine->mail;
	struct opening owner = opening_of(blobs, mail->owner);
	uint64_t offset = owner.answers + (uint64_t)number_of(engine, engine->rank) * sizeof(*mail->answers);

	mail->owner_local_rank = sumac_segment_local_rank_of(engine->segment, mail->owner);
	mail->answers = sumac_segment_at(engine->segment, mail->owner_local_rank, offset, sizeof(*mail->answers));
	if (!mail->answers || offset % _Alignof(struct sumac_mailbox_answers))
		return -SUMAC_ETEAM;
	memcpy(engine->pairs, owner.pairs, sizeof(engine->pairs));
	sumac_process_watch_begin(&mail->watch, (pid_t)owner.pid);
	return 0;
}

static int serve(struct sumac_shared_engine *engine, const uint8_t *blobs)
{
	struct sumac_service *service = &engine->service;

	service->segment = engine->segment;
	service->n_ranks = engine->n_ranks;
	service->clients = calloc((size_t)count_clients(engine), sizeof(*service->clients));
	if (!service->clients)
		return -SUMAC_ENOMEM;
	for (int rank = 0; rank < engine->n_ranks; rank++) {
		struct sumac_mailbox_client *client = &service->clients[service->n_clients];
		struct opening opening = opening_of(blobs, rank);

		if (engine->nic_of[rank] != engine->nic_of[engine->rank])
			continue;
		*client = (struct sumac_mailbox_client){ .segment = engine->segment, .watch = { .fd = -1 },
						      .local_rank = sumac_segment_local_rank_of(engine->segment, rank),
						      .answers = &engine->own_answers[service->n_clients] };
		client->asks = sumac_segment_at(engine->segment, client->local_rank, opening.asks, sizeof(*client->asks));
		if (!client->asks || opening.asks % _Alignof(struct sumac_mailbox_asks))
			return -SUMAC_ETEAM;
		sumac_process_watch_begin(&client->watch, (pid_t)opening.pid);
		service->n_clients++;
	}
	return sumac_service_start(service);
}

int sumac_engine_shared_install(struct sumac_engine *base, const uint8_t *blobs)
{
	struct sumac_shared_engine *engine = engine_of(base);
	int err = find_owner(engine, blobs);

	return err || !engine->service.nic ? err : serve(engine, blobs);
}
