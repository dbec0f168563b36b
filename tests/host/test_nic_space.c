/* Ranges of units: first fit, given back, refused when there is no room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/nic/nic_space.h"
#include "spec/spec.h"

static void ranges_are_disjoint_and_come_back(void **state)
{
	struct sumac_nic_space space;
	unsigned a, b, c;

	(void)state;
	assert_int_equal(sumac_nic_space_init(&space, 10), 0);
	assert_int_equal(sumac_nic_space_take(&space, 4, &a), 0);
	assert_int_equal(sumac_nic_space_take(&space, 4, &b), 0);
	assert_int_equal(a, 0);
	assert_int_equal(b, 4);
	assert_int_equal(sumac_nic_space_take(&space, 3, &c), -SUMAC_ENORES);
	sumac_nic_space_give(&space, a, 4);
	assert_int_equal(sumac_nic_space_take(&space, 3, &c), 0);
	assert_int_equal(c, 0);
	assert_int_equal(sumac_nic_space_take(&space, 0, &c), 0);
	sumac_nic_space_destroy(&space);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranges_are_disjoint_and_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
