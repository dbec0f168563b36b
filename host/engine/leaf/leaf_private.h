/*
 * A leaf's own structures. Its calls are done one after the other, in their order; what others need of a short one is published
 * when it is posted, if its slot is free.
 */
#ifndef SUMAC_LEAF_PRIVATE_H
#define SUMAC_LEAF_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/cpu/kernels.h"
#include "engine/leaf/leaf.h"
#include "engine/leaf/leaf_area.h"
#include "fabric/segment.h"

/* A member, this rank too: its area as it is mapped here, and what it was last seen to have done. */
struct sumac_leaf_peer {
	const struct sumac_leaf_control *control;
	const struct sumac_leaf_slot *slots;
	const uint8_t *payloads, *copies, *results;
	uint64_t done;
	int place;
};

/* What follows from a call without its buffers. A run keeps its last call's, since programs call the same over and over. */
struct sumac_leaf_form {
	enum sumac_coll coll;
	int op, type, root;
	uint64_t count;
	bool is_known;	  /* and equal parts, if any */
	bool is_short;
	bool gives_parts; /* of different lengths, maybe */
	bool gets;
	const struct sumac_kernel *kernel;
	size_t elem_bytes;
	size_t src_bytes, dst_bytes; /* this rank's */
	size_t given_bytes;	     /* of each who gives, unless in parts */
	int first, end;		     /* the members whose slots are read */
};

struct sumac_leaf_run {
	struct sumac_leaf_run *next;
	const struct sumac_call *call;
	struct sumac_ticket *ticket;
	uint64_t number;
	int n_agreed; /* those up to here have come, and mean the same call */
	struct sumac_leaf_form form;
};

/* A long call in progress. */
struct sumac_leaf_rounds {
	const struct sumac_leaf_run *run; /* NULL: none has begun */
	uint64_t n;
	uint64_t done[SUMAC_LEAF_N_COUNTERS];
	uint64_t chunk_elems;
	size_t slice_bytes;		     /* of a round, room for a chunk of each slice */
	size_t copies_stride, results_stride; /* what a round takes of the rings, on every member */
	bool is_in_place;
};

struct sumac_leaf {
	struct sumac_leaf *next; /* of those that have been left */
	struct sumac_segment *segment;
	struct sumac_engine_listener *listener; /* or NULL */
	int rank, size;
	uint64_t key;
	size_t small_bytes;
	size_t slice_bytes, hand_bytes; /* the most that a member folds of a round, or hands on where no slices are folded */
	uint32_t n_slots;		/* a power of two */

	struct sumac_leaf_control *control; /* NULL: of one rank, which needs none */
	struct sumac_leaf_slot *slots;	    /* behind it */
	uint8_t *payloads, *copies, *results; /* one piece of memory */
	struct sumac_leaf_peer *peers; /* NULL: not installed */

	uint64_t n_posted, n_published, n_done;
	uint64_t all_done; /* what every peer was last seen to have done */
	struct sumac_leaf_run *oldest, **newest_end, *unpublished, *spare;

	uint64_t base; /* rounds of the calls that are done */
	size_t copies_next, results_next; /* where in its ring the next call begins */
	struct sumac_leaf_rounds rounds;

	const uint8_t **operands; /* a fold's, by rank */
	uint8_t *scratch;	  /* blocks for a fold's inner values */
};

enum { SUMAC_LEAF_BLOCK_BYTES = 4096 }; /* folded at a time: what a fold of many ranks keeps fits the first cache */

enum sumac_leaf_step { SUMAC_LEAF_WAITS, SUMAC_LEAF_MOVED, SUMAC_LEAF_ENDED }; /* or -SUMAC_E... */

/* Which slot a call has. */
static inline uint32_t sumac_leaf_index(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	return (uint32_t)run->number & (leaf->n_slots - 1);
}

/* A member folds what the one before it has folded. */
static inline bool sumac_leaf_is_chain(const struct sumac_leaf_run *run)
{
	return sumac_coll_row(run->call->coll)->order == SUMAC_LEFT;
}

/* Slices are folded of all members' operands. */
static inline bool sumac_leaf_copies_in(const struct sumac_leaf_run *run)
{
	return sumac_coll_row(run->call->coll)->order == SUMAC_TREE;
}

/* What a member gives in a call, and for a short one where that lies. */
static inline size_t sumac_leaf_given_bytes(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return run->form.gives_parts ? sumac_call_src_bytes(run->call, leaf->size, rank) : run->form.given_bytes;
}

static inline const uint8_t *sumac_leaf_given(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	const struct sumac_leaf_peer *peer = &leaf->peers[rank];
	uint32_t i = sumac_leaf_index(leaf, run);
	bool is_inline = sumac_leaf_given_bytes(leaf, run, rank) <= SUMAC_LEAF_INLINE_BYTES;

	return is_inline ? peer->slots[i].bytes : peer->payloads + i * leaf->small_bytes;
}

/* leaf_form.c */
/* -SUMAC_E...: it is no call that can be done. */
int sumac_leaf_form_of(const struct sumac_leaf *leaf, const struct sumac_call *call, struct sumac_leaf_form *form_out);
/* All members decide alike: by the call, of which all say the same, or its digest differs. */
bool sumac_leaf_is_short(const struct sumac_leaf *leaf, const struct sumac_call *call);

/* leaf_team.c */
/* Copies and results lie in rings, of three times what a round takes at most: so a round that begins anew at the front does
 * not meet the one before it. Written in turn, all of a ring leaves the caches of those who have read it: lines that others
 * hold cost the writer several times as much. */
size_t sumac_leaf_copies_bytes(const struct sumac_leaf *leaf);
size_t sumac_leaf_results_bytes(const struct sumac_leaf *leaf);
/* Peers who may sleep until this one has news. */
void sumac_leaf_wake(const struct sumac_leaf *leaf);

/* leaf_slot.c: publishes the oldest calls that have not been, as long as their slots are free; > 0 if there was one. */
int sumac_leaf_publish(struct sumac_leaf *leaf);
/* Whether that member still reads what its slot held before. */
bool sumac_leaf_slot_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
/* 1: all whose slots are read have come, and mean the same call; 0; or -SUMAC_E... of the rank at fault. */
int sumac_leaf_agree(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out);
bool sumac_leaf_has_come(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);

/* leaf_short.c */
void sumac_leaf_do_short(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);

/* leaf_slice.c: the elements that a member folds, or hands out; and a round's part of them. */
struct sumac_piece sumac_leaf_slice(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
struct sumac_piece sumac_leaf_chunk(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank, uint64_t round);
/* Whether `reader` reads the results of `rank`. */
bool sumac_leaf_takes_from(const struct sumac_leaf_run *run, int reader, int rank);

/* leaf_rounds.c */
int sumac_leaf_do_rounds(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out);
bool sumac_leaf_round_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
/* leaf_fold.c: out = E(0, size) of the leaf's operands, which it does not overlap. */
void sumac_leaf_fold(struct sumac_leaf *leaf, const struct sumac_kernel *kernel, size_t elem_bytes, uint64_t count, void *out);
/* The left fold of the first n. */
void sumac_leaf_fold_left(struct sumac_leaf *leaf, const struct sumac_kernel *kernel, size_t elem_bytes, uint64_t count, int n,
			  void *out);
size_t sumac_leaf_scratch_bytes(int size);

#endif
