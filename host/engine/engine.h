/*
 * The interface through which the core uses an engine: it makes teams, runs a plan's nodes over buffers, and makes progress.
 * There are two engines: nic (host/engine/nic) and cpu (host/engine/cpu).
 *
 * Making a team: every rank calls reserve (local; fills a blob that its peers need), the core all-gathers the blobs, and every
 * rank calls install with all of them; the core makes sure that all have installed before any posts. If any rank refuses, all
 * do.
 */
#ifndef SUMAC_ENGINE_H
#define SUMAC_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/collective.h"
#include "base/combination.h"
#include "base/found.h"
#include "spec/spec.h" /* the codes of operations, types and statuses */

enum sumac_engine_kind { SUMAC_ENGINE_CPU, SUMAC_ENGINE_NIC, SUMAC_N_ENGINES };

struct sumac_engine;
struct sumac_plan;
struct sumac_plan_blocks;
struct sumac_engine_team; /* an engine's own context for one team */

/* Hears what an engine reports about a team at once, in the middle of its work; the listener may then fail the team. */
struct sumac_engine_listener {
	/* A member's message gives a call's digest there. seq is the lower half of the call's number: the call nearest to ours
	 * that has it is meant. */
	void (*saw)(struct sumac_engine_listener *listener, int team_rank, uint32_t seq, uint64_t digest);
	/* The engine has found that its calls cannot go on. Not called where its own network informs the
	 * members. */
	void (*failed)(struct sumac_engine_listener *listener, int status, int fault_rank);
};

/* A team, as described to an engine. It outlives the engine's context, with all that it points to but the blocks. */
struct sumac_team_desc {
	int rank, size;
	const int *world_ranks;	/* size entries: the job's ranks */
	uint64_t key;		/* random, the same on all members (chosen by the lowest rank) */
	struct sumac_engine_listener *listener; /* or NULL */
	const struct sumac_plan_blocks *blocks; /* NIC engine: each member is one of these blocks of ranks; NULL: one rank */
};

enum { SUMAC_ENGINE_BLOB_BYTES = 1024, SUMAC_NIC_BLOB_BYTES = 32 }; /* the NIC engine fills this much of it */

/* An engine may keep its findings about this many kinds of calls on a team. */
enum { SUMAC_N_MEMOS = 4 };

/* One collective, as the core hands it to an engine. Lives until its ticket is done. A call that only moves bytes has an
 * operation and a type all the same (OR of bytes), which no node uses. */
struct sumac_call {
	enum sumac_coll coll;
	int op;		  /* SUMAC_OP_* */
	int type;	  /* SUMAC_TYPE_* */
	uint64_t count;	  /* elements, of all parts together */
	const uint64_t *firsts; /* where each part begins, then the count; NULL: the parts are equal, or there are none */
	int n_parts;		/* the team's size */
	int root;
	void *dst;	  /* NULL where this rank gets no result */
	const void *src;
	uint64_t seq;	  /* counts all calls on the team, whichever engine takes them: 1, 2 ...; messages carry its lower half */
	unsigned memo;	  /* 1 to SUMAC_N_MEMOS: the engine may keep its findings under this number, in place of those of the
			   * last call with it, which is over; 0: it keeps none */
	uint64_t digest;  /* what all ranks must agree on */
	/* Derived from the above for this rank, by sumac_call_measure(). */
	size_t src_bytes, dst_bytes; /* of its buffers; 0 where it gives, or gets, nothing */
	struct sumac_piece own;	     /* its part, if the collective has parts; else all elements */
};

/* Bytes of a rank's source, and of its destination; 0 where it gives, or gets, nothing. */
static inline size_t sumac_call_src_bytes(const struct sumac_call *call, int size, int rank)
{
	return !sumac_coll_gives(call->coll, rank, call->root) ? 0 :
	       (size_t)sumac_coll_src_count(call->coll, call->count, call->firsts, size, rank) * sumac_type_bytes(call->type);
}

static inline size_t sumac_call_dst_bytes(const struct sumac_call *call, int size, int rank)
{
	return !sumac_coll_gets(call->coll, rank, call->root) ? 0 :
	       (size_t)sumac_coll_dst_count(call->coll, call->count, call->firsts, size, rank) * sumac_type_bytes(call->type);
}

/* Whoever makes a call for an engine measures it, for this rank of the `size` ranks that make the call. */
static inline void sumac_call_measure(struct sumac_call *call, int size, int rank)
{
	call->src_bytes = sumac_call_src_bytes(call, size, rank);
	call->dst_bytes = sumac_call_dst_bytes(call, size, rank);
	call->own = sumac_coll_piece(call->coll, call->count, call->firsts, size,
				     sumac_coll_has_parts(call->coll) ? rank : SUMAC_ALL_PARTS);
}

