/*
 * A team's descriptors and completions in host memory, and the doorbell. All is inline, since each call goes this way.
 */
#ifndef SUMAC_NIC_RINGS_H
#define SUMAC_NIC_RINGS_H

#include <stdatomic.h>

#include "engine/nic/nic_team.h"

static inline uint8_t *sumac_nic_descriptor_at(const struct sumac_nic_team *team, uint64_t number)
{
	return team->descriptors + (size_t)SUMAC_DESC_BYTES * (number & team->ring_mask);
}

static inline const uint8_t *sumac_nic_completion_at(const struct sumac_nic_team *team, uint32_t number)
{
	return team->completions + (size_t)SUMAC_CPL_BYTES * (number & team->ring_mask);
}

/* Whether the NIC has written it: LAP shows that, and is written last. */
static inline bool sumac_nic_completion_is_written(const struct sumac_nic_team *team, const uint8_t *completion, uint32_t number)
{
	const _Atomic uint64_t *lap = (const _Atomic uint64_t *)(const void *)(completion + SUMAC_CPL_LAP_OFFSET);

	return atomic_load_explicit(lap, memory_order_acquire) == 1 + (uint64_t)(number >> team->ring_log2);
}

/* The same as the doorbell for descriptors from this number on, without a read by the NIC. They stand in the ring, too. */
static inline void sumac_nic_push(struct sumac_nic_team *team, uint64_t first)
{
	struct sumac_nic_engine *engine = team->engine;
	int err;

	team->has_moved = true;
	atomic_thread_fence(memory_order_release);
	err = engine->bus->ops->push(engine->bus, &team->aperture, first, team->n_posted);
	if (err && engine->bus_status == 0)
		engine->bus_status = err;
}

/* Out of the way of descriptors that are pushed. */
void sumac_nic_ring_doorbell(struct sumac_nic_team *team);

/* Tells the NIC of the descriptors from this number on. */
static inline void sumac_nic_announce(struct sumac_nic_team *team, uint64_t first)
{
	if (team->engine->pushes)
		sumac_nic_push(team, first);
	else
		sumac_nic_ring_doorbell(team);
}

#endif
