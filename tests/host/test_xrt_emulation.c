/*
 * Where XRT emulates, a shared object of the library's own build is loaded; a card needs none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fail.h"
#include "bus/bus.h"
#include "sim/xrt_emulation/xrt_model.h"

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

static void refused(struct sumac_xrt_emulation_build theirs, int status, const char *words)
{
	assert_int_equal(sumac_xrt_emulation_check(&theirs, "file.so"), status);
	assert_non_null(strstr(sumac_last_error(), "file.so"));
	assert_non_null(strstr(sumac_last_error(), words));
}

static void an_object_of_another_build_is_refused(void **state)
{
	const struct sumac_xrt_emulation_build ours = sumac_xrt_emulation(sumac_fail)->build;
	struct sumac_xrt_emulation_build theirs[3] = { ours, ours, ours };

	(void)state;
	assert_int_equal(sumac_xrt_emulation_check(&ours, "file.so"), 0);
	theirs[0].protocol++;
	theirs[1].version[2]++;
	theirs[2].spec_hash ^= 1;
	refused(theirs[0], -SUMAC_EBUILD, "different versions: install both from one build");
	refused(theirs[1], -SUMAC_EBUILD, "different versions: install both from one build");
	refused(theirs[2], -SUMAC_ESPEC, "build both from one tree");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_environment_says_whether_xrt_emulates),
		cmocka_unit_test(where_it_is_not_there_the_file_is_named),
		cmocka_unit_test(an_object_of_another_build_is_refused),
	};

	return cmocka_run_group_tests_name("xrt_emulation", tests, NULL, NULL);
}
