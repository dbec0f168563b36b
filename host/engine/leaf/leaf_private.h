/*
 * A leaf's own structures. Its calls are done one after the other, in their order. A short one is published to the others when
 * it is posted, if its slot is free.
 */
#ifndef SUMAC_LEAF_PRIVATE_H
#define SUMAC_LEAF_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/kernel/kernels.h"
#include "engine/leaf/leaf.h"
#include "engine/leaf/leaf_area.h"
#include "segment/segment.h"

/* A member, this rank too: its area as it is mapped here, and what it was last seen to have done. */
struct sumac_leaf_peer {
	struct sumac_leaf_control *control;
	const struct sumac_leaf_slot *slots;
	const uint8_t *payloads, *copies, *results;
	uint64_t done;
	uint64_t look_at; /* the call in which to look again whether it is ahead */
	uint64_t process, key_at; /* the process, and where it keeps the team's key */
	bool is_ahead;	  /* so far that its lines may be prefetched until then */
	const _Atomic uint32_t *sleeps; /* sumac_segment_sleeps() */
	int local_rank;
};

/* A call's form, which does not depend on its buffers. A run keeps its last call's, since programs make the same calls over and
 * over. */
struct sumac_leaf_form {
	enum sumac_coll coll;
	int op, type, root;
	uint64_t count;
	bool is_known;	  /* and equal parts, if any */
	bool is_short;
	enum sumac_leaf_trial { /* leaf_trial.c */
		SUMAC_NO_TRIAL, SUMAC_BEFORE_TRIALS, SUMAC_TRY_ALL, SUMAC_TRY_SLICES, SUMAC_TELL_TRIALS
	} trial;
	bool is_plain;	  /* short, and each gives given_bytes */
	bool gives_parts; /* of different lengths */
	bool root_folds_alone;
	bool keeps_own;	  /* the part of its operand that only this rank folds need not be where others read */
	bool gets;
	bool reads_ahead; /* none of those whose slots this rank reads reads its slot, so they may be ahead */
	enum sumac_coll_order order;
	const struct sumac_kernel *kernel;
	size_t elem_bytes;
	size_t src_bytes, dst_bytes; /* this rank's */
	size_t given_bytes;	     /* of each member that gives, unless in such parts */
	size_t at_bytes, n_elems;    /* the elements that a short call folds on this rank */
	int n_folded;		     /* from so many members, the first ones; 0: they are copied, or there is nothing to do */
	int first, end;		     /* the members whose slots are read */
	int first_reader, end_reader; /* those who read this rank's slot */
};

struct sumac_leaf_run {
	struct sumac_leaf_run *next;
	const struct sumac_call *call;
	struct sumac_ticket *ticket;
	uint64_t number;
	uint32_t slot;
	bool is_kept; /* for the next call with its memo */
	int n_agreed; /* the members before this one have come, and mean the same call */
	int64_t begin_ns; /* of a trial */
	bool lends[SUMAC_LEAF_N_LENDABLES]; /* this rank, in a long call */
	struct sumac_leaf_form form;
};

/* A long call in progress. */
struct sumac_leaf_rounds {
	const struct sumac_leaf_run *run; /* NULL: none has begun */
	uint64_t n, n_own; /* how many; and the first ones, in which this rank folds or hands out something */
	uint64_t done[SUMAC_LEAF_N_COUNTERS];
	uint64_t chunk_elems;
	size_t slice_bytes;		     /* of a round, room for a chunk of each slice */
	size_t copies_stride, results_stride; /* a round takes this much of the rings, on every member */
	bool is_in_place;
	bool has_borrowed; /* this rank knows what others lend */
	bool fills_ring;   /* somebody reads this rank's results in its ring */
	bool is_shared_out; /* leaf_shared.c */
	int64_t begin_ns;   /* when all had come, in calls that pass from one to one */
};

/* Memory that a member lends in the call in progress, as mapped here; NULL: it lends none. */
struct sumac_leaf_loan {
	const uint8_t *src;
	uint8_t *dst;
	uint64_t own_src; /* where a source lies that is mapped there alone; or 0 */
};

