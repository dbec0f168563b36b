/*
 * The cycles that no plan can undercut on simulated NICs with these surroundings: the operand is read, there is a hop, the result
 * is written, and the busiest link or host port takes its bytes.
 */
#include "tool/perf.h"

#include <math.h>
#include <string.h>

#include "base/design.h"
#include "base/settings.h"
#include "bus/bus.h"
#include "core/job/job.h"
#include "core/job/job_nics.h"
#include "spec/spec.h"

enum {
	BEAT_BYTES = 64,
	ETHERNET_BYTES = 8 + 4 + 12, /* on the wire, a frame also has a preamble, a checksum and a gap */
	CRC_BYTES = 4,		     /* Sumac's own */
};

/* The rack that the launcher has started has its socket in the job's folder; another one has surroundings of its own. */
static bool is_our_rack(void)
{
	const char *dir = sumac_settings_job_dir(), *rack = sumac_setting_string(SUMAC_SETTING_RACK);

	return *dir && !strncmp(rack, dir, strlen(dir)) && rack[strlen(dir)] == '/';
}

bool sumac_perf_surroundings_find(const struct sumac_job *job, struct sumac_perf_surroundings *surroundings_out)
{
	struct sumac_nics_about about;
	double mhz, bytes;

	if (!sumac_job_nics_about(job, &about) || !job->bus || !about.is_simulated || strcmp(about.kind, "rack") ||
	    !is_our_rack() || !about.design)
		return false;
	mhz = (double)about.clock_hz / 1e6;
	bytes = about.design->params[SUMAC_PARAM_SlotBeats] * (double)BEAT_BYTES;
#define CYCLES(NAME) floor((double)sumac_setting_int(SUMAC_SETTING_##NAME) * mhz / 1000 + 0.5)
#define RATE(NAME) ((double)sumac_setting_int(SUMAC_SETTING_##NAME) * 1000 / 8 / mhz)
	*surroundings_out = (struct sumac_perf_surroundings){
		.link = RATE(LINK_GBPS), .host = RATE(HOST_GBPS), .hop = CYCLES(HOP_NS), .read = CYCLES(HOST_READ_NS),
		.write = CYCLES(HOST_WRITE_NS), .chunk = bytes,
		.wire_chunk = bytes + SUMAC_PKT_BYTES + CRC_BYTES + ETHERNET_BYTES,
	};
#undef CYCLES
#undef RATE
	return true;
}

static double greater(double a, double b)
{
	return a > b ? a : b;
}

double sumac_perf_bound(const struct sumac_perf_surroundings *around, const struct sumac_perf_call *call, int n_ranks,
			double *of_bytes_out)
{
	bool has_parts = call->coll == SUMAC_COLL_REDUCE_SCATTER || call->coll == SUMAC_COLL_ALLGATHER;
	double n = n_ranks, whole = (double)call->elems * (double)call->elem_bytes, part = has_parts ? whole / n : whole;
	double wire = whole * around->wire_chunk / around->chunk / around->link;
	/* A short operand comes in the descriptor, but not one of parts for others; a short result comes in the completion. */
	double read = call->coll != SUMAC_COLL_REDUCE_SCATTER && part <= SUMAC_DESC_INLINE_BYTES ? 0 : around->read;
	double write = part <= SUMAC_CPL_INLINE_BYTES ? 0 : around->write;
	double ports = whole / around->host;

	if (call->coll == SUMAC_COLL_ALLREDUCE)
		wire *= 2 * (n - 1) / n;
	else if (has_parts)
		wire *= (n - 1) / n;
	if (of_bytes_out)
		*of_bytes_out = call->coll == SUMAC_COLL_BARRIER ? 0 : greater(wire, ports);
	if (call->coll == SUMAC_COLL_BARRIER)
		return around->hop;
	if (!has_parts)
		return read + around->hop + write + greater(wire, ports);
	/* A rank's own part needs no hop, but all parts go through its host port. */
	return greater(read + around->hop + write + wire, read + write + ports);
}
