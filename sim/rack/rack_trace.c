#include "sim/rack/rack_trace.h"

#include "sim/rack/rack_identity.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/rack/rack_trace_private.h"
#include "spec/spec.h"

static const struct {
	int n_lanes;
	const char *name;
} tracks[] = {
#define TRACK(NAME, lanes, name) { lanes, name },
	SUMAC_TRACKS
#undef TRACK
};

static int pid_of(const struct sumac_trace_nic *nic)
{
	return SUMAC_TRACE_NIC_PID + nic->index;
}

static int tid_of(enum sumac_track track, int lane)
{
	return (int)track * SUMAC_TRACE_LANES + lane + 1;
}

/* The first lane where nothing is at that time; else the last one, where the slice begins later. Slices come in the order of their
 * ends. */
static int choose_lane(const struct sumac_trace_nic *nic, enum sumac_track track, uint64_t begin)
{
	int lane = 0;

	while (lane < tracks[track].n_lanes - 1 && nic->busy_until[track][lane] > begin)
		lane++;
	return lane;
}

static void name_lane(struct sumac_rack_trace *trace, const struct sumac_trace_nic *nic, enum sumac_track track, int lane)
{
	char name[48];

	snprintf(name, sizeof name, lane ? "%s, %d" : "%s", tracks[track].name, lane + 1);
	sumac_trace_file_name(trace->file, "thread_name", pid_of(nic), tid_of(track, lane), name);
}

static void write_slice(struct sumac_rack_trace *trace, const struct sumac_trace_nic *nic, int tid, uint64_t begin, uint64_t end,
			const char *name, const char *args)
{
	char ts[SUMAC_TRACE_US_CAP], dur[SUMAC_TRACE_US_CAP];

	sumac_trace_file_event(trace->file,
			       "{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%s,\"dur\":%s,\"args\":{%s}}", name,
			       pid_of(nic), tid, sumac_trace_us(begin, trace->clock_hz, ts),
			       sumac_trace_us(end - begin, trace->clock_hz, dur), args);
}

struct sumac_slice sumac_rack_trace_slice(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, enum sumac_track track,
					  uint64_t begin, uint64_t end, const char *name, const char *format, ...)
{
	int lane = choose_lane(nic, track, begin);
	uint64_t *busy_until = &nic->busy_until[track][lane];
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!*busy_until)
		name_lane(trace, nic, track, lane);
	if (begin < *busy_until)
		begin = *busy_until;
	if (end <= begin)
		end = begin + 1;
	*busy_until = end;
	write_slice(trace, nic, tid_of(track, lane), begin, end, name, text);
	return (struct sumac_slice){ tid_of(track, lane), begin };
}

void sumac_rack_trace_instant(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t at, const char *name)
{
	char ts[SUMAC_TRACE_US_CAP];

	sumac_trace_file_event(trace->file, "{\"ph\":\"i\",\"name\":\"%s\",\"s\":\"p\",\"pid\":%d,\"tid\":%d,\"ts\":%s}", name,
			       pid_of(nic), tid_of(SUMAC_TRACK_NODES, 0), sumac_trace_us(at, trace->clock_hz, ts));
}

void sumac_rack_trace_arrow(struct sumac_rack_trace *trace, const struct sumac_arrow_end *ends, int n_ends)
{
	int n = 0, seen = 0;

	for (int i = 0; i < n_ends; i++)
		n += ends[i].slice.tid != 0;
	if (n < 2)
		return;
	trace->n_flows++;
	for (int i = 0; i < n_ends; i++) {
		char ts[SUMAC_TRACE_US_CAP];

		if (!ends[i].slice.tid)
			continue;
		seen++;
		sumac_trace_file_event(trace->file,
				       "{\"ph\":\"%s\",\"cat\":\"chunk\",\"name\":\"chunk\",\"id\":%llu,\"pid\":%d,"
				       "\"tid\":%d,\"ts\":%s}",
				       seen == 1 ? "s" : seen < n ? "t" : "f\",\"bp\":\"e", (unsigned long long)trace->n_flows,
				       pid_of(ends[i].nic), ends[i].slice.tid,
				       sumac_trace_us(ends[i].slice.begin, trace->clock_hz, ts));
	}
}

void sumac_rack_trace_event(struct sumac_rack_trace *trace, int nic, uint64_t cycle, const char *event, const uint32_t *words)
{
	pthread_mutex_lock(&trace->lock);
	sumac_rack_trace_path(trace, trace->nics[nic], cycle, event, words);
	pthread_mutex_unlock(&trace->lock);
}