/* Which way operands of one size pass between two ranks: leaf_pass.c. */
struct sumac_leaf_pass {
	bool lends, is_trial;
	uint32_t n_calls;      /* of the trial, or since the last one */
	uint32_t between;      /* calls until the next one */
	uint32_t n_heard;      /* of a window of calls, whose least time is window_ns */
	uint64_t window_ns, least_ns[2]; /* of both ranks together: copied, and lent; 0: unknown */
};

/* Reduces, scans and exclusive scans, by powers of two from 8 KiB on. */
enum { SUMAC_LEAF_PASS_COLLS = 3, SUMAC_LEAF_PASS_LEAST_LOG2 = 13, SUMAC_LEAF_PASS_SIZES = 12 };

/* The latest call of which this rank, which gave, wants to hear how long it took. */
struct sumac_leaf_passed {
	struct sumac_leaf_pass *pass; /* NULL: none */
	uint64_t number, ns;	      /* which this rank spent in it */
	bool lends;
};

/* How this rank writes what others read: leaf_hand.c. */
struct sumac_leaf_hand {
	bool goes_past;	      /* the caches */
	int n_to_try;	      /* blocks, before it is known again which way is cheaper */
	int64_t least_ns[2];  /* of a block: through the caches, and past them */
	size_t untried_bytes, unlooked_bytes; /* until the next trial, and look */
	size_t between_bytes;		      /* trials, at present */
};

struct sumac_leaf {
	struct sumac_leaf *next; /* of those that have been left */
	struct sumac_segment *segment;
	struct sumac_engine_listener *listener; /* or NULL */
	int rank, size;
	uint64_t key;
	size_t small_bytes; /* the most that a short call may give */
	struct sumac_found *found; /* NULL: the setting says which calls are short */
	struct sumac_leaf_way ways[SUMAC_FOUND_SIZES]; /* that all members go */
	struct sumac_leaf_tried {
		uint32_t n_calls, least_ns[2]; /* of the ways */
	} tried[SUMAC_FOUND_SIZES];
	size_t round_bytes;
	size_t slice_bytes, hand_bytes; /* the most that a member folds of a round, or hands on where no slices are folded */
	uint32_t n_slots;		/* a power of two */

	struct sumac_leaf_control *control; /* NULL: a lone rank needs none */
	struct sumac_leaf_slot *slots;	    /* behind it */
	uint8_t *payloads, *copies, *results; /* one piece of memory, which costs nothing as long as nobody writes there */
	bool has_payloads;		      /* some call may have written there */
	struct sumac_leaf_peer *peers; /* with their local ranks alone until the leaf is installed, and in one of a lone rank */

	uint64_t n_posted, n_published, n_done;
	uint64_t n_free;  /* the slots of the calls up to this one were seen to be free: all members had done those before */
	uint64_t look_at; /* the call in which to check that again, for later calls */
	struct sumac_leaf_run *oldest, **newest_end, *unpublished, *spare;
	struct sumac_leaf_run *kept[SUMAC_N_MEMOS + 1]; /* by memo, of which 0 is none; or NULL */

	uint64_t base; /* rounds of the calls that are done */
	size_t copies_next, results_next; /* where in its ring the next call begins */
	size_t copies_touched, results_touched; /* its pages are there so far */
	struct sumac_leaf_rounds rounds;
	struct sumac_leaf_hand *hands; /* by rank: for what goes to that one; this rank's: to all */
	struct sumac_leaf_hand beside; /* for short calls */
	bool has_gone_past;	       /* the caches, in a step that has not ended */
	struct sumac_leaf_loan *loans; /* by rank, for those whose slots are read */

	enum sumac_single_copy single_copy;
	bool has_tried_reading, reads_own; /* whether the kernel lets this rank read the other one's own memory */
	bool was_lent;			   /* in the last call that passed to this rank */
	struct sumac_leaf_pass passes[SUMAC_LEAF_PASS_COLLS][SUMAC_LEAF_PASS_SIZES];
	struct sumac_leaf_passed passed;
	bool is_read; /* the other one can read this rank's own memory */

