/*
 * What all tests of plans expect: that the plans end, and give E.
 */
#ifndef PLAN_EXPECT_H
#define PLAN_EXPECT_H

#include "plan/plan_check.h"

enum { PLAN_N_RADICES = 4 };
extern const int plan_radices[PLAN_N_RADICES];

/* Fails the test unless the plans of all ranks end, and give E, with windows and rings of those sizes. */
void plan_expect_e(enum sumac_coll coll, int size, int radix, int root, bool links, int slots, int ring_slots,
		   int n_chunks, int n_calls);

#endif
