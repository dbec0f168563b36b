/*
 * Proves plans: an executable model of the rules by which engines run them.
 */
#ifndef SUMAC_PLAN_CHECK_H
#define SUMAC_PLAN_CHECK_H

#include "plan/plan.h"

enum { PLAN_ALL_FEATURES = SUMAC_FEATURE_LINKS | SUMAC_FEATURE_TAPS }; /* of an engine that has links: it has no spread nodes */

/* Proves, by running the plans of all ranks as the engines would (strict order of sends, windows of `slots`
 * chunks a channel, `ring_slots` results a ring, any interleaving the engines allow), that `n_chunks` chunks
 * (of each part, if there are parts) of `n_calls` calls in a row end on every rank, with what the collective
 * promises; 0, or -SUMAC_EINVAL with a sentence in why_out. Sliced plans also end in place, but for a
 * reduce-scatter, whose result lies elsewhere. */
int sumac_plan_check(const struct sumac_plan_spec *spec, int slots, int ring_slots, int n_chunks, int n_calls,
		     char *why_out, size_t cap_bytes);

/*
 * The same for any plans, with different calls in a row if need be. Without links, as on the NIC, a rank sends
 * in the order of call, node, chunk, output. With links, the order is that of call, part, segment of
 * segment_chunks chunks (0: a call is one segment), step, chunk, node, output. sumac_plan_check() takes segments
 * no longer than window and ring: longer ones deadlock under that order. An engine that keeps an order per
 * channel, not over all channels, needs no segments: it waits for less.
 *
 * An engine with spread nodes sends in the order of call, node, chunk, output in each ring of result slots, and
 * on each channel. A ring does not wait for another one, but a chunk leaves only if it is the next of its
 * channel, whichever ring that is in. One ring takes from a channel.
 *
 * In place (dst == src), a plan's last fold may write a chunk before another node has read it for sending; an
 * engine reads it first, or copies. Plans that pass with in_place need neither.
 */
struct sumac_plan_run {
	int size, radix;
	bool links; /* and taps */
	bool spread;
	int n_calls;
	const enum sumac_coll *colls;	       /* n_calls; NULL: reduces where there is a root, else allreduces */
	const struct sumac_plan *const *plans; /* n_calls of arrays by rank */
	const int *roots;		       /* n_calls; -1 where there is none */
	int slots, ring_slots, n_chunks, segment_chunks;
	int down_slots;		  /* windows of *down* channels; 0: they have `slots`, too */
	const int *slots_of_ring; /* SUMAC_PLAN_MAX_RINGS of them; NULL: all have ring_slots */
	const int *chunks;	  /* n_calls of at most n_chunks; NULL: n_chunks each */
	bool keeps_relays;	  /* what is only passed on stays in its window until it is sent; else it moves to a result slot */
	bool in_place;
	bool parts_differ; /* part p has 1 + p mod n_chunks chunks, else each has n_chunks */
	const int *order; /* the ranks as they enter, each when the others can do no more; NULL: all at once */
};

int sumac_plan_check_run(const struct sumac_plan_run *run, char *why_out, size_t cap_bytes);

#endif
