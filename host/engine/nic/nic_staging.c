/*
 * Staging: memory that the NIC reaches, for calls on memory that it does not. Two calls of a team can use it
 * at a time; a call that finds its piece too small makes it grow, and it keeps that size.
 */
#include <string.h>

#include "engine/nic/nic_team.h"

/* Back to the piece in the team's own window. */
static void settle(struct sumac_nic_team *team, int h)
{
	struct sumac_nic_half *half = &team->half[h];

	half->window = team->window.index;
	half->offset = team->staging_offset + (size_t)h * 2 * team->staging_bytes;
	half->memory = (uint8_t *)team->window.memory + half->offset;
	half->piece_bytes = team->staging_bytes;
}

void sumac_nic_staging_init(struct sumac_nic_team *team, size_t offset, size_t piece_bytes)
{
	team->staging_offset = offset;
	team->staging_bytes = piece_bytes;
	for (int h = 0; h < SUMAC_NIC_HALVES; h++)
		settle(team, h);
}

static void drop(struct sumac_nic_team *team, int h)
{
	struct sumac_nic_half *half = &team->half[h];

	if (half->grown.len_bytes == 0)
		return;
	team->engine->bus->ops->window_free(team->engine->bus, &half->grown);
	memset(&half->grown, 0, sizeof(half->grown));
	settle(team, h);
}

/* Windows are few: those that teams have grown and do not use now are freed. */
static void drop_idle(struct sumac_nic_engine *engine)
{
	for (struct sumac_engine_team *base = engine->teams; base; base = base->next) {
		struct sumac_nic_team *team = sumac_nic_team_of(base);

		for (int h = 0; h < SUMAC_NIC_HALVES; h++)
			if (!team->half[h].is_busy && !team->is_lost)
				drop(team, h);
	}
}

static int grow(struct sumac_nic_team *team, int h, size_t len_bytes)
{
	struct sumac_nic_engine *engine = team->engine;
	struct sumac_nic_half *half = &team->half[h];
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
	drop(team, h);
	half->grown = window;
	half->window = window.index;
	half->offset = 0;
	half->memory = window.memory;
	half->piece_bytes = piece_bytes;
	return 0;
}

int sumac_nic_staging_take(struct sumac_nic_team *team, size_t len_bytes, struct sumac_nic_half **half_out)
{
	int best = -1;

	*half_out = NULL;
	for (int h = 0; h < SUMAC_NIC_HALVES; h++) {
		const struct sumac_nic_half *half = &team->half[h];

		if (!half->is_busy && (best < 0 || half->piece_bytes > team->half[best].piece_bytes))
			best = h;
	}
	if (best < 0)
		return 0;
	if (team->half[best].piece_bytes < len_bytes) {
		int err = grow(team, best, len_bytes);

		if (err)
			return err;
	}
	team->half[best].is_busy = true;
	*half_out = &team->half[best];
	return 0;
}

void sumac_nic_staging_free(struct sumac_nic_team *team)
{
	for (int h = 0; h < SUMAC_NIC_HALVES; h++)
		drop(team, h);
}