	const uint8_t **operands; /* a fold's, by rank */
	uint8_t *aside;		  /* behind the results: a copy of this rank's block, if folding would overwrite it */
	uint8_t *read;		  /* behind that: a chunk of the other one's own memory, where its destination cannot have it */
};

/* Slots' lines are prefetched this many calls ahead. One call in this many checks for room ahead; and where others had not come
 * so far, the next check is this many calls later. */
enum { SUMAC_LEAF_AHEAD = 8, SUMAC_LEAF_LOOKS_FOR_ROOM = 4, SUMAC_LEAF_LOOKS_AGAIN = 32 };

/* A long call folds this much at a time: bytes that are handed to several ranks stay in the first cache meanwhile. */
enum { SUMAC_LEAF_BLOCK_BYTES = 16384 };

enum sumac_leaf_step { SUMAC_LEAF_WAITS, SUMAC_LEAF_MOVED, SUMAC_LEAF_ENDED }; /* or -SUMAC_E... */

/* The step from a call's slot to the next call's. Slots are not taken in a row: a processor that sees even steps in its reads
 * prefetches the next lines, and so takes them from their writer before they are written. The step is longer than a page,
 * within which the processor looks, or wraps round. It is odd, so that all slots have their turn. */
enum { SUMAC_LEAF_SLOT_STEP = 37 };

static inline uint32_t sumac_leaf_slot_of(const struct sumac_leaf *leaf, uint64_t number)
{
	return (uint32_t)number * SUMAC_LEAF_SLOT_STEP & (leaf->n_slots - 1);
}

/* The slot of the call that comes n_calls later. */
static inline uint32_t sumac_leaf_slot_after(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint32_t n_calls)
{
	return (run->slot + n_calls * SUMAC_LEAF_SLOT_STEP) & (leaf->n_slots - 1);
}

/* Whether each member folds what the one before it has folded. */
static inline bool sumac_leaf_is_chain(const struct sumac_leaf_run *run)
{
	return sumac_coll_row(run->call->coll)->order == SUMAC_LEFT;
}

/* Whether slices are folded from all members' operands. */
static inline bool sumac_leaf_copies_in(const struct sumac_leaf_run *run)
{
	return sumac_coll_row(run->call->coll)->order == SUMAC_TREE;
}

/* leaf_form.c: what a member gives where members give parts of different lengths. */
size_t sumac_leaf_part_bytes(const struct sumac_leaf *leaf, const struct sumac_call *call, int rank);

/* Whether a member's source is read where it lies. */
static inline bool sumac_leaf_lends_source(const struct sumac_leaf_run *run)
{
	return run->lends[SUMAC_LEAF_SRC] || run->lends[SUMAC_LEAF_OWN_SRC];
}

static inline bool sumac_leaf_has_source_of(const struct sumac_leaf *leaf, int rank)
{
	return leaf->loans[rank].src || leaf->loans[rank].own_src;
}

/* The bytes that a member gives in a call; and where a short one's lie. */
static inline size_t sumac_leaf_given_bytes(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return run->form.gives_parts ? sumac_leaf_part_bytes(leaf, run->call, rank) : run->form.given_bytes;
}

static inline const uint8_t *sumac_leaf_given_at(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank,
						 size_t given_bytes)
{
	const struct sumac_leaf_peer *peer = &leaf->peers[rank];
	uint32_t i = run->slot;

	return given_bytes <= SUMAC_LEAF_INLINE_BYTES ? peer->slots[i].bytes : peer->payloads + i * leaf->small_bytes;
}

static inline const uint8_t *sumac_leaf_given(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return sumac_leaf_given_at(leaf, run, rank, sumac_leaf_given_bytes(leaf, run, rank));
}

/* leaf_form.c */
void sumac_leaf_form_of(const struct sumac_leaf *leaf, const struct sumac_call *call, enum sumac_leaf_trial trial,
			struct sumac_leaf_form *form_out);
