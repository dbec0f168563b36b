/*
 * Staging: memory that the NIC reaches, for calls on memory that it does not. Two calls of a team can use it
 * at a time; a call that finds its piece too small makes it grow, and it keeps that size.
 */
#include <string.h>

#include "engine/nic/nic_team.h"

/* Back to the piece in the team's own window. */
static void settle(struct sumac_nic_team *team, int i)
{
	struct sumac_nic_staging_slot *slot = &team->staging[i];

	slot->window = team->window.index;
	slot->offset = team->staging_offset + (size_t)i * 2 * team->staging_bytes;
	slot->memory = (uint8_t *)team->window.memory + slot->offset;
	slot->piece_bytes = team->staging_bytes;
}

void sumac_nic_staging_init(struct sumac_nic_team *team, size_t offset, size_t piece_bytes)
{
	team->staging_offset = offset;
	team->staging_bytes = piece_bytes;
	for (int i = 0; i < SUMAC_NIC_STAGING_SLOTS; i++)
		settle(team, i);
}

static void drop(struct sumac_nic_team *team, int i)
{
	struct sumac_nic_staging_slot *slot = &team->staging[i];

	if (slot->grown.len_bytes == 0)
		return;
	team->engine->bus->ops->window_free(team->engine->bus, &slot->grown);
	memset(&slot->grown, 0, sizeof(slot->grown));
	settle(team, i);
}

/* Windows are few: those that teams have grown and do not use now are freed. */
static void drop_idle(struct sumac_nic_engine *engine)
{
	for (struct sumac_engine_team *base = engine->teams; base; base = base->next) {
		struct sumac_nic_team *team = sumac_nic_team_of(base);

		for (int i = 0; i < SUMAC_NIC_STAGING_SLOTS; i++)
			if (!team->staging[i].is_busy && !team->is_lost)
				drop(team, i);
	}
}

static int grow(struct sumac_nic_team *team, int i, size_t len_bytes)
{
	struct sumac_nic_engine *engine = team->engine;
	struct sumac_nic_staging_slot *slot = &team->staging[i];
	struct sumac_bus_window window;
	size_t piece_bytes = 4096;
	int err;

	while (piece_bytes < len_bytes) {
		if (piece_bytes > SIZE_MAX / 8)
			return -SUMAC_ENOMEM;
		piece_bytes *= 2;
	}
	err = engine->bus->ops->window_alloc(engine->bus, 2 * piece_bytes, &window);
	if (err) {
		drop_idle(engine);
		err = engine->bus->ops->window_alloc(engine->bus, 2 * piece_bytes, &window);
	}
	if (err)
		return err;
	drop(team, i);
	slot->grown = window;
	slot->window = window.index;
	slot->offset = 0;
	slot->memory = window.memory;
	slot->piece_bytes = piece_bytes;
	return 0;
}

int sumac_nic_staging_take(struct sumac_nic_team *team, size_t len_bytes, struct sumac_nic_staging_slot **slot_out)
{
	bool is_any_busy = false;
	int best = -1;

	*slot_out = NULL;
	for (int i = 0; i < SUMAC_NIC_STAGING_SLOTS; i++) {
		const struct sumac_nic_staging_slot *slot = &team->staging[i];

		is_any_busy |= slot->is_busy;
		if (!slot->is_busy && (best < 0 || slot->piece_bytes > team->staging[best].piece_bytes))
			best = i;
	}
	if (best < 0)
		return 0;
	if (team->staging[best].piece_bytes < len_bytes) {
		int err = grow(team, best, len_bytes);

		/* The team's own earlier call has a piece, and perhaps the window. To wait for another team could be for ever. */
		if (err == -SUMAC_ENORES && is_any_busy)
			return 0;
		if (err)
			return err;
	}
	team->staging[best].is_busy = true;
	*slot_out = &team->staging[best];
	return 0;
}

void sumac_nic_staging_free(struct sumac_nic_team *team)
{
	for (int i = 0; i < SUMAC_NIC_STAGING_SLOTS; i++)
		drop(team, i);
}
