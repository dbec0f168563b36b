/*
 * Runs the plans of all ranks on the model.
 */
#include "plan/plan_expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

const int plan_radices[PLAN_N_RADICES] = { 2, 4, 8, 16 };

void plan_expect_e(enum sumac_coll coll, int size, int radix, int root, bool links, int slots, int ring_slots,
		   int n_chunks, int n_calls)
{
	struct sumac_plan_spec spec = { .coll = coll, .size = size, .root = root, .radix = radix, .links = links };
	char why[200];

	if (sumac_plan_check(&spec, slots, ring_slots, n_chunks, n_calls, why, sizeof(why)) != 0)
		fail_msg("coll %d, size %d, radix %d, root %d, slots %d, ring %d: %s", coll, size, radix, root, slots,
			 ring_slots, why);
}
