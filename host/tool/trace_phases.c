#include "tool/trace_phases.h"

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

void sumac_milestones_add(struct sumac_milestones *all, const struct sumac_milestones *node)
{
	if (!all->n_nodes++) {
		*all = *node;
		all->n_nodes = 1;
		return;
	}
	if (node->rung < all->rung)
		all->rung = node->rung;
	if (node->arrived > all->arrived) {
		all->arrived = node->arrived;
		all->sent = node->sent;
		all->peer = node->peer;
	}
	all->accepted = later(all->accepted, node->accepted);
	all->operand = later(all->operand, node->operand);
	all->out = later(all->out, node->out);
	all->done = later(all->done, node->done);
}

bool sumac_milestones_are_whole(const struct sumac_milestones *milestones, uint64_t cycles)
{
	return milestones->n_nodes && milestones->done - milestones->rung == cycles;
}

/* A phase whose end came before it began took no time of its own; none ends after the call. */
void sumac_milestones_split(const struct sumac_milestones *milestones, uint64_t begin, uint64_t end,
			    uint64_t phases_out[SUMAC_N_PHASES])
{
	const uint64_t ends[SUMAC_N_PHASES] = { milestones->rung, milestones->accepted, milestones->operand, milestones->sent,
						milestones->arrived, milestones->out, milestones->done, end };
	uint64_t at = begin;

	for (int i = 0; i < SUMAC_N_PHASES; i++) {
		uint64_t next = later(ends[i], at);

		if (i < SUMAC_PHASE_COMPLETION && next > milestones->done)
			next = later(milestones->done, at);
		if (next > end)
			next = later(end, at);
		phases_out[i] = next - at;
		at = next;
	}
}
