/*
 * Proves plans: an executable model of the rules by which engines run them.
 */
#ifndef SUMAC_PLAN_CHECK_H
#define SUMAC_PLAN_CHECK_H

#include "plan/plan.h"

enum { PLAN_ALL_FEATURES = SUMAC_FEATURE_LINKS | SUMAC_FEATURE_TAPS }; /* of an engine, on which plans may depend */

/* Proves, by running the plans of all ranks as the engines would (strict order of sends, windows of `slots`
 * chunks a channel, `ring_slots` results a ring, any interleaving the engines allow), that `n_chunks` chunks
 * (of each part, if there are parts) of `n_calls` calls in a row end on every rank, with what the collective
 * promises; 0, or -SUMAC_EINVAL with a sentence in why_out. */
int sumac_plan_check(const struct sumac_plan_spec *spec, int slots, int ring_slots, int n_chunks, int n_calls,
		     char *why_out, size_t cap_bytes);

/*
 * The same for any plans, with different calls in a row if need be. Without links, as on the NIC, a rank sends
 * in the order of call, node, chunk, output. With links, the order is that of call, part, segment of
 * segment_chunks chunks (0: a call is one segment), step, chunk, node, output. sumac_plan_check() takes segments
 * no longer than window and ring: longer ones deadlock under that order. An engine that keeps an order per
 * channel, not over all channels, needs no segments: it waits for less.
 *
 * In place (dst == src), a plan's last fold may write a chunk before another node has read it for sending; an
 * engine reads it first, or copies.
 */
struct sumac_plan_run {
	int size, radix;
	bool links; /* and taps */
	int n_calls;
	const enum sumac_coll *colls;	       /* n_calls; NULL: reduces where there is a root, else allreduces */
	const struct sumac_plan *const *plans; /* n_calls of arrays by rank */
	const int *roots;		       /* n_calls; -1 where there is none */
	int slots, ring_slots, n_chunks, segment_chunks;
	bool parts_differ; /* part p has 1 + p mod n_chunks chunks, else each has n_chunks */
	const int *order; /* the ranks as they enter, each when the others can do no more; NULL: all at once */
};

int sumac_plan_check_run(const struct sumac_plan_run *run, char *why_out, size_t cap_bytes);

#endif
