/*
 * The CPU engine's own structures. An engine holds teams; a team has a leaf, which does its calls, or streams (to its peers)
 * and runs (calls in progress; only the oldest is worked on); a run walks its plan's nodes chunk by chunk. Where some ranks
 * share a host, a run does so between two steps in leaves (cpu_levels.h).
 */
#ifndef SUMAC_CPU_H
#define SUMAC_CPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/cpu/cpu_wire.h"
#include "engine/kernel/kernels.h"
#include "engine/engine_team.h"
#include "engine/leaf/leaf.h"
#include "engine/levels/level_steps.h"
#include "fabric/fabric.h"
#include "plan/plan.h"

enum { SUMAC_CPU_RADIX = SUMAC_ROUTE_MAX_IN, SUMAC_CPU_FEATURES = SUMAC_FEATURE_LINKS | SUMAC_FEATURE_TAPS };

/* One stream each way between this rank and a peer: the nth (ordinal) of their channel of a class, in
 * the order of the plan's nodes. It continues from call to call. */
struct sumac_cpu_stream {
	struct sumac_cpu_stream *next; /* of the team's streams */
	int peer, class, ordinal;
	uint32_t n_sent, n_released;	 /* ours; n_sent - n_released < window */
	uint32_t n_taken, n_told;	 /* the peer's: taken from the window, and reported to it */
	struct sumac_fabric_buf **slots; /* window_slots of them, by chunk number */
};

struct sumac_cpu_channel {
	struct sumac_cpu_stream **streams; /* by ordinal; NULL where there is none yet */
	int cap;
};

/* A value on its way through nodes: in a buffer, with a reference, or (buf NULL) in the caller's memory. */
struct sumac_cpu_value {
	uint8_t *data;
	struct sumac_fabric_buf *buf;
	bool is_source; /* the caller's source, which a call in place overwrites */
};

/* An output's results that are not yet delivered; in a link, the consumer takes them. */
struct sumac_cpu_output {
	struct sumac_cpu_stream *stream; /* channels only */
	uint64_t n_made, n_sent, n_done; /* chunks; n_made - n_done <= window */
	struct sumac_cpu_value *values;	 /* window of them */
	struct sumac_fabric_send **sends;
};

struct sumac_cpu_input {
	struct sumac_cpu_stream *stream; /* channels only */
	struct sumac_cpu_output *link;	 /* links only */
};

struct sumac_cpu_node {
	const struct sumac_plan_node *plan;
	struct sumac_piece piece; /* of the call in progress: the elements that this node walks over */
	uint64_t n_chunks, n_fired;
	bool reads_memory, writes_memory;
	struct sumac_cpu_input in[SUMAC_ROUTE_MAX_IN];
	struct sumac_cpu_output out[SUMAC_ROUTE_MAX_OUT];
};

struct sumac_cpu_run {
	struct sumac_engine_run base;
	struct sumac_cpu_run *next; /* of the team's spare ones */
	struct sumac_cpu_team *team;
	enum sumac_coll coll;
	int row, root;	      /* what the plan is for: its row of plans.def, and the call's root */
	struct sumac_level *level;     /* NULL: the plan is over all ranks, and the whole call */
	int *members;		       /* whom the plan is over, as team ranks; NULL: all */
	int size, rank;		       /* how many those are, and which one this is; -1: none of them */
	struct sumac_steps steps;      /* of a call by levels */
	const struct sumac_call *call; /* that the plan walks over */
	const struct sumac_kernel *kernel;
	struct sumac_plan plan;
	size_t elem_bytes;
	uint64_t chunk_elems;
	bool is_in_place; /* source and destination share bytes */
	struct sumac_cpu_node *nodes;
};

struct sumac_cpu_levels;

struct sumac_cpu_team {
	struct sumac_engine_team base; /* where a leaf takes the calls, none are in progress here */
	struct sumac_cpu_engine *engine;
	struct sumac_cpu_team *next_busy;
	bool is_busy;  /* on the engine's list of such teams */
	bool is_ready; /* installed, a leaf, and not failed */
	bool owes_credit;
	struct sumac_leaf *leaf; /* takes the calls if all ranks share this host; else NULL, and streams do */
	struct sumac_cpu_levels *levels; /* or NULL: calls that stream do so between all ranks */
	struct sumac_cpu_channel *channels; /* size x classes */
	struct sumac_cpu_stream *streams;   /* all of them */
	struct sumac_cpu_run *spare; /* ended runs, whose plans will be needed again */
};

struct sumac_cpu_engine {
	struct sumac_engine base;
	struct sumac_fabric *fabric;
	struct sumac_segment *segment; /* or NULL */
	struct sumac_cpu_options options;
	uint32_t window_slots; /* the window rounded up to a power of two, so that chunk numbers may wrap */
	struct sumac_engine_team *teams;
	struct sumac_cpu_team *busy; /* those that may have something to do: programs have hundreds of teams, and call on few */
	struct sumac_leaf *left_leaves; /* of freed teams, which peers may still read */
	bool has_touched;		/* the memory of its first leaf: sumac_leaf_touch() */
	int n_streaming;		/* teams that may use the fabric */
	int unasked;			/* looks since the fabric was asked, weighted */
};

static inline struct sumac_cpu_team *sumac_cpu_team_of(struct sumac_engine_team *team)
{
	return (struct sumac_cpu_team *)team;
}

