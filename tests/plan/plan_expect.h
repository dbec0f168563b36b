/*
 * All tests of plans expect that the plans end, and give what the collective promises.
 */
#ifndef PLAN_EXPECT_H
#define PLAN_EXPECT_H

#include "plan/plan_check.h"

enum { PLAN_N_RADICES = 4 };
extern const int plan_radices[PLAN_N_RADICES];

/* Fails the test unless the plans of all ranks, by each row that a call may go by, end and give what the
 * collective promises (E, a left fold, bytes), with windows and rings of those sizes. */
void plan_expect(enum sumac_coll coll, int size, int radix, int root, unsigned features, int slots, int ring_slots,
		   int n_chunks, int n_calls);
struct plan_call {
	enum sumac_coll coll;
	int root; /* -1 where there is none */
	uint64_t len_bytes;
	bool parts_differ;
	int n_chunks;
};

/* sumac_plan_check_run() of n_calls calls in a row. shape: size, radix, windows and rings, and whatever else concerns all calls. */
int plan_check_in_a_row(const struct sumac_plan_run *shape, unsigned features, const struct plan_call *calls, int n_calls,
			char *why_out, size_t cap_bytes);
/* plan_expect() for many shapes: NICs' teams and the CPU engine's, one level and more, every root, small windows. */
void plan_expect_in_all_shapes(enum sumac_coll coll);

#endif
