/*
 * Inside a rack's trace: tracks, and what is kept of each NIC until it can be written.
 */
#ifndef SUMAC_RACK_TRACE_PRIVATE_H
#define SUMAC_RACK_TRACE_PRIVATE_H

#include <pthread.h>

#include "base/causes.h"
#include "base/trace_file.h"
#include "sim/rack/rack_trace.h"

/* TRACK(NAME, lanes, name): slices of a track that overlap go to lanes of their own, as long as there are some. */
#define SUMAC_TRACKS                    \
	TRACK(DESCRIPTORS, 4, "descriptors") \
	TRACK(NODES, 8, "nodes")        \
	TRACK(READS, 16, "DMA reads")   \
	TRACK(RECEIVE, 1, "receive")    \
	TRACK(PASSES, 8, "passes")      \
	TRACK(TRANSMIT, 1, "transmit")  \
	TRACK(WRITES, 16, "DMA writes")

enum sumac_track {
#define TRACK(NAME, lanes, name) SUMAC_TRACK_##NAME,
	SUMAC_TRACKS
#undef TRACK
	SUMAC_N_TRACKS
};

enum {
	SUMAC_TRACE_LANES = 16,
	SUMAC_TRACE_NAME_CAP = 48,
	SUMAC_TRACE_WINDOW = 16, /* chunks of a channel: the largest window */
	SUMAC_TRACE_CONTEXTS = 1 << 14,
	SUMAC_TRACE_NODES = 1 << 12,
	SUMAC_TRACE_TOLD = 256,
	SUMAC_TRACE_STALLS = SUMAC_N_TRACKS * SUMAC_TRACE_LANES + 1, /* the thread of stage 0's */
};

/* A slice that was written: where an arrow can begin or end. tid 0: none. */
struct sumac_slice {
	int tid;
	uint64_t begin;
};

/* A chunk that a channel sends. */
struct sumac_chunk_out {
	bool waits; /* for its frame to leave */
	uint64_t first, last; /* when it was given to transmit, and when it was again */
	unsigned bytes;
	struct sumac_slice source, sent; /* what made its value; then, its frame */
};

/* One that it receives. */
struct sumac_chunk_in {
	uint64_t comes, arrived, given; /* given: to the peer's transmit */
	struct sumac_slice sent, received;
};

struct sumac_trace_channel {
	bool is_open;
	int nic, channel; /* the peer's */
	struct sumac_chunk_out out[SUMAC_TRACE_WINDOW];
	struct sumac_chunk_in in[SUMAC_TRACE_WINDOW];
};

/* A context: a chunk in progress. */
struct sumac_trace_context {
	unsigned node, chunk, bytes, n_in, op, type;
	struct {
		unsigned channel, at;
	} in[SUMAC_TRACE_WINDOW];
	uint64_t read_at, fired_at, written_at;
	struct sumac_slice source; /* what made its value */
};

/* A node: a descriptor in progress. Each is the last cycle of its kind; 0: there was none. */
struct sumac_trace_node {
	uint64_t rung, accepted, operand, sent, arrived, out;
	unsigned seq, cookie, op, type;
	bool combines;
	int peer; /* the NIC whose chunk came last */
};

struct sumac_trace_nic {
	int index;
	uint64_t busy_until[SUMAC_N_TRACKS][SUMAC_TRACE_LANES]; /* 0: nothing is on it yet */
	struct {
		int cause;
		uint64_t since;
		bool is_named;
	} stage[SUMAC_N_STAGES];
	struct sumac_trace_channel channels[SUMAC_MAX_CHANNELS];
	struct sumac_trace_context contexts[SUMAC_TRACE_CONTEXTS];
	uint64_t desc_read_at[SUMAC_TRACE_CONTEXTS];
	uint64_t told_at[SUMAC_TRACE_TOLD]; /* completions that are being written, in turn */
	unsigned n_told, n_told_done;
	struct sumac_trace_node nodes[SUMAC_TRACE_NODES];
};

struct sumac_rack_trace {
	struct sumac_trace_file *file;
	const char *path;
	pthread_mutex_t lock;
	uint64_t clock_hz, n_flows;
	unsigned node_bits, ring_bits, slot_bits, window; /* of the NICs */
	bool is_ours; /* nobody else begins and ends the file */
	int n_nics;
	struct sumac_trace_nic *nics[];
};

/* rack_trace.c; args: members of an object, or "" */
struct sumac_slice sumac_rack_trace_slice(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, enum sumac_track track,
					  uint64_t begin, uint64_t end, const char *name, const char *format, ...)
	__attribute__((format(printf, 7, 8)));
void sumac_rack_trace_instant(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t at, const char *name);
struct sumac_arrow_end {
	const struct sumac_trace_nic *nic;
	struct sumac_slice slice;
};
/* An arrow through slices, in this order; those that there are not are left out. */
void sumac_rack_trace_arrow(struct sumac_rack_trace *trace, const struct sumac_arrow_end *ends, int n_ends);

/* rack_trace_names.c */
const char *sumac_rack_trace_kind(unsigned kind);
/* For example "SUM on I32", or "move" where nothing is combined. */
const char *sumac_rack_trace_work(unsigned op, unsigned type, bool combines, char name_out[SUMAC_TRACE_NAME_CAP]);

/* rack_trace_path.c */
void sumac_rack_trace_path(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const char *event,
			   const uint32_t *words);

#endif
