/*
 * Opens a job's NICs: which settings ask for them, which ranks use which, and how owners reach theirs. Either all ranks have one
 * or the job does not start.
 */
#include "core/job/job_nics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/causes.h"
#include "base/fail.h"
#include "base/fnv.h"
#include "base/settings.h"
#include "bus/bus.h"
#include "core/wait/wait.h"
#include "core/wait/wait_idle.h"
#include "segment/segment.h"
#include "spec/spec.h"
#include "sumac.h"

struct nic_offer {
	int32_t status;
	char told[SUMAC_WHY_CAP];
	/* For shared NICs. */
	uint64_t clock_hz;
	bool is_simulated;
	uint8_t blob[SUMAC_SHARED_BLOB_BYTES];
};

bool sumac_job_nics_by_xrt(void)
{
	const char *bus = sumac_setting_string(SUMAC_SETTING_BUS);

	return !strcmp(bus, "xrt") || (!strcmp(bus, "auto") && *sumac_setting_string(SUMAC_SETTING_XRT_XCLBIN));
}

static int gather(struct sumac_job *job, const void *value, size_t len_bytes, void *recv_out)
{
	int err;

	sumac_job_wait_begin(job);
	err = sumac_bootstrap_allgather(&job->bootstrap, value, len_bytes, recv_out);
	sumac_job_wait_end(job);
	return !err ? 0 : sumac_fail(err, "the ranks cannot tell each other whether they have NICs: %s",
				     *sumac_last_error() ? sumac_last_error() : sumac_strerror(err));
}

/* Numbers the card that this rank's settings name: a host has as many cards as its ranks name, and no two hosts share one. */
static uint64_t own_card(const struct sumac_job *job)
{
	const char *device = sumac_setting_string(SUMAC_SETTING_XRT_DEVICE);
	int host = 0;

	while (host < job->rank && sumac_segment_local_rank_of(job->segment, host) < 0)
		host++;
	return sumac_fnv(sumac_fnv(SUMAC_FNV_START, &host, sizeof(host)), device, strlen(device));
}

/* Maps ranks to NICs: to real cards by the card that each names, to NICs made for the job by rank number. */
static int place_ranks(struct sumac_job *job)
{
	uint64_t card = own_card(job), *cards;
	int err;

	if (!sumac_job_nics_by_xrt() || sumac_xrt_is_emulated())
		return sumac_nic_map_in_rows(job->size, (int)sumac_setting_int(SUMAC_SETTING_NICS), &job->nics);
	cards = malloc((size_t)job->size * sizeof(*cards));
	err = cards ? gather(job, &card, sizeof(card), cards) : -SUMAC_ENOMEM;
	if (!err)
		err = sumac_nic_map_by_card(job->size, cards, &job->nics);
	free(cards);
	return err;
}

static int open_bus(const struct sumac_job *job, struct sumac_bus **bus_out)
{
	const char *rack = sumac_setting_string(SUMAC_SETTING_RACK);
	int nic = job->nics.nic_of[job->rank];

	if (sumac_job_nics_by_xrt())
		return sumac_bus_xrt_open(sumac_setting_string(SUMAC_SETTING_XRT_DEVICE),
					  sumac_setting_string(SUMAC_SETTING_XRT_XCLBIN),
					  sumac_setting_string(SUMAC_SETTING_XRT_MEMORY), nic, bus_out);
	if (!*rack)
		return sumac_fail(SUMAC_ENODEV,
				  "no rack of simulated NICs is named; `sumac run --engine nic` starts one");
	return sumac_bus_rack_open(rack, nic, job->nics.n_nics, bus_out);
}

static int open_nic(struct sumac_bus *bus, struct sumac_engine **engine_out)
{
	const struct sumac_nic_options options = {
		.staging_bytes = (size_t)sumac_setting_int(SUMAC_SETTING_STAGING_BYTES),
		.patience_ns = (uint64_t)sumac_setting_time_ns(SUMAC_SETTING_NIC_PATIENCE),
		.push = (enum sumac_nic_push)sumac_setting_int(SUMAC_SETTING_NIC_PUSH),
	};

	return sumac_engine_nic_open(bus, &options, engine_out);
}

static int open_own(struct sumac_job *job)
{
	int err = open_bus(job, &job->bus);

	return err ? err : open_nic(job->bus, &job->engine[SUMAC_ENGINE_NIC]);
}

/* On the stepped clock time runs while all wait, but the rack knows only the thread of each NIC's owner, not the ranks that share
 * the NIC. */