static inline struct sumac_cpu_run *sumac_cpu_run_of(struct sumac_steps *steps)
{
	return (struct sumac_cpu_run *)((char *)steps - offsetof(struct sumac_cpu_run, steps));
}

/* NULL: none is in progress. */
static inline struct sumac_cpu_run *sumac_cpu_oldest(const struct sumac_cpu_team *team)
{
	return (struct sumac_cpu_run *)team->base.oldest;
}

/* cpu_stream.c */
/* Streams that a plan may have on one channel: a reduce-scatter one for each part, other plans few. */
int sumac_cpu_max_ordinals(const struct sumac_cpu_team *team);
struct sumac_cpu_stream *sumac_cpu_stream_find(struct sumac_cpu_team *team, int peer, int class, int ordinal);
struct sumac_cpu_stream *sumac_cpu_stream_get(struct sumac_cpu_team *team, int peer, int class, int ordinal);
/* The next chunk that the peer sent, or NULL. It stays in the window until it is taken. */
struct sumac_fabric_buf *sumac_cpu_stream_peek(const struct sumac_cpu_team *team,
					       const struct sumac_cpu_stream *stream);
struct sumac_fabric_buf *sumac_cpu_stream_take(struct sumac_cpu_team *team, struct sumac_cpu_stream *stream);
bool sumac_cpu_stream_may_send(const struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream);
/* 0; 1: not now; or -SUMAC_E.... */
int sumac_cpu_stream_send(struct sumac_cpu_run *run, struct sumac_cpu_stream *stream, int step, uint64_t chunk,
			  const void *payload, size_t len_bytes, struct sumac_fabric_send **send_out);
/* The peer reports how many of our chunks it has taken. */
void sumac_cpu_stream_release(struct sumac_cpu_stream *stream, uint32_t released);
void sumac_cpu_stream_free(struct sumac_cpu_team *team, struct sumac_cpu_stream *stream);
/* Puts a data message for this team into its stream's window, or drops it. Takes over the reference. */
void sumac_cpu_team_arrive(struct sumac_cpu_team *team, struct sumac_fabric_buf *buf);

/* cpu_run.c */
/* Prepares the run before its plan's nodes work on run->call. */
void sumac_cpu_run_reset(struct sumac_cpu_run *run, const struct sumac_call *call);
/* One pass over the nodes: 1 if something moved; 0; or -SUMAC_E..., and the team has failed. */
int sumac_cpu_run_work(struct sumac_cpu_run *run);
bool sumac_cpu_run_is_ended(const struct sumac_cpu_run *run);
int sumac_cpu_run_start(struct sumac_cpu_team *team, const struct sumac_call *call, struct sumac_ticket *ticket);
/* Works on the team's oldest call; > 0 if something moved. */
int sumac_cpu_run_progress(struct sumac_cpu_team *team);
/* Ends every call of the team, and frees what they hold. */
void sumac_cpu_run_end_all(struct sumac_cpu_team *team, int status, int fault_rank);
size_t sumac_cpu_chunk_bytes(const struct sumac_cpu_run *run, const struct sumac_cpu_node *node, uint64_t chunk);

/* cpu_bind.c: gets a run for such a call, with its plan bound; takes it back, to keep it for the next one. */
int sumac_cpu_run_get(struct sumac_cpu_team *team, const struct sumac_call *call, struct sumac_cpu_run **run_out);
int sumac_cpu_plan(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_plan *plan_io);
void sumac_cpu_run_put(struct sumac_cpu_run *run);
void sumac_cpu_run_free_spare(struct sumac_cpu_team *team);

/* cpu_fold.c: fires the node's next chunk if all it needs is there. 1: fired; 0: not yet; or -SUMAC_E.... */
int sumac_cpu_node_fire(struct sumac_cpu_run *run, struct sumac_cpu_node *node);
void sumac_cpu_value_put(struct sumac_cpu_value *value);

/* cpu_credit.c */
bool sumac_cpu_credit_is_due(const struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream);
/* Sends the credits that are due and that no chunk has carried; > 0 if all have been sent. */
int sumac_cpu_credit_progress(struct sumac_cpu_team *team);
/* Handles a credit from a peer. Takes over the reference. */
void sumac_cpu_credit_arrive(struct sumac_cpu_engine *engine, struct sumac_fabric_buf *buf);

/* cpu_team.c */
/* Works on the calls of a team that is a leaf; > 0 if something moved. */
int sumac_cpu_team_fold(struct sumac_cpu_team *team);
/* Has progress look at the team, which has a call in progress, or may hear of one from the fabric. */
void sumac_cpu_team_watch(struct sumac_cpu_team *team);
/* For a failure that the engine has found itself: informs the listener, and ends every call. Only the first
 * counts. */
void sumac_cpu_team_break(struct sumac_cpu_team *team, int status, int fault_rank);
/* The same at the core's request: its listener knows already. */
void sumac_cpu_team_fail(struct sumac_engine_team *base, int status, int fault_rank);
struct sumac_cpu_team *sumac_cpu_team_find(struct sumac_cpu_engine *engine, uint64_t key);
int sumac_cpu_team_reserve(struct sumac_engine *base, const struct sumac_team_desc *desc,
			   struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
int sumac_cpu_team_install(struct sumac_engine_team *base, const uint8_t *blobs);
void sumac_cpu_team_free(struct sumac_engine_team *base);
int sumac_cpu_team_waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap);

#endif
