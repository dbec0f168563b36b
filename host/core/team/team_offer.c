/*
 * Offers: each rank's engines reserve what the team needs and install what the others offer, and all ranks
 * see with what status. If one NIC refuses, all ranks do without NICs; the CPU engine must not refuse.
 */
#include "core/team/team_offer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree/agree.h"
#include "base/combination.h"
#include "base/fail.h"
#include "core/wait/api_lock.h"
#include "core/wait/wait_idle.h"

enum { TOLD_CAP = 160 };

/* How each engine fared. */
struct outcome {
	int32_t status[SUMAC_N_ENGINES];
	char told[SUMAC_N_ENGINES][TOLD_CAP]; /* what went wrong, if anything */
};

struct offer {
	struct outcome outcome;
	uint8_t nic_pairs[SUMAC_PAIR_BYTES]; /* what this rank's NIC does */
	uint8_t blob[SUMAC_N_ENGINES][SUMAC_ENGINE_BLOB_BYTES];
};

int sumac_maker_gather(const struct sumac_maker *maker, const void *record, size_t len_bytes, void **records_out)
{
	char *all = malloc(len_bytes * (size_t)maker->exchange_size);
	char *records = malloc(len_bytes * (size_t)maker->size);
	int depth, err;

	if (!all || !records) {
		err = sumac_fail(SUMAC_ENOMEM, "no memory to make a team of %d ranks", maker->size);
		goto err_free;
	}
	sumac_job_wait_begin(maker->job);
	/* Drops the API lock: another thread may be making a team that other ranks make first. */
	depth = sumac_api_lock_drop();
	err = maker->oob->allgather(maker->oob->ctx, record, len_bytes, all);
	sumac_api_lock_retake(depth);
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

/* A refusal with its story, if the engine left one. */
static void keep_outcome(int i, int status, struct outcome *outcome_out)
{
	outcome_out->status[i] = status;
	if (status)
		snprintf(outcome_out->told[i], TOLD_CAP, "%s", *sumac_last_error() ? sumac_last_error() : sumac_strerror(status));
}

/* Joins the team to the agreement, before the engines, which report to it what they see. */
static int join_agreement(struct sumac_team *team)
{
	struct sumac_job *job = team->job;
	int err = sumac_agree_team_make(job->agree, &team->desc, job->engine, team->context, &team->agreement);

	if (!err)
		team->desc.listener = sumac_agree_listener(team->agreement);
	return err;
}

static void reserve(struct sumac_maker *maker, struct offer *offer_out)
{
	struct sumac_team *team = maker->team;
	int err = join_agreement(team);

	if (err) {
		keep_outcome(SUMAC_ENGINE_CPU, err, &offer_out->outcome);
		return;
	}
	for (int i = 0; i < SUMAC_N_ENGINES; i++) {
		struct sumac_engine *engine = maker->job->engine[i];

		if (!engine)
			continue;
		sumac_fail_clear();
		keep_outcome(i, engine->ops->team_reserve(engine, &team->desc, &team->context[i], offer_out->blob[i]),
			     &offer_out->outcome);
		if (offer_out->outcome.status[i])
			team->context[i] = NULL;
	}
}

static void list_pairs(const struct sumac_maker *maker, uint8_t pairs_out[SUMAC_PAIR_BYTES])
{
	struct sumac_engine *nic = maker->job->engine[SUMAC_ENGINE_NIC];

	assert(sumac_combination_count() <= 8 * SUMAC_PAIR_BYTES);
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

/* If one NIC refuses, all do without. */
static void refuse_nic(struct sumac_maker *maker, int rank, const char *told)
{
	drop_context(maker->team, SUMAC_ENGINE_NIC);
	if (maker->team)
		snprintf(maker->team->nic_why, sizeof(maker->team->nic_why), "the NIC of rank %d refused the team: %.*s",
			 maker->team->desc.world_ranks[rank], TOLD_CAP, told);
}

static int show_offers(struct sumac_maker *maker, struct offer **offers_out)
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
	err = sumac_maker_gather(maker, mine, sizeof(*mine), &records);
	free(mine);
	if (err)
		return err;
	*offers_out = records;
	return 0;
}

/* Handles one rank's outcome; *is_refused: the NIC of an earlier rank has refused. */
static int judge(struct sumac_maker *maker, int rank, const struct outcome *outcome, bool *is_refused)
{
	if (outcome->status[SUMAC_ENGINE_CPU])
		return sumac_fail(outcome->status[SUMAC_ENGINE_CPU], "the CPU engine of rank %d cannot serve the team: %.*s",
				  rank, TOLD_CAP, outcome->told[SUMAC_ENGINE_CPU]);
	if (outcome->status[SUMAC_ENGINE_NIC] && !*is_refused) {
		refuse_nic(maker, rank, outcome->told[SUMAC_ENGINE_NIC]);
		*is_refused = true;
	}
	return 0;
}

static int judge_offers(struct sumac_maker *maker, const struct offer *offers)
{
	bool is_refused = false;
	int err = 0;

	for (int rank = 0; rank < maker->size && !err; rank++) {
		err = judge(maker, rank, &offers[rank].outcome, &is_refused);
		for (int i = 0; maker->team && i < SUMAC_PAIR_BYTES; i++)
			maker->team->nic_pairs[i] &= offers[rank].nic_pairs[i];
	}
	return err;
}

static void install(struct sumac_maker *maker, const struct offer *offers, struct outcome *outcome_out)
{
	struct sumac_team *team = maker->team;
	uint8_t *blobs = malloc((size_t)maker->size * SUMAC_ENGINE_BLOB_BYTES);

	for (int i = 0; i < SUMAC_N_ENGINES; i++) {
		struct sumac_engine *engine = maker->job->engine[i];
		int err = blobs ? 0 : -SUMAC_ENOMEM;

		if (!team->context[i])
			continue;
		for (int rank = 0; blobs && rank < maker->size; rank++)
			memcpy(blobs + (size_t)rank * SUMAC_ENGINE_BLOB_BYTES, offers[rank].blob[i],
			       SUMAC_ENGINE_BLOB_BYTES);
		sumac_fail_clear();
		if (!err)
			err = engine->ops->team_install(team->context[i], blobs);
		keep_outcome(i, err, outcome_out);
	}
	free(blobs);
}

static int report_installed(struct sumac_maker *maker, const struct offer *offers)
{
	struct outcome mine = { 0 };
	bool is_refused = false;
	void *records;
	int err;

	if (maker->team)
		install(maker, offers, &mine);
	err = sumac_maker_gather(maker, &mine, sizeof(mine), &records);
	if (err)
		return err;
	for (int rank = 0; rank < maker->size && !err; rank++)
		err = judge(maker, rank, (const struct outcome *)records + rank, &is_refused);
	free(records);
	return err;
}

int sumac_maker_offer(struct sumac_maker *maker)
{
	struct offer *offers = NULL;
	int err = show_offers(maker, &offers);

	if (err)
		return err;
	err = judge_offers(maker, offers);
	if (!err)
		err = report_installed(maker, offers);
	free(offers);
	return err;
}