/* Holds for every call that an engine gets, so engines assert it: the core has checked what programs pass (core/call/check.h),
 * and a NIC's service has checked what other ranks ask for. */
static inline bool sumac_call_is_sound(const struct sumac_call *call, int size)
{
	size_t elem_bytes = sumac_type_bytes(call->type);

	return sumac_coll_row(call->coll) && elem_bytes && call->count <= PTRDIFF_MAX / elem_bytes &&
	       (!sumac_coll_has_root(call->coll) || (call->root >= 0 && call->root < size)) &&
	       (call->src || !call->src_bytes) && (call->dst || !call->dst_bytes);
}

/* A call's outcome. */
struct sumac_ticket {
	int status;	      /* 1: in progress; 0 or -SUMAC_E...: done */
	int fault_rank;	      /* team rank at fault, or -1 */
	uint64_t cycles;      /* NIC engine: from the doorbell to the last completion of this rank */
	uint64_t combines;    /* NIC engine: beats combined on this rank, from its completions */
	uint64_t staged_bytes; /* NIC engine: copied by the host, between the program's memory and what the NIC reaches */
	bool is_brief;	      /* CPU engine: it is in progress, and there is little left to do once all members have come */
	bool lacks_room;      /* NIC engine: it is in progress, but whoever makes progress has yet to give it to the NIC */
};

