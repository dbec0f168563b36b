/*
 * A SHMEM program says nothing when it begins, unless asked, and then its first PE speaks alone.
 */
#include "child.h"

#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"

static int introduces(void *ctx)
{
	fake_core_reset(*(int *)ctx, 4);
	fake_core.is_up = true;
	fake_core_settings("heap_bytes=2M");
	sumac_shmem_introduce();
	return 0;
}

static void test_the_first_pe_reports_what_is_asked_for(void **state)
{
	int rank = 0;

	(void)state;
	assert_int_equal(child_run(introduces, &rank), 0);
	assert_string_equal(child_err, "");
	setenv("SHMEM_VERSION", "1", 1);
	setenv("SMA_INFO", "1", 1);
	assert_int_equal(child_run(introduces, &rank), 0);
	assert_non_null(strstr(child_err, "Sumac "));
	assert_non_null(strstr(child_err, ", OpenSHMEM 1.6\nSHMEM_SYMMETRIC_SIZE"));
	assert_non_null(strstr(child_err, "here 2097152\n"));
	rank = 1;
	assert_int_equal(child_run(introduces, &rank), 0);
	assert_string_equal(child_err, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_the_first_pe_reports_what_is_asked_for) };

	return cmocka_run_group_tests_name("shmem_introduce", tests, NULL, NULL);
}