/* All members decide alike, by the call; if their calls differ, so do the digests. */
bool sumac_leaf_is_short(const struct sumac_leaf *leaf, const struct sumac_call *call);

/* leaf_team.c */
/* Copies and results lie in rings of at least three times what a round takes at most, so a round that starts again at the front
 * does not meet the one before it. */
size_t sumac_leaf_copies_bytes(const struct sumac_leaf *leaf);
size_t sumac_leaf_results_bytes(const struct sumac_leaf *leaf);
/* Some calls use one part in so many: leaf_ring.c. */
size_t sumac_leaf_ring_times(const struct sumac_leaf *leaf);
/* Wakes the members from first to end that sleep until this one has news. */
static inline void sumac_leaf_wake_some(const struct sumac_leaf *leaf, int first, int end)
{
	if (first >= end)
		return;
	atomic_thread_fence(memory_order_seq_cst);
	for (int rank = first; rank < end; rank++)
		if (atomic_load_explicit(leaf->peers[rank].sleeps, memory_order_relaxed) && rank != leaf->rank)
			sumac_segment_wake_sleeper(leaf->segment, leaf->peers[rank].local_rank);
}

static inline void sumac_leaf_wake(const struct sumac_leaf *leaf)
{
	sumac_leaf_wake_some(leaf, 0, leaf->size);
}

/* No member can have done this many rounds; a counter this large is corrupt, and is waited for until somebody judges it. */
#define SUMAC_LEAF_TOO_MANY_ROUNDS (UINT64_C(1) << 48)

static inline uint64_t sumac_leaf_counter(const struct sumac_leaf_peer *peer, enum sumac_leaf_counter which)
{
	uint64_t n = atomic_load_explicit(&peer->control->counters[which], memory_order_acquire);

	return n < SUMAC_LEAF_TOO_MANY_ROUNDS ? n : 0;
}

/* leaf_slot.c: publishes the oldest calls that have not been, as long as their slots are free; > 0 if there was one. */
int sumac_leaf_publish(struct sumac_leaf *leaf);
/* Whether that member still reads what the call's slot held before. */
bool sumac_leaf_slot_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
/* 1: all members whose slots are read have come, and mean the same call; 0: not yet; or -SUMAC_E..., and the rank at fault. */
int sumac_leaf_agree(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out);
bool sumac_leaf_has_come(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);

