/*
 * Pages that ranks of a host see: refused before the beginning, and none where nothing is shared. An end-to-end test has several
 * processes look at each other's (shmem_disagree).
 */
#include "core/frontend.h"
#include "core_ranks.h"

static void test_nothing_shared_is_no_page(void **state)
{
	(void)state;
	assert_int_equal(sumac_host_pages_open(100), -SUMAC_ESTATE);
	setenv("SUMAC_OPTIONS", "", 1);
	assert_int_equal(sumac_init(), 0);
	assert_true(sumac_is_on_this_host(0) && !sumac_is_on_this_host(1) && !sumac_is_on_this_host(-1));
	assert_null(sumac_host_page(0));
	assert_int_equal(sumac_host_pages_open(100), 0);
	assert_null(sumac_host_page(0)); /* a rank alone shares no memory */
	assert_null(sumac_host_page(1));
	sumac_host_pages_forget();
	assert_null(sumac_host_page(0));
	assert_int_equal(sumac_finalize(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_nothing_shared_is_no_page) };

	return cmocka_run_group_tests_name("host_pages", tests, NULL, NULL);
}
