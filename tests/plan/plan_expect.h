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
void plan_expect(enum sumac_coll coll, int size, int radix, int root, bool links, int slots, int ring_slots,
		 int n_chunks, int n_calls);
/* The same for many shapes: NICs' teams and the CPU engine's, one level and more, every root, small windows. */
void plan_expect_in_all_shapes(enum sumac_coll coll);

#endif