/* leaf_short.c */
/* Writes beside the slot what this rank gives. */
void sumac_leaf_give_beside(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
void sumac_leaf_do_short(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);

/* leaf_slice.c: the most elements of a slice in a round, and in the call. */
uint64_t sumac_leaf_chunk_elems(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
uint64_t sumac_leaf_longest_slice(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
/* The elements that a member folds, or hands out; and a round's part of them. */
struct sumac_piece sumac_leaf_slice(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
struct sumac_piece sumac_leaf_chunk(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank, uint64_t round);
/* Whether `reader` reads the results of `rank`. */
bool sumac_leaf_takes_from(const struct sumac_leaf_run *run, int reader, int rank);

/* leaf_lend.c: says in the slot what this rank lends in a long call. */
void sumac_leaf_lend(struct sumac_leaf *leaf, struct sumac_leaf_run *run, struct sumac_leaf_slot *slot);
/* Learns, when all have come, what the members lend whose slots are read. 0, or -SUMAC_E..., and the rank at fault. */
int sumac_leaf_borrow(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int *fault_rank_out);
/* Whether `reader` finds this rank's results in its ring. */
bool sumac_leaf_reads_ring(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int reader);
/* Whether that member may still read what this rank lends. */
bool sumac_leaf_is_read_by(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
/* The calls that this rank has posted will not end, so members may go on using memory that it lent them. */
void sumac_leaf_lend_nothing_again(const struct sumac_leaf *leaf);

/* leaf_pass.c: whether a call passes an operand from that rank to the other one, of two; and whether this rank, which gives it,
 * had better lend it. */
bool sumac_leaf_passes_from(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
bool sumac_leaf_had_better_lend(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
/* All whom this rank waits for have come; and the call is over. */
void sumac_leaf_pass_begin(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
void sumac_leaf_pass_end(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
/* Which way the next call goes; and what one took. */
bool sumac_leaf_pass_lends(struct sumac_leaf_pass *pass);
void sumac_leaf_pass_took(struct sumac_leaf_pass *pass, bool lends, uint64_t ns);

/* leaf_read.c: tells others how to read this rank's own memory; whether that works for a member's; and reads what it lends. */
void sumac_leaf_own_offer(const struct sumac_leaf *leaf, struct sumac_leaf_blob *blob_out);
bool sumac_leaf_can_read_own(const struct sumac_leaf *leaf, int rank);
bool sumac_leaf_read_own(const struct sumac_leaf *leaf, int rank, size_t at, uint8_t *to, size_t len_bytes);

/* leaf_hand.c: copies to where others read; and makes the copies visible before others are told. Shorter copies try no ways. */
enum { SUMAC_LEAF_TRIED_BYTES = 4096 };
void sumac_leaf_hand(struct sumac_leaf_hand *hand, uint8_t *to, const uint8_t *from, size_t len_bytes);
void sumac_leaf_handed(void);
/* Whether plain stores by whoever has the bytes do as well now; if so, the bytes count as handed. */
bool sumac_leaf_hands_plainly(struct sumac_leaf_hand *hand, uint8_t *to, size_t len_bytes);

/* leaf_steps.c: a round's three steps. Copying in where there is nothing to copy is no news, since nobody waits for that. A fold of
 * memory that cannot be read is yet to be done, from copies. */
enum sumac_leaf_outcome { SUMAC_LEAF_NOT_DONE, SUMAC_LEAF_NO_NEWS, SUMAC_LEAF_NEWS };
enum sumac_leaf_outcome sumac_leaf_copy_in(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round);
enum sumac_leaf_outcome sumac_leaf_fold_round(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round);
/* Folds a slice whose operands are lent, to where its results belong. */
void sumac_leaf_fold_slice(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct sumac_piece *slice);
enum sumac_leaf_outcome sumac_leaf_take(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round);
/* Makes visible what the steps have written, before others are told. */
void sumac_leaf_step_end(struct sumac_leaf *leaf);

/* leaf_trial.c */
/* Gives what this rank has found, for its blob; and takes what all go by. */
void sumac_leaf_ways_offer(const struct sumac_leaf *leaf, struct sumac_leaf_way ways_out[SUMAC_FOUND_SIZES]);
void sumac_leaf_ways_agree(struct sumac_leaf *leaf, const struct sumac_leaf_blob *blobs);
/* Whether each member folds all of a message of so many bytes. */
bool sumac_leaf_folds_all(const struct sumac_leaf *leaf, uint64_t n_bytes);
/* Which trial the call is that is posted now. All members post the same calls in the same order, and so agree on that. */
enum sumac_leaf_trial sumac_leaf_trial_next(struct sumac_leaf *leaf, const struct sumac_call *call);
/* Puts what this rank has measured where the others read it; and ends a trial. */
void sumac_leaf_trial_tell(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
void sumac_leaf_trial_end(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);

/* leaf_ring.c: where in a member's copies a slice lies; and where its results lie. */
size_t sumac_leaf_copies_at(const struct sumac_leaf *leaf, uint64_t round, int rank);
size_t sumac_leaf_results_at(const struct sumac_leaf *leaf, uint64_t round);
/* A call's rounds begin, and end. */
void sumac_leaf_begin_in_rings(struct sumac_leaf *leaf);
void sumac_leaf_end_in_rings(struct sumac_leaf *leaf);

/* leaf_shared.c: whether any member can fold any slice; all decide alike, when they know what is lent. */
bool sumac_leaf_can_share_out(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
/* Takes what slices there are; returns as progress does. */
int sumac_leaf_share(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int *fault_rank_out);
/* Whether that member has taken a slice that it has yet to fold. */
bool sumac_leaf_share_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);

/* leaf_rounds.c */
int sumac_leaf_do_rounds(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out);
bool sumac_leaf_round_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);

#endif
