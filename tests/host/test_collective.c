/*
 * Collectives have names, and other numbers have none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/collective.h"

static void test_each_has_its_name(void **state)
{
	(void)state;
	assert_string_equal(sumac_coll_name(SUMAC_COLL_REDUCE), "reduce");
	assert_string_equal(sumac_coll_name(SUMAC_COLL_ALLREDUCE), "allreduce");
	assert_string_equal(sumac_coll_name(SUMAC_COLL_BARRIER), "barrier");
	assert_string_equal(sumac_coll_name((enum sumac_coll)99), "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_each_has_its_name) };

	return cmocka_run_group_tests_name("collective", tests, NULL, NULL);
}
