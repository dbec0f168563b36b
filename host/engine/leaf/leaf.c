/*
 * A leaf's calls: they are posted, published, and done in their order.
 */
#include "engine/leaf/leaf_slot.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"

static void run_put(struct sumac_leaf *leaf, struct sumac_leaf_run *run)
{
	if (run->is_kept)
		return;
	run->next = leaf->spare;
	leaf->spare = run;
}

static void run_end(struct sumac_leaf *leaf, int status, int fault_rank)
{
	struct sumac_leaf_run *run = leaf->oldest;

	leaf->oldest = run->next;
	if (!leaf->oldest)
		leaf->newest_end = &leaf->oldest;
	run->ticket->fault_rank = fault_rank;
	run->ticket->status = status;
	run_put(leaf, run);
}

static bool has_form(const struct sumac_leaf_form *form, const struct sumac_call *call)
{
	return form->is_known && form->count == call->count && form->coll == call->coll && form->op == call->op &&
	       form->type == call->type && form->root == call->root && !call->firsts;
}

/* Few ranks wait for this, so we wake them only now and then; a missed one wakes by its timeout. */
static inline void tell_done(struct sumac_leaf *leaf)
{
	atomic_store_explicit(&leaf->control->done, ++leaf->n_done, memory_order_release);
	if (!(leaf->n_done & (leaf->n_slots / 2 - 1)))
		sumac_leaf_wake(leaf);
}

/* One rank needs nobody. */
static void copy_alone(const struct sumac_leaf_run *run, const struct sumac_call *call)
{
	if (run->form.dst_bytes && call->src != call->dst)
		memmove(call->dst, call->src, run->form.dst_bytes);
}

static void enqueue(struct sumac_leaf *leaf, struct sumac_leaf_run *run)
{
	if (!run->is_kept)
		leaf->spare = run->next;
	run->ticket->is_brief = run->form.is_short && !leaf->oldest;
	run->next = NULL;
	*leaf->newest_end = run;
	leaf->newest_end = &run->next;
	if (!leaf->unpublished && run->number > leaf->n_published)
		leaf->unpublished = run;
}

/* A plain call whose peers have all arrived skips the queue. We wake sleepers only after looking at the peers: the fence would
 * make the look wait until others can see what is published. */
static inline bool is_done_at_once(struct sumac_leaf *leaf, struct sumac_leaf_run *run)
{
	bool is_done;

	if (leaf->oldest || !run->form.is_plain || !sumac_leaf_publish_next(leaf, run))
		return false;
	is_done = sumac_leaf_is_agreed(leaf, run);
	if (is_done) {
		sumac_leaf_do_short(leaf, run);
		tell_done(leaf);
	}
	sumac_leaf_wake_some(leaf, run->form.first_reader, run->form.end_reader);
	sumac_leaf_write_ahead(leaf, run);
	return is_done;
}

/* The run is the memo's, or the first spare one. */
static inline void start(struct sumac_leaf *leaf, struct sumac_leaf_run *run, const struct sumac_call *call,
			 struct sumac_ticket *ticket)
{
	if (leaf->size == 1) {
		copy_alone(run, call);
		ticket->status = 0;
		return;
	}
	run->call = call;
	run->ticket = ticket;
	run->number = ++leaf->n_posted;
	run->slot = sumac_leaf_slot_of(leaf, run->number);
	run->n_agreed = run->form.first;
	if (is_done_at_once(leaf, run))
		ticket->status = 0;
	else
		enqueue(leaf, run);
}

int sumac_leaf_post(struct sumac_leaf *leaf, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_leaf_run **place = call->memo ? &leaf->kept[call->memo] : &leaf->spare, *run = *place;

	assert((call->src || !call->src_bytes) && (call->dst || !call->dst_bytes));
	if (!run)
		run = *place = calloc(1, sizeof(*run));
	if (!run)
		return -SUMAC_ENOMEM;
	run->is_kept = call->memo;
	if (!has_form(&run->form, call)) {
		sumac_leaf_form_of(leaf, call, sumac_leaf_trial_next(leaf, call), &run->form);
		run->begin_ns = run->form.trial ? sumac_clock_ns() : 0;
		leaf->has_payloads |= !run->form.is_short || run->form.src_bytes > SUMAC_LEAF_INLINE_BYTES;
	}
	start(leaf, run, call, ticket);
	return 0;
}

int sumac_leaf_post_like(struct sumac_leaf *leaf, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_leaf_run *run = leaf->kept[call->memo];

	if (!run || !run->form.is_known)
		return sumac_leaf_post(leaf, call, ticket);
	start(leaf, run, call, ticket);
	return 0;
}

