/*
 * Errors of SHMEM calls that return a status are printed by default, once for each cause.
 */
#include "child.h"

#include <sys/socket.h>

#include "base/fail.h"
#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"

static int complain(void *ctx)
{
	const char *const *stories = ctx;

	fake_core_reset(1, 4);
	fake_core.is_up = true;
	for (; *stories; stories++) {
		sumac_fail(SUMAC_EPEER, "%s", *stories);
		if (sumac_shmem_complain("shmem_int_sum_reduce", NULL, -SUMAC_EFAILED) != -SUMAC_EFAILED)
			return 1;
	}
	return 0;
}

static void expect_printed(const char *const *stories, const char *printed)
{
	assert_int_equal(child_run(complain, (void *)stories), 0);
	assert_string_equal(child_err, printed);
}

static void test_a_cause_is_reported_once(void **state)
{
	const char *const stories[] = { "one thing", "one thing", "the team failed earlier: one thing", "another", "one thing",
					NULL };

	(void)state;
	expect_printed(stories, "sumac: PE 1: shmem_int_sum_reduce: one thing\n"
				"sumac: PE 1: shmem_int_sum_reduce: another\n");
}

/* If a call on a failed team is the first to be printed, the cause alone is not printed again. */
static void test_a_team_that_failed_before_is_reported_too(void **state)
{
	const char *const stories[] = { "the team failed earlier: one thing", "one thing", NULL };

	(void)state;
	expect_printed(stories, "sumac: PE 1: shmem_int_sum_reduce: the team failed earlier: one thing\n");
}

static int complain_in_silence(void *ctx)
{
	fake_core_reset(1, 4);
	fake_core.is_up = fake_core.is_silent = true;
	sumac_fail(SUMAC_EPEER, "%s", (const char *)ctx);
	return sumac_shmem_complain("shmem_int_sum_reduce", NULL, -SUMAC_EFAILED) != -SUMAC_EFAILED;
}

static void test_the_output_of_another_pe_is_not_printed(void **state)
{
	(void)state;
	assert_int_equal(child_run(complain_in_silence, "one thing"), 0);
	assert_string_equal(child_err, "");
}

static void test_the_status_is_reported_without_a_story(void **state)
{
	const char *const stories[] = { "", NULL };

	(void)state;
	expect_printed(stories, "sumac: PE 1: shmem_int_sum_reduce: the team failed earlier and takes no more calls\n");
}

/* A socket of datagrams receives what one write wrote. */
static int complain_at_length(void *ctx)
{
	char text[400] = "", got[1024] = "";
	int ends[2];

	(void)ctx;
	memset(text, 'x', sizeof(text) - 1);
	fake_core_reset(1, 4);
	fake_core.is_up = true;
	sumac_fail(SUMAC_EPEER, "%s", text);
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) || dup2(ends[1], STDERR_FILENO) < 0)
		return 1;
	sumac_shmem_complain("shmem_int_sum_reduce", NULL, -SUMAC_EFAILED);
	return recv(ends[0], got, sizeof(got) - 1, MSG_DONTWAIT) < (ssize_t)sizeof(text) || got[strlen(got) - 1] != '\n';
}

static void test_a_line_is_printed_by_one_write(void **state)
{
	(void)state;
	assert_int_equal(child_run(complain_at_length, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_cause_is_reported_once),
		cmocka_unit_test(test_the_output_of_another_pe_is_not_printed),
		cmocka_unit_test(test_a_team_that_failed_before_is_reported_too),
		cmocka_unit_test(test_the_status_is_reported_without_a_story),
		cmocka_unit_test(test_a_line_is_printed_by_one_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
