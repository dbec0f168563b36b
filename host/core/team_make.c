/*
 * Making a team. In three exchanges its ranks agree on a key and on who is in it; show what each engine has reserved
 * for it; and tell that all is installed. The NICs serve the team if all of them can, the CPU engine must.
 */
#include "core/team.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/combination.h"
#include "core/say.h"
#include "core/status.h"

enum { MAX_PAIR_BYTES = 64, TOLD_CAP = 160 };

struct hello {
	uint64_t key_share;
	uint64_t members_digest;
	int32_t status;
};

struct offer {
	int32_t status[SUMAC_N_ENGINES];
	char told[SUMAC_N_ENGINES][TOLD_CAP];
	uint8_t nic_pairs[MAX_PAIR_BYTES]; /* what this rank's NIC does */
	uint8_t blob[SUMAC_N_ENGINES][SUMAC_ENGINE_BLOB_BYTES];
};

struct report {
	int32_t status[SUMAC_N_ENGINES];
	char told[SUMAC_N_ENGINES][TOLD_CAP];
};

/* One making: the exchange, and where the members sit in it. */
struct maker {
	struct sumac_job *job;
	struct sumac_team *team; /* NULL: we observe */
	const struct sumac_oob *oob;
	int exchange_size;
	const int *members; /* the members' ranks in the exchange; NULL: their ranks in the team */
	int size;
};

/* Gathers the members' records, in the team's order. An observer's own record is not read. */
static int gather(const struct maker *maker, const void *record, size_t len_bytes, void **records_out)
{
	char *all = malloc(len_bytes * (size_t)maker->exchange_size);
	char *records = malloc(len_bytes * (size_t)maker->size);
	int err;

	if (!all || !records) {
		err = sumac_fail(SUMAC_ENOMEM, "no memory to make a team of %d ranks", maker->size);
		goto err_free;
	}
	sumac_job_wait_begin(maker->job);
	err = maker->oob->allgather(maker->oob->ctx, record, len_bytes, all);
	sumac_job_wait_end(maker->job);
	if (err)
		goto err_free;
	for (int rank = 0; rank < maker->size; rank++) {
		int at = maker->members ? maker->members[rank] : rank;

		memcpy(records + len_bytes * (size_t)rank, all + len_bytes * (size_t)at, len_bytes);
	}
	free(all);
	*records_out = records;
	return 0;
err_free:
	free(all);
	free(records);
	return err;
}

static uint64_t digest_members(const int *world_ranks, int size)
{
	uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)size;

	for (int rank = 0; rank < size; rank++)
		hash = (hash ^ (uint64_t)world_ranks[rank]) * 0x100000001b3u;
	return hash;
}

static int agree_on_key(struct maker *maker, const int *world_ranks, uint64_t *key_out)
{
	struct hello mine = { .members_digest = digest_members(world_ranks, maker->size) };
	struct hello *hellos;
	void *records;
	int err;

	if (getrandom(&mine.key_share, sizeof(mine.key_share), 0) != sizeof(mine.key_share))
		mine.status = sumac_fail(SUMAC_EIO, "the system gives no random numbers");
	err = gather(maker, &mine, sizeof(mine), &records);
	if (err)
		return err;
	hellos = records;
	for (int rank = 0; rank < maker->size && !err; rank++) {
		if (hellos[rank].status)
			err = sumac_fail(hellos[rank].status, "rank %d cannot make the team", rank);
		else if (hellos[rank].members_digest != hellos[0].members_digest)
			err = sumac_fail(SUMAC_EMISMATCH, "ranks 0 and %d disagree on who is in the team", rank);
	}
	*key_out = hellos[0].key_share;
	free(hellos);
	return err;
}

/* Keeps an engine's refusal, with its story if it told one. */
static void keep_refusal(int status, int32_t *status_out, char told_out[TOLD_CAP])
{
	*status_out = status;
	if (status)
		snprintf(told_out, TOLD_CAP, "%s",
			 *sumac_last_error() ? sumac_last_error() : sumac_strerror(status));
}

static void reserve(struct maker *maker, struct offer *offer_out)
{
	struct sumac_team *team = maker->team;

	for (int i = 0; i < SUMAC_N_ENGINES; i++) {
		struct sumac_engine *engine = maker->job->engine[i];

		if (!engine)
			continue;
		sumac_fail_clear();
		keep_refusal(engine->ops->team_reserve(engine, &team->desc, &team->context[i], offer_out->blob[i]),
			     &offer_out->status[i], offer_out->told[i]);
		if (offer_out->status[i])
			team->context[i] = NULL;
	}
}

static void list_pairs(const struct maker *maker, uint8_t pairs_out[MAX_PAIR_BYTES])
{
	struct sumac_engine *nic = maker->job->engine[SUMAC_ENGINE_NIC];

	assert(sumac_combination_count() <= 8 * MAX_PAIR_BYTES);
	for (int i = 0; nic && i < sumac_combination_count(); i++) {
		int op, type;

		sumac_combination_get(i, &op, &type);
		if (!nic->ops->why_not(nic, op, type, maker->size))
			pairs_out[i / 8] |= (uint8_t)(1u << (i % 8));
	}
}

static void drop_context(struct sumac_team *team, enum sumac_engine_kind kind)
{
	if (team && team->context[kind])
		team->job->engine[kind]->ops->team_free(team->context[kind]);
	if (team)
		team->context[kind] = NULL;
}

/* What one refuses, all do without. */
static void refuse_nic(struct maker *maker, int rank, const char *told)
{
	drop_context(maker->team, SUMAC_ENGINE_NIC);
	if (maker->team)
		snprintf(maker->team->nic_why, sizeof(maker->team->nic_why), "the NIC of rank %d refused the team: %.*s",
			 rank, TOLD_CAP, told);
}