/* Only waiting is worth a slice: what a stage does shows on the other tracks. */
static void end_stall(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, int stage, uint64_t cycle)
{
	int cause = nic->stage[stage].cause, tid = SUMAC_TRACE_STALLS + stage;
	uint64_t since = nic->stage[stage].since;
	char name[SUMAC_NAME_CAP], thread[SUMAC_NAME_CAP + 16];

	if (cause == SUMAC_CAUSE_IDLE || cause == SUMAC_CAUSE_BUSY || cycle <= since)
		return;
	if (!nic->stage[stage].is_named) {
		snprintf(thread, sizeof thread, "stalls of %s", sumac_stage_name(stage, name));
		sumac_trace_file_name(trace->file, "thread_name", pid_of(nic), tid, thread);
		nic->stage[stage].is_named = true;
	}
	write_slice(trace, nic, tid, since, cycle, sumac_cause_name(cause, name), "");
}

void sumac_rack_trace_cause(void *ctx, uint64_t cycle, int stage, int cause)
{
	const struct sumac_rack_rank *rank = ctx;
	struct sumac_rack_trace *trace = rank->rack->trace;
	struct sumac_trace_nic *nic = trace->nics[rank->index];

	pthread_mutex_lock(&trace->lock);
	end_stall(trace, nic, stage, cycle);
	nic->stage[stage].cause = cause;
	nic->stage[stage].since = cycle;
	pthread_mutex_unlock(&trace->lock);
}

static unsigned log2_of(uint32_t n)
{
	unsigned bits = 0;

	while (bits < 31 && n > 1u << bits)
		bits++;
	return bits;
}

static void take_design(struct sumac_rack_trace *trace, const struct sumac_design *design)
{
	uint32_t window = design->params[SUMAC_PARAM_ChannelSlots];

	trace->node_bits = log2_of(design->params[SUMAC_PARAM_Nodes]);
	trace->ring_bits = log2_of(design->params[SUMAC_PARAM_Rings]);
	trace->slot_bits = log2_of(design->params[SUMAC_PARAM_RingSlots]);
	trace->window = window && window < SUMAC_TRACE_WINDOW ? window : SUMAC_TRACE_WINDOW;
}

/* Threads are named when something is on them. Most of the memory is never touched: it is for the largest NIC. */
static int add_nic(struct sumac_rack_trace *trace, int index)
{
	struct sumac_trace_nic *nic = calloc(1, sizeof *nic);
	char name[64];

	if (!nic)
		return -SUMAC_ENOMEM;
	nic->index = index;
	snprintf(name, sizeof name, "NIC %d (simulated time, %g MHz)", index, (double)trace->clock_hz / 1e6);
	sumac_trace_file_name(trace->file, "process_name", pid_of(nic), 0, name);
	trace->nics[trace->n_nics++] = nic;
	return 0;
}

int sumac_rack_trace_open(struct sumac_rack *rack)
{
	const char *path = rack->options.trace_path;
	struct sumac_rack_trace *trace = calloc(1, sizeof *trace + (size_t)rack->n_ranks * sizeof trace->nics[0]);
	char around[SUMAC_RACK_SURROUNDINGS_BYTES];
	int err = 0, begun;

	if (!trace)
		return -SUMAC_ENOMEM;
	sumac_rack_identity(&rack->options, rack->design.hash, around, sizeof around);
	take_design(trace, &rack->design);
	rack->trace = trace;
	pthread_mutex_init(&trace->lock, NULL);
	trace->path = path;
	trace->clock_hz = rack->options.nic_mhz * UINT64_C(1000000);
	trace->is_ours = rack->options.parent_fd < 0;
	begun = trace->is_ours ? sumac_trace_file_begin(path) : 0;
	trace->file = begun ? NULL : sumac_trace_file_open(path);
	if (!trace->file) {
		fprintf(stderr, "sumac-rack: the trace cannot be written to %s: %s\n", path, strerror(begun ? -begun : errno));
		return -SUMAC_EIO;
	}
	sumac_trace_file_event(trace->file,
			       "{\"ph\":\"M\",\"name\":\"sumac_clock\",\"pid\":%d,\"tid\":0,\"ts\":0,"
			       "\"args\":{\"time\":\"simulated\",\"clock_hz\":%llu,\"nics\":%d,"
			       "\"design\":\"0x%016llx\",%s}}",
			       SUMAC_TRACE_NIC_PID, (unsigned long long)trace->clock_hz, rack->n_ranks,
			       (unsigned long long)rack->design.hash, around);
	while (!err && trace->n_nics < rack->n_ranks)
		err = add_nic(trace, trace->n_nics);
	return err;
}

int sumac_rack_trace_close(struct sumac_rack_trace *trace, uint64_t cycle)
{
	int err;

	if (!trace)
		return 0;
	for (int i = 0; i < trace->n_nics; i++) {
		for (int stage = 0; trace->file && stage < SUMAC_N_STAGES; stage++)
			end_stall(trace, trace->nics[i], stage, cycle);
		free(trace->nics[i]);
	}
	err = sumac_trace_file_close(trace->file);
	if (!err && trace->is_ours && trace->file)
		err = sumac_trace_file_end(trace->path);
	if (err)
		fprintf(stderr, "sumac-rack: events are missing in the trace %s: %s\n", trace->path, strerror(-err));
	pthread_mutex_destroy(&trace->lock);
	free(trace);
	return err ? -1 : 0;
}
