/*
 * The NIC engine: what a NIC says about itself, which parts of it are free, its registers, and the memory that it reaches.
 */
#ifndef SUMAC_NIC_ENGINE_H
#define SUMAC_NIC_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/design.h"
#include "bus/bus.h"
#include "engine/engine.h"
#include "engine/nic/nic_space.h"
#include "plan/plan.h"
#include "spec/spec.h"

enum {
	SUMAC_NIC_PLAN_FEATURES = SUMAC_FEATURE_SPREAD, /* those of a NIC's features that plans use */
	SUMAC_NIC_LONGEST_RING_LOG2 = 12, /* of descriptors and completions */
};

/* A NIC says this about itself: what the engine uses of its design has names of its own. */
struct sumac_nic_caps {
	struct sumac_design design;
	unsigned groups, channels, sweep_cycles, pool_beats, nodes, rings, ring_slots, routes, windows;
	unsigned slot_beats, channel_slots, fan_in, features;
	int radix;	    /* fan-in that plans use */
	uint16_t ops[256];  /* by type code: bit n for op n */
};

struct sumac_nic_window {
	struct sumac_nic_window *next;
	struct sumac_bus_window bus;
};

struct sumac_nic_engine {
	struct sumac_engine base;
	struct sumac_bus *bus;
	struct sumac_nic_caps caps;
	struct sumac_nic_space groups, channels, pool;
	struct sumac_nic_window *windows; /* of zero-copy memory */
	struct sumac_engine_team *teams;
	struct sumac_plan_needs needs[SUMAC_ROUTE_MAX_IN + 1]; /* by a team's size; 0 until they have been counted */
	size_t staging_bytes;
	bool pushes;		    /* descriptors, by register writes */
	unsigned patience;	    /* as G_PATIENCE takes it */
	int bus_status;		    /* the first error of the bus, or 0 */
	struct sumac_engine_ops ops;	    /* as this bus needs them */
};

static inline struct sumac_nic_engine *sumac_nic_engine_of(struct sumac_engine *engine)
{
	return (struct sumac_nic_engine *)engine;
}

/* Registers. An error of the bus is kept in the engine, and makes all teams fail at the next progress. Writes are inline, since
 * each call has its doorbell. */
static inline void sumac_nic_write(struct sumac_nic_engine *engine, uint32_t offset, uint32_t value)
{
	int err = engine->bus->ops->reg_write(engine->bus, offset, value);

	if (err && engine->bus_status == 0)
		engine->bus_status = err;
}

uint32_t sumac_nic_read(struct sumac_nic_engine *engine, uint32_t offset);

/* nic_window.c: where the NIC sees a range of memory; false: it does not. */
bool sumac_nic_window_find(const struct sumac_nic_engine *engine, const void *memory, size_t len_bytes,
			   uint16_t *window_out, uint64_t *offset_out);
void sumac_nic_windows_free(struct sumac_nic_engine *engine);

#endif
