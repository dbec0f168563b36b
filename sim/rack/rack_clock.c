/*
 * Whether time may go on. Free: always. Stepped: only while every rank of the job waits and has seen all its events;
 * a rank that keeps the others waiting for longer than the setting `patience` is left behind.
 */
#include <stdio.h>

#include "sim/rack/rack.h"

static void leave_behind(struct sumac_rack *rack, struct sumac_rack_rank *rank)
{
	rank->left_behind = true;
	if (rack->unrepeatable)
		return;
	rack->unrepeatable = true;
	fprintf(stderr,
		"sumac-rack: rank %d has computed for %g s while others wait; time goes on without it, and cycles from here "
		"on do not repeat\n",
		rank->index, (double)rack->options.patience_ns * 1e-9);
	for (int i = 0; i < rack->n_ranks; i++)
		sumac_rank_set_flags(&rack->ranks[i]);
}

static bool lets_time_run(struct sumac_rack *rack, struct sumac_rack_rank *rank, bool has_work)
{
	uint64_t patience_ns = rack->options.patience_ns;

	if (rank->state != SUMAC_RANK_ATTACHED)
		return true;
	if (sumac_rank_is_waiting(rank)) {
		rank->busy_since_ns = 0;
		rank->left_behind = false;
		return true;
	}
	if (rank->left_behind)
		return true;
	if (!has_work)
		return false;
	if (!rank->busy_since_ns)
		rank->busy_since_ns = sumac_rack_clock_ns();
	if (sumac_rack_clock_ns() - rank->busy_since_ns < patience_ns)
		return false;
	leave_behind(rack, rank);
	return true;
}

/* Patience runs out only while there is something that the others could be waiting for. */
bool sumac_rack_time_may_run(struct sumac_rack *rack)
{
	bool may_run = true, has_work;

	if (!rack->options.stepped)
		return true;
	if (!rack->job_size || rack->n_have_come < rack->job_size)
		return false;
	has_work = sumac_rack_next(rack) != SUMAC_VNIC_NEVER;
	for (int i = 0; i < rack->job_size; i++)
		may_run = lets_time_run(rack, &rack->ranks[i], has_work) && may_run;
	return may_run;
}

int sumac_rack_patience_ms(const struct sumac_rack *rack)
{
	uint64_t now_ns = sumac_rack_clock_ns(), patience_ns = rack->options.patience_ns;
	int soonest_ms = -1;

	for (int i = 0; i < rack->job_size; i++) {
		const struct sumac_rack_rank *rank = &rack->ranks[i];
		uint64_t passed_ns = now_ns - rank->busy_since_ns;
		int ms;

		if (rank->state != SUMAC_RANK_ATTACHED || !rank->busy_since_ns || rank->left_behind)
			continue;
		ms = passed_ns > patience_ns ? 0 : (int)((patience_ns - passed_ns) / 1000000) + 1;
		soonest_ms = soonest_ms < 0 || ms < soonest_ms ? ms : soonest_ms;
	}
	return soonest_ms;
}