static int open_served(struct sumac_job *job, struct sumac_engine **nic_out)
{
	int err = open_bus(job, &job->served_bus);

	if (!err && job->served_bus->stepped)
		err = sumac_fail(SUMAC_ENOTSUP, "the clock cannot be stepped where %d ranks share %d NICs", job->nics.n_ranks,
				 job->nics.n_nics);
	return err ? err : open_nic(job->served_bus, nic_out);
}

/* Ranks that share a NIC hand values to its owner in memory, so they must be on one host. */
static int check_neighbours(const struct sumac_job *job)
{
	int nic = job->nics.nic_of[job->rank];

	for (int rank = 0; rank < job->size; rank++)
		if (job->nics.nic_of[rank] == nic && sumac_segment_local_rank_of(job->segment, rank) < 0)
			return sumac_fail(SUMAC_EINVAL, "ranks %d and %d would share a NIC, but are not on one host",
					  job->nics.owner_of[nic], rank == job->nics.owner_of[nic] ? job->rank : rank);
	return 0;
}

static int open_shared(struct sumac_job *job, struct nic_offer *offer_out)
{
	struct sumac_shared_desc desc = { .segment = job->segment, .leaves = &job->cpu_options, .rank = job->rank,
					  .n_ranks = job->size, .nic_of = job->nics.nic_of, .owner_of = job->nics.owner_of };
	int err = check_neighbours(job);

	if (!err && job->nics.owner_of[job->nics.nic_of[job->rank]] == job->rank)
		err = open_served(job, &desc.nic);
	if (err)
		return err;
	err = sumac_engine_shared_open(&desc, &job->engine[SUMAC_ENGINE_NIC], offer_out->blob);
	if (err && desc.nic)
		desc.nic->ops->close(desc.nic);
	if (job->served_bus) {
		offer_out->is_simulated = job->served_bus->simulated;
		offer_out->clock_hz = job->served_bus->clock_hz;
	}
	return err;
}

static int install_shared(struct sumac_job *job, const struct nic_offer *offers)
{
	const struct nic_offer *owner = &offers[job->nics.owner_of[job->nics.nic_of[job->rank]]];
	uint8_t *blobs = malloc((size_t)job->size * SUMAC_SHARED_BLOB_BYTES);
	int err;

	job->nics_are_simulated = owner->is_simulated;
	job->nics_hz = owner->clock_hz;
	for (int rank = 0; blobs && rank < job->size; rank++)
		memcpy(blobs + (size_t)rank * SUMAC_SHARED_BLOB_BYTES, offers[rank].blob, SUMAC_SHARED_BLOB_BYTES);
	err = blobs ? sumac_engine_shared_install(job->engine[SUMAC_ENGINE_NIC], blobs) : -SUMAC_ENOMEM;
	free(blobs);
	return err;
}

void sumac_job_nics_close(struct sumac_job *job)
{
	if (job->engine[SUMAC_ENGINE_NIC])
		job->engine[SUMAC_ENGINE_NIC]->ops->close(job->engine[SUMAC_ENGINE_NIC]);
	job->engine[SUMAC_ENGINE_NIC] = NULL;
	if (job->bus)
		job->bus->ops->close(job->bus);
	if (job->served_bus)
		job->served_bus->ops->close(job->served_bus);
	job->bus = job->served_bus = NULL;
	sumac_nic_map_free(&job->nics);
}

bool sumac_job_nics_about(const struct sumac_job *job, struct sumac_nics_about *about_out)
{
	const struct sumac_bus *bus = job->bus ? job->bus : job->served_bus;
	const struct sumac_engine *engine = job->engine[SUMAC_ENGINE_NIC];

	if (bus)
		*about_out = (struct sumac_nics_about){ bus->kind, bus->simulated, bus->stepped && job->bus, bus->clock_hz, NULL,
							bus->surroundings };
	else
		*about_out = (struct sumac_nics_about){ sumac_job_nics_by_xrt() ? "xrt" : "rack", job->nics_are_simulated, false,
							job->nics_hz, NULL, NULL };
	about_out->design = engine ? engine->design : NULL;
	return engine;
}

static bool read_cycles(struct sumac_bus *bus, uint32_t index, uint64_t *cycles_out)
{
	uint32_t low, high;

	if (bus->ops->reg_write(bus, SUMAC_REG_CAUSE_INDEX, index) || bus->ops->reg_read(bus, SUMAC_REG_CAUSE_LO, &low) ||
	    bus->ops->reg_read(bus, SUMAC_REG_CAUSE_HI, &high))
		return false;
	*cycles_out = (uint64_t)high << 32 | low;
	return true;
}

