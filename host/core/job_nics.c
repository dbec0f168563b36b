/*
 * A job's NICs: which settings ask for them, who is behind which, by which way its owner reaches it, and that either all ranks
 * have one or the job does not start.
 */
#include "core/job_nics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/fnv.h"
#include "base/settings.h"
#include "bus/bus.h"
#include "core/wait.h"
#include "fabric/segment.h"
#include "sumac.h"

struct nic_offer {
	int32_t status;
	char told[SUMAC_WHY_CAP];
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

/* A number for the card that this rank's settings name: a host has as many as its ranks name, and no two hosts share one. */
static uint64_t own_card(const struct sumac_job *job)
{
	const char *device = sumac_setting_string(SUMAC_SETTING_XRT_DEVICE);
	int host = 0;

	while (host < job->rank && sumac_segment_place_of(job->segment, host) < 0)
		host++;
	return sumac_fnv(sumac_fnv(SUMAC_FNV_START, &host, sizeof(host)), device, strlen(device));
}

/* Cards are as they are; NICs that are made for the job have their ranks by their number. */
static int place_ranks(struct sumac_job *job)
{
	uint64_t card = own_card(job), *cards;
	int err;

	if (!sumac_job_nics_by_xrt() || sumac_xrt_is_emulated())
		return sumac_nic_places_in_rows(job->size, (int)sumac_setting_int(SUMAC_SETTING_NICS), &job->nics);
	cards = malloc((size_t)job->size * sizeof(*cards));
	err = cards ? gather(job, &card, sizeof(card), cards) : -SUMAC_ENOMEM;
	if (!err)
		err = sumac_nic_places_by_card(job->size, cards, &job->nics);
	free(cards);
	return err;
}

static int open_bus(struct sumac_job *job)
{
	const char *rack = sumac_setting_string(SUMAC_SETTING_RACK);
	int nic = job->nics.nic_of[job->rank];

	if (sumac_job_nics_by_xrt())
		return sumac_bus_xrt_open(sumac_setting_string(SUMAC_SETTING_XRT_DEVICE),
					  sumac_setting_string(SUMAC_SETTING_XRT_XCLBIN),
					  sumac_setting_string(SUMAC_SETTING_XRT_MEMORY), nic, &job->bus);
	if (!*rack)
		return sumac_fail(SUMAC_ENODEV,
				  "no rack of simulated NICs is named; `sumac run --engine nic` starts one");
	return sumac_bus_rack_open(rack, nic, job->nics.n_nics, &job->bus);
}

static int open_nic(struct sumac_job *job)
{
	const struct sumac_nic_options options = {
		.staging_bytes = (size_t)sumac_setting_int(SUMAC_SETTING_STAGING_BYTES),
	};
	int err;

	if (sumac_nic_places_are_shared(&job->nics))
		return sumac_fail(SUMAC_ENOTSUP, "there are %d NICs for %d ranks, and several ranks behind one are not supported yet",
				  job->nics.n_nics, job->nics.n_ranks);
	err = open_bus(job);
	return err ? err : sumac_engine_nic_open(job->bus, &options, &job->engine[SUMAC_ENGINE_NIC]);
}

void sumac_job_nics_close(struct sumac_job *job)
{
	if (job->engine[SUMAC_ENGINE_NIC])
		job->engine[SUMAC_ENGINE_NIC]->ops->close(job->engine[SUMAC_ENGINE_NIC]);
	job->engine[SUMAC_ENGINE_NIC] = NULL;
	if (job->bus)
		job->bus->ops->close(job->bus);
	job->bus = NULL;
	sumac_nic_places_free(&job->nics);
}

/* All ranks open their NIC, or the job does not start: NICs were asked for. */
static int open_nics(struct sumac_job *job, enum sumac_setting asks)
{
	struct nic_offer mine = { 0 };
	struct nic_offer *all = malloc((size_t)job->size * sizeof(*all));
	int err;

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", job->size);
	sumac_fail_clear();
	err = place_ranks(job);
	if (err) {
		free(all);
		return err;
	}
	mine.status = open_nic(job);
	if (mine.status)
		snprintf(mine.told, sizeof(mine.told), "%s", *sumac_last_error() ? sumac_last_error() : sumac_strerror(mine.status));
	err = gather(job, &mine, sizeof(mine), all);
	for (int rank = 0; rank < job->size && !err; rank++)
		if (all[rank].status)
			err = sumac_fail(all[rank].status, "the setting %s is %s (from %s), but rank %d has none: %.*s",
					 sumac_setting_name(asks), sumac_setting_string(asks), sumac_setting_origin(asks), rank,
					 SUMAC_WHY_CAP - 1, all[rank].told);
	free(all);
	if (err)
		sumac_job_nics_close(job);
	return err;
}

/* Which setting asks for NICs: for any, or by naming a card or the way to it. -1: none does. */
static int which_asks(const char *engine)
{
	if (!strcmp(engine, "nic"))
		return SUMAC_SETTING_ENGINE;
	if (!strcmp(engine, "cpu") || !sumac_job_nics_by_xrt())
		return -1;
	return !strcmp(sumac_setting_string(SUMAC_SETTING_BUS), "xrt") ? SUMAC_SETTING_BUS : SUMAC_SETTING_XRT_XCLBIN;
}

/* Nobody looks for cards that no setting names; so auto finds no NIC, and simulated ones run only when asked for. */
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
