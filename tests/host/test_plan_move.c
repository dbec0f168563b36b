/*
 * Broadcasts and allgathers: every rank gets the bytes that are meant for it, once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

static void broadcasts_give_the_root_s_bytes_in_all_shapes(void **state)
{
	(void)state;
	plan_expect_in_all_shapes(SUMAC_COLL_BROADCAST);
}

static void allgathers_give_each_rank_s_bytes_in_all_shapes(void **state)
{
	(void)state;
	plan_expect_in_all_shapes(SUMAC_COLL_ALLGATHER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(broadcasts_give_the_root_s_bytes_in_all_shapes),
		cmocka_unit_test(allgathers_give_each_rank_s_bytes_in_all_shapes),
	};

	return cmocka_run_group_tests_name("plan_move", tests, NULL, NULL);
}