static bool read_causes(struct sumac_bus *bus, struct sumac_causes *causes_out)
{
	static const uint8_t waits[] = { SUMAC_CAUSE_CREDIT, SUMAC_CAUSE_PEER, SUMAC_CAUSE_POOL }; /* a group has no others */
	bool answers = !bus->ops->reg_write(bus, SUMAC_REG_CAUSE_KEEP, 0) &&
		       read_cycles(bus, SUMAC_CYCLES_ALL, &causes_out->cycles);
	uint32_t n_groups = 0;

	for (uint32_t i = 0; answers && i < SUMAC_N_STAGES * SUMAC_N_CAUSES; i++)
		answers = read_cycles(bus, i, &causes_out->spent[i / SUMAC_N_CAUSES][i % SUMAC_N_CAUSES]);
	answers = answers && !bus->ops->reg_read(bus, SUMAC_REG_PARAM(Groups), &n_groups) && n_groups <= SUMAC_MAX_GROUPS;
	memset(causes_out->groups, 0, sizeof(causes_out->groups));
	memset(causes_out->channels, 0, sizeof(causes_out->channels)); /* too many to be read one by one */
	for (uint32_t group = 0; answers && group < n_groups; group++)
		for (size_t i = 0; answers && i < sizeof(waits); i++)
			answers = read_cycles(bus, SUMAC_CYCLES_GROUP + group * SUMAC_N_CAUSES + waits[i],
					      &causes_out->groups[group][waits[i]]);
	return answers;
}

bool sumac_job_nics_causes(const struct sumac_job *job, struct sumac_causes *causes_out)
{
	struct sumac_bus *bus = job->bus; /* a NIC that ranks share is its engine's thread's alone */

	return bus && (bus->ops->look ? !bus->ops->look(bus, causes_out) : read_causes(bus, causes_out));
}

/* All ranks say whether they have a NIC, so that each learns whether any has none. */
static int agree(struct sumac_job *job, enum sumac_setting asks, struct nic_offer *mine, struct nic_offer *all)
{
	int err;

	if (mine->status)
		snprintf(mine->told, sizeof(mine->told), "%s",
			 *sumac_last_error() ? sumac_last_error() : sumac_strerror(mine->status));
	err = gather(job, mine, sizeof(*mine), all);
	for (int rank = 0; rank < job->size && !err; rank++)
		if (all[rank].status)
			err = sumac_fail(all[rank].status, "the setting %s is %s (from %s), but rank %d has no NIC: %.*s",
					 sumac_setting_name(asks), sumac_setting_string(asks), sumac_setting_origin(asks), rank,
					 SUMAC_WHY_CAP - 1, all[rank].told);
	return err;
}

/* All ranks open their NIC, or the job does not start: NICs were asked for. */
static int open_nics(struct sumac_job *job, enum sumac_setting asks)
{
	struct nic_offer mine = { 0 };
	struct nic_offer *all = malloc((size_t)job->size * sizeof(*all));
	bool are_shared;
	int err;

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", job->size);
	sumac_fail_clear();
	err = place_ranks(job);
	are_shared = !err && sumac_nic_map_are_shared(&job->nics);
	if (!err) {
		mine.status = are_shared ? open_shared(job, &mine) : open_own(job);
		err = agree(job, asks, &mine, all);
	}
	if (!err && are_shared) {
		sumac_fail_clear();
		mine.status = install_shared(job, all);
		err = agree(job, asks, &mine, all);
	}
	free(all);
	if (err)
		sumac_job_nics_close(job);
	return err;
}

/* The setting that asks for NICs: for any, or by naming a card or the way to it. -1: none does. */
static int which_asks(const char *engine)
{
	if (!strcmp(engine, "nic"))
		return SUMAC_SETTING_ENGINE;
	if (!strcmp(engine, "cpu") || !sumac_job_nics_by_xrt())
		return -1;
	return !strcmp(sumac_setting_string(SUMAC_SETTING_BUS), "xrt") ? SUMAC_SETTING_BUS : SUMAC_SETTING_XRT_XCLBIN;
}

/* Only cards that a setting names are looked for; so auto finds no NIC, and simulated ones run only when asked for. */
int sumac_job_nics_open(struct sumac_job *job)
{
	const char *engine = sumac_setting_string(SUMAC_SETTING_ENGINE);
	int asks = which_asks(engine);

	if (asks >= 0)
		return open_nics(job, (enum sumac_setting)asks);
	if (!strcmp(engine, "cpu"))
		snprintf(job->nic_why, sizeof(job->nic_why), "the setting engine is cpu (from %.160s)",
			 sumac_setting_origin(SUMAC_SETTING_ENGINE));
	else
		snprintf(job->nic_why, sizeof(job->nic_why),
			 "no NIC was found; simulated ones run only with the setting engine = nic");
	return 0;
}