static int show_offers(struct maker *maker, struct offer **offers_out)
{
	struct offer *mine = calloc(1, sizeof(*mine));
	void *records;
	int err;

	if (!mine)
		return sumac_fail(SUMAC_ENOMEM, "no memory to make a team");
	if (maker->team) {
		reserve(maker, mine);
		list_pairs(maker, mine->nic_pairs);
	}
	err = gather(maker, mine, sizeof(*mine), &records);
	free(mine);
	if (err)
		return err;
	*offers_out = records;
	return 0;
}

static int judge_offers(struct maker *maker, const struct offer *offers)
{
	bool is_refused = false;

	for (int rank = 0; rank < maker->size; rank++) {
		if (offers[rank].status[SUMAC_ENGINE_CPU])
			return sumac_fail(offers[rank].status[SUMAC_ENGINE_CPU],
					  "the CPU engine of rank %d cannot serve the team: %.*s", rank, TOLD_CAP,
					  offers[rank].told[SUMAC_ENGINE_CPU]);
		if (offers[rank].status[SUMAC_ENGINE_NIC] && !is_refused) {
			refuse_nic(maker, rank, offers[rank].told[SUMAC_ENGINE_NIC]);
			is_refused = true;
		}
		for (int i = 0; maker->team && i < MAX_PAIR_BYTES; i++)
			maker->team->nic_pairs[i] &= offers[rank].nic_pairs[i];
	}
	return 0;
}

static void install(struct maker *maker, const struct offer *offers, struct report *report_out)
{
	struct sumac_team *team = maker->team;
	uint8_t *blobs = malloc((size_t)maker->size * SUMAC_ENGINE_BLOB_BYTES);

	for (int i = 0; i < SUMAC_N_ENGINES; i++) {
		int err = blobs ? 0 : -SUMAC_ENOMEM;

		if (!team->context[i])
			continue;
		for (int rank = 0; blobs && rank < maker->size; rank++)
			memcpy(blobs + (size_t)rank * SUMAC_ENGINE_BLOB_BYTES, offers[rank].blob[i],
			       SUMAC_ENGINE_BLOB_BYTES);
		sumac_fail_clear();
		if (!err)
			err = maker->job->engine[i]->ops->team_install(team->context[i], blobs);
		keep_refusal(err, &report_out->status[i], report_out->told[i]);
	}
	free(blobs);
}

static int report_installed(struct maker *maker, const struct offer *offers)
{
	struct report mine = { 0 };
	struct report *reports;
	bool is_refused = false;
	void *records;
	int err;

	if (maker->team)
		install(maker, offers, &mine);
	err = gather(maker, &mine, sizeof(mine), &records);
	if (err)
		return err;
	reports = records;
	for (int rank = 0; rank < maker->size && !err; rank++) {
		if (reports[rank].status[SUMAC_ENGINE_CPU])
			err = sumac_fail(reports[rank].status[SUMAC_ENGINE_CPU],
					 "the CPU engine of rank %d cannot serve the team: %.*s", rank, TOLD_CAP,
					 reports[rank].told[SUMAC_ENGINE_CPU]);
		if (reports[rank].status[SUMAC_ENGINE_NIC] && !is_refused) {
			refuse_nic(maker, rank, reports[rank].told[SUMAC_ENGINE_NIC]);
			is_refused = true;
		}
	}
	free(reports);
	return err;
}

static struct sumac_team *allocate(struct sumac_job *job, int rank, int size, const int *world_ranks)
{
	struct sumac_team *team = calloc(1, sizeof(*team));
	int *copy = malloc((size_t)size * sizeof(*copy));
	uint8_t *pairs = malloc(MAX_PAIR_BYTES);

	if (!team || !copy || !pairs) {
		free(team);
		free(copy);
		free(pairs);
		return NULL;
	}
	memcpy(copy, world_ranks, (size_t)size * sizeof(*copy));
	memset(pairs, 0xff, MAX_PAIR_BYTES);
	team->job = job;
	team->desc.rank = rank;
	team->desc.size = size;
	team->desc.world_ranks = copy;
	team->nic_pairs = pairs;
	snprintf(team->nic_why, sizeof(team->nic_why), "%s", job->nic_why);
	sumac_team_enlist(team);
	return team;
}

int sumac_team_make(struct sumac_job *job, const struct sumac_oob *oob, int exchange_size, const int *members,
		    int rank, int size, const int *world_ranks, struct sumac_team **team_out)
{
	struct maker maker = { job, NULL, oob, exchange_size, members, size };
	struct offer *offers = NULL;
	uint64_t key;
	int err;

	*team_out = NULL;
	if (rank >= 0) {
		maker.team = allocate(job, rank, size, world_ranks);
		if (!maker.team)
			return sumac_fail(SUMAC_ENOMEM, "no memory for a team of %d ranks", size);
	}
	err = agree_on_key(&maker, world_ranks, &key);
	if (err)
		goto err_drop;
	if (maker.team)
		maker.team->desc.key = key;
	err = show_offers(&maker, &offers);
	if (err)
		goto err_drop;
	err = judge_offers(&maker, offers);
	if (err)
		goto err_drop;
	err = report_installed(&maker, offers);
	if (err)
		goto err_drop;
	free(offers);
	*team_out = maker.team;
	if (maker.team && rank == 0)
		sumac_say(SUMAC_SAY_DECISIONS, "a team of %d ranks: %s", size,
			  maker.team->context[SUMAC_ENGINE_NIC] ? "NICs and CPU engine" : maker.team->nic_why);
	return 0;
err_drop:
	free(offers);
	if (maker.team)
		sumac_team_drop(maker.team);
	return err;
}
