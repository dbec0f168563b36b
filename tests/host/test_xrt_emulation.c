/*
 * Where XRT emulates, a shared object is loaded; a card needs none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bus/bus.h"
#include "bus/xrt/xrt_emulation.h"
#include "spec/spec.h"
#include "sumac.h"

static void the_environment_says_whether_xrt_emulates(void **state)
{
	(void)state;
	unsetenv("XCL_EMULATION_MODE");
	assert_false(sumac_xrt_is_emulated());
	setenv("XCL_EMULATION_MODE", "hw_emu", 1);
	assert_true(sumac_xrt_is_emulated());
}

/* No library lies beside this program, nor in the folder next to it. */
static void where_it_is_not_there_the_file_is_named(void **state)
{
	const struct sumac_xrt_emulation *emulation;

	(void)state;
	assert_int_equal(sumac_xrt_emulation_load(&emulation), -SUMAC_ENODEV);
	assert_non_null(strstr(sumac_last_error(), SUMAC_XRT_EMULATION_FILE));
	assert_null(emulation);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_environment_says_whether_xrt_emulates),
		cmocka_unit_test(where_it_is_not_there_the_file_is_named),
	};

	return cmocka_run_group_tests_name("xrt_emulation", tests, NULL, NULL);
}
