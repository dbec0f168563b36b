#include "sim/rack/faults.h"

/* A frame that is held back waits for so many later ones, and for so many cycles at most. */
enum { MOST_HELD = 8, HELD_CYCLES = 2000 };

/* SplitMix64. */
static uint64_t draw(uint64_t *stream)
{
	uint64_t word = *stream += UINT64_C(0x9e3779b97f4a7c15);

	word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
	return word ^ word >> 31;
}

void sumac_faults_open(const struct sumac_fault_plan *plan, struct sumac_faults *faults_out)
{
	*faults_out = (struct sumac_faults){ .plan = *plan, .begin = SUMAC_VNIC_NEVER };
}

void sumac_faults_seed(uint64_t *seeds, uint64_t streams_out[SUMAC_N_FAULTS])
{
	for (int i = 0; i < SUMAC_N_FAULTS; i++)
		streams_out[i] = draw(seeds);
}

static bool is_down(const struct sumac_faults *faults, int nic, uint64_t cycle)
{
	for (int i = 0; i < faults->plan.n_downs; i++) {
		const struct sumac_fault_down *down = &faults->plan.downs[i];

		if (down->nic == nic && cycle >= faults->begin && cycle - faults->begin >= down->from &&
		    cycle - faults->begin - down->from < down->length)
			return true;
	}
	return false;
}

static void apply(enum sumac_fault kind, uint64_t number, size_t len_bytes, struct sumac_fate *fate)
{
	switch (kind) {
	case SUMAC_FAULT_LOSS:
		fate->is_lost = true;
		return;
	case SUMAC_FAULT_DUP:
		fate->is_doubled = true;
		return;
	case SUMAC_FAULT_REORDER:
		fate->hold_frames = 1 + (int)(number % MOST_HELD);
		fate->hold_cycles = HELD_CYCLES;
		return;
	case SUMAC_FAULT_CORRUPT:
		fate->is_flipped = true;
		fate->flip_bit = number % (8 * len_bytes);
		return;
	case SUMAC_FAULT_TRUNCATE:
		fate->cut_bytes = 1 + number % (len_bytes - 1);
		return;
	default:
		return;
	}
}

struct sumac_fate sumac_faults_draw(struct sumac_faults *faults, uint64_t streams[SUMAC_N_FAULTS], int from, int to,
				    const struct sumac_vnic_frame *frame)
{
	static const double TO_ONE = 0x1p-53;
	struct sumac_fate fate = { 0 };
	bool is_over = frame->tail_cycle >= faults->begin && frame->tail_cycle - faults->begin >= faults->plan.until;

	for (int i = 0; i < SUMAC_N_FAULTS; i++) {
		double chance = (double)(draw(&streams[i]) >> 11) * TO_ONE;
		uint64_t number = draw(&streams[i]);

		if (is_over || chance >= faults->plan.chance[i] || fate.is_lost)
			continue;
		apply((enum sumac_fault)i, number, frame->len_bytes, &fate);
		faults->counts[i]++;
	}
	if (!fate.is_lost && (is_down(faults, from, frame->tail_cycle) || is_down(faults, to, frame->tail_cycle))) {
		faults->n_down++;
		fate.is_lost = true;
	}
	return fate;
}