struct sumac_engine_ops {
	const char *name; /* "nic", "cpu" */
	/* NULL if the engine does (op, type) on this team size; else the reason, a static phrase. */
	const char *(*why_not)(struct sumac_engine *engine, int op, int type, int size);
	/* If it refuses, and the status does not explain why, it calls sumac_fail(). */
	int (*team_reserve)(struct sumac_engine *engine, const struct sumac_team_desc *desc,
			    struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
	/* blobs: size x SUMAC_ENGINE_BLOB_BYTES, by team rank. */
	int (*team_install)(struct sumac_engine_team *team, const uint8_t *blobs);
	/* Also after a reserve that was never installed. Local;
	 * the core has made sure that no member still calls. */
	void (*team_free)(struct sumac_engine_team *team);
	/* Starts a call; progress completes it, unless it is done at once, and then ticket->status <= 0. */
	int (*post)(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket);
	/* The same for a call that differs from the last one on the team with its memo only in seq, digest, dst and src. Each
	 * of dst and src is NULL exactly when it was NULL then, and unless both are unchanged, they coincide both times or
	 * overlap neither time. That call was this engine's and ended well, and no window has come or gone since. The ticket is
	 * in progress and names no rank at fault. NULL: post does it. */
	int (*post_like)(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket);
	/* The plan by which such a call runs on this rank; plan_io as in sumac_plan_make(). */
	int (*plan)(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_plan *plan_io);
	/* The call in progress will never end; fault_rank (team rank, or -1) is at fault. Everything
	 * outstanding on the team completes with this status, here and, if the engine's own network can
	 * inform them, on the members. */
	void (*team_fail)(struct sumac_engine_team *team, int status, int fault_rank);
	/* The sequence number of the oldest call in progress; 0: there is none. */
	uint64_t (*oldest)(struct sumac_engine_team *team);
	/* Team ranks that the oldest call waits for; returns how many. */
	int (*waiting_for)(struct sumac_engine_team *team, int *ranks_out, int cap);
	/* Makes progress on all teams; returns > 0 if something moved. Never blocks. */
	int (*progress)(struct sumac_engine *engine);
	void (*close)(struct sumac_engine *engine);
	/* Describes how such a call is done where no plan does it; else NULL. The function itself may be NULL, too. */
	const char *(*how)(struct sumac_engine_team *team, const struct sumac_call *call);
	/* Why the engine does not do this collective on this team: a static phrase, the same on all its ranks; NULL: it does.
	 * Without this function it does them all. */
	const char *(*why_not_coll)(struct sumac_engine_team *team, enum sumac_coll coll);
	/* The number of the team's group in this rank's own NIC. NULL: it has none. */
	int (*group)(struct sumac_engine_team *team);
};

struct sumac_design;
struct sumac_engine {
	const struct sumac_engine_ops *ops;
	const struct sumac_design *design; /* of its NIC, if this process owns one; else NULL */
};

/* Whether a rank reads another one's own memory through the kernel, in one copy: where that is found to be quicker, never, or
 * wherever the kernel lets it. In the order of the setting's choices. */
enum sumac_single_copy { SUMAC_SINGLE_COPY_AUTO, SUMAC_SINGLE_COPY_NO, SUMAC_SINGLE_COPY_YES };

/* Options that must be the same in every rank's CPU engine. */
struct sumac_cpu_options {
	size_t chunk_bytes;
	uint32_t window; /* chunks of a stream that may be on their way */
	uint32_t first_number; /* of the chunks of each stream: 0, except in tests of numbers that wrap */
	/* For teams whose ranks share a host: how many calls a rank may be ahead of another (a power of two, at least 2), the
	 * longest call that each rank folds for itself, and how much of a longer one is copied in at a time. */
	uint32_t n_slots;
	size_t small_bytes, round_bytes; /* 0: as found, and by the caches */
	struct sumac_found *found;	 /* then; its owner keeps it as long as the engine lives */
	enum sumac_single_copy single_copy; /* each rank's own choice */
};

/* Whether short calls' descriptors are pushed: where the bus does it cheaply, never, or wherever bus and NIC can. In the order of
 * the setting's choices. */
enum sumac_nic_push { SUMAC_NIC_PUSH_AUTO, SUMAC_NIC_PUSH_NO, SUMAC_NIC_PUSH_YES };

struct sumac_nic_options {
	/* Bytes of each piece of staging that a team reserves (four pieces: source and destination of two
	 * calls); 0: none until it is needed. A larger call on memory that the NIC does not reach makes a
	 * piece grow. */
	size_t staging_bytes;
	/* How long a peer may be silent before the NIC gives it up; 0: 2 s, and 4 ms of simulated time. */
	uint64_t patience_ns;
	enum sumac_nic_push push;
};

struct sumac_bus;
struct sumac_fabric;

/* The NIC engine on a bus (which it does not own). */
int sumac_engine_nic_open(struct sumac_bus *bus, const struct sumac_nic_options *options,
			  struct sumac_engine **engine_out);

struct sumac_segment;

/* The CPU engine on a fabric, which it drives, and on the memory that the ranks of this host share (NULL: all goes over the
 * fabric). It owns neither. */
int sumac_engine_cpu_open(struct sumac_fabric *fabric, struct sumac_segment *segment, const struct sumac_cpu_options *options,
			  struct sumac_engine **engine_out);

/* out[i] = left[i] (op) right[i], by the CPU engine's kernels. out is left, or right, or overlaps neither. -SUMAC_EOP: there is
 * no such pair. */
int sumac_engine_cpu_combine(int op, int type, void *out, const void *left, const void *right, size_t count);

/* Converts elements of a type to the wider one that SUMAC_WIDE in rules.def names; and back, rounded. */
void sumac_engine_cpu_widen(int type, void *wide, const void *narrow, size_t count);
void sumac_engine_cpu_round(int type, void *narrow, const void *wide, size_t count);

/*
 * The NIC engine where ranks share a NIC: they fold in leaves, and a leaf's value goes by the NIC. The lowest of these ranks
 * owns the NIC, and has a thread that drives it. Opening is collective: each rank fills a blob, gets those of all, and
 * installs.
 */
struct sumac_shared_desc {
	struct sumac_segment *segment; /* all ranks that share a NIC are in it */
	const struct sumac_cpu_options *leaves;
	int rank, n_ranks;
	const int *nic_of, *owner_of; /* by rank; by NIC, a rank */
	struct sumac_engine *nic;     /* on the owner: the NIC's engine, which this one owns once it opens; else NULL */
};
enum { SUMAC_SHARED_BLOB_BYTES = 128 };

int sumac_engine_shared_open(const struct sumac_shared_desc *desc, struct sumac_engine **engine_out,
			     uint8_t blob_out[SUMAC_SHARED_BLOB_BYTES]);
/* blobs: by rank. */
int sumac_engine_shared_install(struct sumac_engine *engine, const uint8_t *blobs);

/* Windows of the NIC engine: zero-copy memory. */
int sumac_engine_nic_alloc(struct sumac_engine *engine, size_t len_bytes, void **memory_out);
/* The same for memory that its owner has mapped from a file; -SUMAC_ENOTSUP: the bus cannot. free() gives it back to the owner. */
int sumac_engine_nic_lend(struct sumac_engine *engine, void *memory, size_t len_bytes, int fd, uint64_t offset_bytes);
int sumac_engine_nic_free(struct sumac_engine *engine, void *memory);

#endif
