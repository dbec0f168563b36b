/*
 * The bootstrap over the host MPI: what is put is there after
 * a fence, and errors of the host are reported in its words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_core.h"
#include "fake_mpi.h"
#include "frontend/mpi/bootstrap_mpi.h"
#include "sumac.h"

static struct sumac_bootstrap bootstrap;

static int open_it(void **state)
{
	(void)state;
	fake_mpi_reset(1, 3);
	fake_core_reset(1, 3);
	return sumac_bootstrap_mpi_open(MPI_COMM_WORLD, &bootstrap);
}

static int close_it(void **state)
{
	(void)state;
	bootstrap.close(bootstrap.ctx);
	return 0;
}

static void expect_there(int rank, const char *key, const char *value)
{
	char got[32];
	size_t len_bytes = 99;

	assert_int_equal(bootstrap.get(bootstrap.ctx, rank, key, got, sizeof(got), &len_bytes), 0);
	assert_int_equal(len_bytes, strlen(value));
	assert_memory_equal(got, value, len_bytes);
}

static void test_it_knows_its_place(void **state)
{
	(void)state;
	assert_string_equal(bootstrap.name, "mpi");
	assert_int_equal(bootstrap.rank(bootstrap.ctx), 1);
	assert_int_equal(bootstrap.size(bootstrap.ctx), 3);
	assert_int_equal(bootstrap.first_dead(bootstrap.ctx), -1);
}

static void test_what_was_put_is_there_after_the_fence(void **state)
{
	char got[8];

	(void)state;
	assert_int_equal(bootstrap.put(bootstrap.ctx, "key", "a value", 7), 0);
	assert_int_equal(bootstrap.put(bootstrap.ctx, "empty", NULL, 0), 0);
	assert_int_not_equal(bootstrap.get(bootstrap.ctx, 1, "key", got, sizeof(got), NULL), 0);
	fake_mpi.n_tests_left = 5;
	assert_int_equal(bootstrap.fence(bootstrap.ctx), 0);
	assert_true(fake_mpi.n_tests > 5);
	for (int rank = 0; rank < 3; rank++) {
		expect_there(rank, "key", "a value");
		expect_there(rank, "empty", "");
	}
	assert_int_equal(bootstrap.put(bootstrap.ctx, "later", "more", 4), 0);
	assert_int_equal(bootstrap.fence(bootstrap.ctx), 0);
	expect_there(2, "later", "more");
	expect_there(2, "key", "a value"); /* from the fence before */
	assert_int_equal(bootstrap.fence(bootstrap.ctx), 0); /* with nothing new */
	assert_int_equal(fake_mpi.n_given, 0);
	expect_there(0, "later", "more");
}

static void test_what_is_not_there_is_said(void **state)
{
	char got[8];

	(void)state;
	assert_int_equal(bootstrap.put(bootstrap.ctx, "key", "123456789", 9), 0);
	assert_int_equal(bootstrap.fence(bootstrap.ctx), 0);
	assert_int_equal(bootstrap.get(bootstrap.ctx, 2, "ke", got, sizeof(got), NULL), -SUMAC_EBOOTSTRAP);
	assert_string_equal(sumac_last_error(), "rank 2 has put nothing under ke");
	assert_int_equal(bootstrap.get(bootstrap.ctx, 3, "key", got, sizeof(got), NULL), -SUMAC_EBOOTSTRAP);
	assert_int_equal(bootstrap.get(bootstrap.ctx, 0, "key", got, sizeof(got), NULL), -SUMAC_EBOOTSTRAP);
	assert_string_equal(sumac_last_error(), "the value that rank 0 put under key does not fit 8 bytes");
}

static void test_the_host_s_errors_have_its_words(void **state)
{
	(void)state;
	fake_mpi.failing = 15;
	assert_int_equal(bootstrap.fence(bootstrap.ctx), -SUMAC_EBOOTSTRAP);
	assert_string_equal(sumac_last_error(), "MPI_Iallgather failed: error 15 of the host");
}

static void test_too_much_is_refused(void **state)
{
	static char value[1];

	(void)state;
	assert_int_equal(bootstrap.put(bootstrap.ctx, "key", value, (size_t)INT32_MAX + 1), -SUMAC_EINVAL);
}

static void test_an_abort_is_the_host_s(void **state)
{
	(void)state;
	bootstrap.abort(bootstrap.ctx, 7, "why");
	assert_int_equal(fake_mpi.aborted, 7);
}

#define BOOTSTRAP_TEST(name) cmocka_unit_test_setup_teardown(name, open_it, close_it)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BOOTSTRAP_TEST(test_it_knows_its_place),
		BOOTSTRAP_TEST(test_what_was_put_is_there_after_the_fence),
		BOOTSTRAP_TEST(test_what_is_not_there_is_said),
		BOOTSTRAP_TEST(test_the_host_s_errors_have_its_words),
		BOOTSTRAP_TEST(test_too_much_is_refused),
		BOOTSTRAP_TEST(test_an_abort_is_the_host_s),
	};

	return cmocka_run_group_tests_name("bootstrap_mpi", tests, NULL, NULL);
}
