/*
 * Steps the NICs of an epoch, on threads: within it no NIC hears of another. A stepped NIC touches only its own data:
 * its model, its rank's memory, its port of the switch, its notes. NICs that sleep are not worth handing over.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sim/rack/rack.h"
#include "spec/spec.h"

static void tell_fault(struct sumac_rack_rank *rank, uint64_t cycle, const char *what)
{
	char text[256];

	snprintf(text, sizeof text, "NIC %d, cycle %llu: %s", rank->index, (unsigned long long)cycle, what);
	sumac_rack_fault(rank->rack, text);
}

void sumac_rack_nic_fault(struct sumac_rack_rank *rank, uint64_t cycle, const char *what)
{
	struct sumac_rack_notes *notes = &rank->notes;

	if (!rank->rack->is_stepping) {
		tell_fault(rank, cycle, what);
		return;
	}
	if (notes->n < SUMAC_RACK_FAULTS_TOLD) {
		notes->first[notes->n].cycle = cycle;
		notes->first[notes->n].what = what;
	}
	notes->n++;
}

static void tell_notes(struct sumac_rack_rank *rank)
{
	struct sumac_rack_notes *notes = &rank->notes;

	for (uint64_t i = 0; i < notes->n && i < SUMAC_RACK_FAULTS_TOLD; i++)
		tell_fault(rank, notes->first[i].cycle, notes->first[i].what);
	if (notes->n > SUMAC_RACK_FAULTS_TOLD)
		rank->rack->n_faults += notes->n - SUMAC_RACK_FAULTS_TOLD;
	notes->n = 0;
}

static void step_one(void *ctx, int item)
{
	struct sumac_rack *rack = ctx;

	sumac_vnic_run(rack->ranks[rack->busy[item]].nic, rack->step_end);
}

void sumac_rack_step(struct sumac_rack *rack, uint64_t end)
{
	int n_busy = 0;

	rack->step_end = end;
	for (int i = 0; i < rack->n_ranks; i++) {
		if (sumac_vnic_next(rack->ranks[i].nic) < end)
			rack->busy[n_busy++] = i;
		else
			sumac_vnic_run(rack->ranks[i].nic, end);
	}
	rack->is_stepping = true;
	sumac_step_threads_run(rack->threads, step_one, rack, n_busy);
	rack->is_stepping = false;
	for (int i = 0; i < rack->n_ranks; i++)
		if (rack->ranks[i].notes.n)
			tell_notes(&rack->ranks[i]);
}

int sumac_rack_step_open(struct sumac_rack *rack)
{
	int n_threads = rack->options.n_threads ? rack->options.n_threads : sumac_step_threads_cores();

	rack->busy = calloc((size_t)rack->n_ranks, sizeof *rack->busy);
	if (!rack->busy)
		return -SUMAC_ENOMEM;
	return sumac_step_threads_open(n_threads < rack->n_ranks ? n_threads : rack->n_ranks, &rack->threads);
}

void sumac_rack_step_close(struct sumac_rack *rack)
{
	sumac_step_threads_close(rack->threads);
	free(rack->busy);
}