static int perform(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out)
{
	int agrees;

	if (run->number > leaf->n_published)
		return SUMAC_LEAF_WAITS;
	if (!run->form.is_short)
		return sumac_leaf_do_rounds(leaf, run, fault_rank_out);
	agrees = sumac_leaf_agree(leaf, run, fault_rank_out);
	if (agrees <= 0)
		return agrees < 0 ? agrees : SUMAC_LEAF_WAITS;
	sumac_leaf_do_short(leaf, run);
	return SUMAC_LEAF_ENDED;
}

int sumac_leaf_progress(struct sumac_leaf *leaf, int *fault_rank_out)
{
	int moved = 0, step = SUMAC_LEAF_ENDED;

	while (leaf->oldest && step == SUMAC_LEAF_ENDED) {
		if (leaf->unpublished)
			moved |= sumac_leaf_publish(leaf) > 0;
		step = perform(leaf, leaf->oldest, fault_rank_out);
		if (step < 0)
			return step;
		if (step == SUMAC_LEAF_ENDED) {
			if (leaf->oldest->form.trial)
				sumac_leaf_trial_end(leaf, leaf->oldest);
			tell_done(leaf);
			run_end(leaf, 0, -1);
		}
		moved |= step != SUMAC_LEAF_WAITS;
	}
	return moved;
}

void sumac_leaf_end_all(struct sumac_leaf *leaf, int status, int fault_rank)
{
	leaf->unpublished = NULL;
	leaf->rounds.run = NULL;
	if (leaf->oldest) {
		/* Before the program gets back what it lent. */
		atomic_store(&leaf->control->failed_in, leaf->oldest->number);
		sumac_leaf_lend_nothing_again(leaf);
	}
	while (leaf->oldest)
		run_end(leaf, status, fault_rank);
}

bool sumac_leaf_is_idle(const struct sumac_leaf *leaf)
{
	return !leaf->oldest;
}

uint64_t sumac_leaf_oldest(const struct sumac_leaf *leaf)
{
	return leaf->oldest ? leaf->oldest->call->seq : 0;
}

static bool has_not_come(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	if (run->number > leaf->n_published)
		return sumac_leaf_slot_waits_for(leaf, run, rank);
	return rank >= run->n_agreed && rank < run->form.end && !sumac_leaf_has_come(leaf, run, rank);
}

static bool is_behind(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return run->number <= leaf->n_published && !run->form.is_short && sumac_leaf_round_waits_for(leaf, run, rank);
}

/* The members that have not come. One that has come but lags in its rounds waits for these, too. */
int sumac_leaf_waiting_for(const struct sumac_leaf *leaf, int *ranks_out, int cap)
{
	const struct sumac_leaf_run *run = leaf->oldest;
	int n = 0;

	for (int rank = 0; run && rank < leaf->size && n < cap; rank++)
		if (rank != leaf->rank && has_not_come(leaf, run, rank))
			ranks_out[n++] = rank;
	if (n)
		return n;
	for (int rank = 0; run && rank < leaf->size && n < cap; rank++)
		if (rank != leaf->rank && is_behind(leaf, run, rank))
			ranks_out[n++] = rank;
	return n;
}

bool sumac_leaf_came_before(const struct sumac_leaf *leaf, int rank)
{
	uint64_t last = (leaf->oldest ? leaf->oldest->number : leaf->n_posted + 1) - 1;
	const struct sumac_leaf_slot *slots = leaf->peers[rank].slots;

	return !slots || atomic_load_explicit(&slots[sumac_leaf_slot_of(leaf, last)].flag, memory_order_acquire) >= last;
}

const char *sumac_leaf_how(const struct sumac_leaf *leaf, const struct sumac_call *call)
{
	if (leaf->size == 1)
		return "a copy";
	if (call->coll == SUMAC_COLL_BARRIER)
		return "the ranks share a host: each sets a flag in memory that all read";
	if (sumac_leaf_is_short(leaf, call))
		return "the ranks share a host: each writes its operand into memory that all read, and folds what it needs";
	if (sumac_coll_row(call->coll)->order == SUMAC_LEFT)
		return "the ranks share a host: each passes on its partial result, in place or as a copy, chunk by chunk";
	if (sumac_coll_row(call->coll)->order == SUMAC_MOVE)
		return "the ranks share a host: each reads the others' operands, in place or from copies, chunk by chunk";
	return "the ranks share a host: each folds a slice of all operands, in place or from copies, chunk by chunk";
}
