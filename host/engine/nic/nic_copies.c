/*
 * NICs with memory of their own, of which the host has a copy: descriptors and source go there before the doorbell rings, and
 * completions are fetched before they are looked at, with the result of a call that is done. All of a program's memory is staged.
 */
#include "engine/nic/nic_rings.h"

typedef int move_fn(struct sumac_bus *bus, uint16_t window, uint64_t offset_bytes, size_t len_bytes);

static void move(struct sumac_nic_engine *engine, move_fn *fn, uint16_t window, uint64_t offset_bytes, uint64_t len_bytes)
{
	int err = len_bytes && !engine->bus_status ? fn(engine->bus, window, offset_bytes, (size_t)len_bytes) : 0;

	if (err)
		engine->bus_status = err;
}

/* Entries of a ring, which may go round its end. */
static void move_ring(struct sumac_nic_team *team, move_fn *fn, const uint8_t *ring, size_t entry_bytes, uint64_t first, unsigned n)
{
	uint64_t offset = (uint64_t)(ring - team->descriptors);
	unsigned at = (unsigned)first & team->ring_mask, n_left = team->ring_mask + 1 - at, n_first = n < n_left ? n : n_left;

	move(team->engine, fn, team->window.index, offset + at * entry_bytes, n_first * entry_bytes);
	move(team->engine, fn, team->window.index, offset, (n - n_first) * entry_bytes);
}

void sumac_nic_copies_give(struct sumac_nic_team *team, const struct sumac_nic_call *call)
{
	move_fn *to_nic = team->engine->bus->ops->to_nic;

	if (call->stages_src)
		move(team->engine, to_nic, call->buffers.src_window, call->buffers.src_offset, call->src_bytes);
	move_ring(team, to_nic, team->descriptors, SUMAC_DESC_BYTES, call->first, (unsigned)(team->n_posted - call->first));
}

/* A result that a completion brought goes into the NIC's copy too, since the whole result is fetched from there. */
void sumac_nic_copies_give_result(struct sumac_nic_team *team, const struct sumac_nic_call *call, uint64_t first, size_t len_bytes)
{
	move(team->engine, team->engine->bus->ops->to_nic, call->buffers.dst_window, call->buffers.dst_offset + first, len_bytes);
}

/* A call's result lies in the NIC's memory before its last completion does. */
static void fetch_result(struct sumac_nic_team *team, const uint8_t *completion)
{
	uint32_t cookie = (uint32_t)SUMAC_GET(completion, CPL, COOKIE);
	struct sumac_nic_call *call = cookie < team->engine->caps.nodes ? team->pending[cookie] : NULL;

	if (call && ++call->n_fetched == (unsigned)call->route->plan.n_nodes && call->stages_dst)
		move(team->engine, team->engine->bus->ops->from_nic, call->buffers.dst_window, call->buffers.dst_offset,
		     call->dst_bytes);
}

/* All completions that may be there come at once. */
static void fetch(struct sumac_nic_team *team)
{
	uint32_t first = team->n_completed, n = (uint32_t)team->n_posted - first;

	move_ring(team, team->engine->bus->ops->from_nic, team->completions, SUMAC_CPL_BYTES, first, n);
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *completion = sumac_nic_completion_at(team, first + i);

		if (!sumac_nic_completion_is_written(team, completion, first + i))
			break;
		fetch_result(team, completion);
	}
}

int sumac_nic_copies_progress(struct sumac_engine *base)
{
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);

	for (struct sumac_engine_team *team = engine->teams; team; team = team->next)
		if (team->oldest && !engine->bus_status)
			fetch(sumac_nic_team_of(team));
	return sumac_nic_progress(base);
}
