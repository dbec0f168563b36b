/*
 * Beginning and end of a SHMEM program: its identity, how often it may be initialised, and how it dies. Each
 * test is its own process, since a program can be initialised only once.
 */
#include "child.h"

#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"
#include "sumac.h"

enum { RANK = 2, SIZE = 5 };

static void begin_as(int rank)
{
	fake_core_reset(rank, SIZE);
	fake_core_settings("heap_bytes=1M");
	shmem_init();
}

static void begin(void)
{
	begin_as(RANK);
}

int my_pe(void);
int num_pes(void);

static int is_known_between(void *ctx)
{
	int is_up = -1;

	(void)ctx;
	shmem_query_initialized(&is_up);
	CHILD_EXPECT(!is_up);
	fake_core_reset(RANK, SIZE);
	CHILD_EXPECT(shmem_my_pe() == -1 && shmem_n_pes() == -1 && _my_pe() == -1);
	begin();
	CHILD_EXPECT(shmem_my_pe() == RANK && shmem_n_pes() == SIZE && _my_pe() == RANK && _num_pes() == SIZE);
	CHILD_EXPECT(my_pe() == RANK && num_pes() == SIZE);
	shmem_query_initialized(&is_up);
	CHILD_EXPECT(is_up == 1);
	shmem_finalize();
	shmem_query_initialized(&is_up);
	CHILD_EXPECT(!is_up);
	CHILD_EXPECT(shmem_my_pe() == -1 && shmem_n_pes() == -1);
	free(fake_core.memory);
	return 0;
}

static void test_a_pe_is_known_between_init_and_finalize(void **state)
{
	(void)state;
	assert_int_equal(child_run(is_known_between, NULL), 0);
}

static int nests(void *ctx)
{
	(void)ctx;
	begin();
	shmem_init();
	CHILD_EXPECT(fake_core.n_inits == 2 && fake_core.n_allocs == 1); /* one heap */
	shmem_finalize();
	CHILD_EXPECT(shmem_my_pe() == RANK && shmem_malloc(8));
	shmem_finalize();
	CHILD_EXPECT(fake_core.n_finalizes == 2 && shmem_my_pe() == -1);
	free(fake_core.memory);
	return 0;
}

static void test_init_and_finalize_nest(void **state)
{
	(void)state;
	assert_int_equal(child_run(nests, NULL), 0);
}

static int begins_again(void *ctx)
{
	(void)ctx;
	begin();
	shmem_finalize();
	shmem_init();
	return 0;
}

static void test_it_does_not_begin_again(void **state)
{
	(void)state;
	assert_int_equal(child_run(begins_again, NULL), EXIT_FAILURE);
	assert_non_null(strstr(child_err,
			       "shmem_init: SHMEM cannot be initialised again after shmem_finalize()"));
}

static int ends_twice(void *ctx)
{
	(void)ctx;
	begin();
	shmem_finalize();
	shmem_finalize();
	return 0;
}

static int ends_before_it_began(void *ctx)
{
	(void)ctx;
	shmem_finalize();
	return 0;
}

static void test_it_ends_as_often_as_it_began(void **state)
{
	(void)state;
	assert_int_equal(child_run(ends_twice, NULL), 0);
	assert_string_equal(child_err, "sumac: PE 2: shmem_finalize: SHMEM has ended already; this call does nothing\n");
	assert_int_equal(child_run(ends_before_it_began, NULL), EXIT_FAILURE);
	assert_non_null(strstr(child_err, "shmem_finalize: the program is not between"));
}

static int cannot_begin(void *ctx)
{
	(void)ctx;
	fake_core_reset(RANK, SIZE);
	fake_core.status = -SUMAC_EBOOTSTRAP;
	shmem_init();
	return 0;
}

static int cannot_end(void *ctx)
{
	(void)ctx;
	begin();
	fake_core.status = -SUMAC_EPEER;
	shmem_finalize();
	return 0;
}

/* A void call returns no error: it prints it, and ends the job. */
static void test_a_failed_call_is_printed_and_ends_the_job(void **state)
{
	(void)state;
	assert_int_equal(child_run(cannot_begin, NULL), EXIT_FAILURE);
	assert_string_equal(child_err,
			"sumac: shmem_init: the fake core says no\naborted: shmem_init: the fake core says no\n");
	assert_int_equal(child_run(cannot_end, NULL), EXIT_FAILURE);
	assert_non_null(strstr(child_err, "aborted: PE 2: shmem_finalize: the fake core says no\n"));
}

static int asks_for_threads(void *ctx)
{
	int provided = -1;

	fake_core_reset(RANK, SIZE);
	fake_core_settings("heap_bytes=1M");
	CHILD_EXPECT(!shmem_init_thread(*(int *)ctx, &provided));
	CHILD_EXPECT(provided == *(int *)ctx);
	CHILD_EXPECT(shmem_init_thread(SHMEM_THREAD_MULTIPLE + 1, &provided) && shmem_init_thread(-1, &provided) &&
		     shmem_init_thread(0, NULL));
	shmem_query_thread(&provided);
	return provided;
}

static void test_every_level_of_threads_is_granted(void **state)
{
	(void)state;
	for (int level = SHMEM_THREAD_SINGLE; level <= SHMEM_THREAD_MULTIPLE; level++)
		assert_int_equal(child_run(asks_for_threads, &level), level);
}

static int exits_globally(void *ctx)
{
	(void)ctx;
	begin();
	shmem_global_exit(37);
}

static void test_a_global_exit_has_its_status(void **state)
{
	(void)state;
	assert_int_equal(child_run(exits_globally, NULL), 37);
	assert_non_null(strstr(child_err, "aborted: shmem_global_exit"));
}

static int starts_the_old_way(void *ctx)
{
	fake_core_reset(RANK, SIZE);
	fake_core_settings("heap_bytes=1M");
	fake_core.tells = true;
	start_pes(0);
	start_pes(0);
	CHILD_EXPECT(fake_core.n_inits == 1);
	exit(*(int *)ctx);
}

static void test_a_program_begun_by_start_pes_ends_by_itself(void **state)
{
	(void)state;
	for (int status = 0; status < 4; status += 3) {
		assert_int_equal(child_run(starts_the_old_way, &status), status);
		assert_non_null(strstr(child_err, "finalized"));
		assert_null(strstr(child_err, "without"));
	}
}

struct leaving {
	int status, core_status;
	bool is_in_a_call, by_handler, nics_close;
};

static void finalize_twice(void)
{
	shmem_finalize();
	shmem_finalize();
}

static int leaves(void *ctx)
{
	const struct leaving *how = ctx;

	if (how->by_handler)
		atexit(finalize_twice); /* which runs after the handler of shmem_init() */
	begin_as(0);
	shmem_init();
	fake_core.tells = true;
	fake_core.status = how->core_status;
	fake_core.is_in_a_call = how->is_in_a_call;
	fake_core.exit_closes_nics = how->nics_close;
	exit(how->status);
}

static void test_a_program_that_exits_ends_by_itself_and_keeps_its_status(void **state)
{
	struct leaving how = { .status = 3 };

	(void)state;
	assert_int_equal(child_run(leaves, &how), 3);
	assert_non_null(strstr(child_err, "PE 0: exit(3) without shmem_finalize()\n"));
	assert_non_null(strstr(child_err, "finalized"));
	how.core_status = -SUMAC_EPEER; /* what others do then is not its failure */
	assert_int_equal(child_run(leaves, &how), 3);
	assert_null(strstr(child_err, "the fake core says no"));
}

/* If NICs are closed before the program's handlers run, so is SHMEM. */
static void test_exit_handlers_may_end_it(void **state)
{
	struct leaving how = { .by_handler = true };

	(void)state;
	assert_int_equal(child_run(leaves, &how), 0);
	assert_string_equal(child_err, "finalized\nfinalized\n");
	how.nics_close = true;
	assert_int_equal(child_run(leaves, &how), 0);
	assert_string_equal(child_err, "sumac: PE 0: the program ends without shmem_finalize(); Sumac calls it "
				       "instead\nfinalized\nfinalized\n");
}

/* The library would be freed under the thread that waits in it. */
static void test_a_program_that_exits_in_a_call_is_left_as_it_is(void **state)
{
	struct leaving how = { .status = 3, .is_in_a_call = true };

	(void)state;
	assert_int_equal(child_run(leaves, &how), 3);
	assert_non_null(strstr(child_err, "PE 0: the program ends without shmem_finalize(), in the middle of a call"));
	assert_null(strstr(child_err, "finalized"));
}

static void test_it_names_itself(void **state)
{
	char name[SHMEM_MAX_NAME_LEN];
	int major, minor;

	(void)state;
	shmem_info_get_version(&major, &minor);
	assert_true(major == 1 && minor == 6);
	shmem_info_get_name(name);
	assert_string_equal(name, SHMEM_VENDOR_STRING);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_pe_is_known_between_init_and_finalize),
		cmocka_unit_test(test_init_and_finalize_nest),
		cmocka_unit_test(test_it_does_not_begin_again),
		cmocka_unit_test(test_it_ends_as_often_as_it_began),
		cmocka_unit_test(test_a_failed_call_is_printed_and_ends_the_job),
		cmocka_unit_test(test_every_level_of_threads_is_granted),
		cmocka_unit_test(test_a_global_exit_has_its_status),
		cmocka_unit_test(test_a_program_begun_by_start_pes_ends_by_itself),
		cmocka_unit_test(test_a_program_that_exits_ends_by_itself_and_keeps_its_status),
		cmocka_unit_test(test_exit_handlers_may_end_it),
		cmocka_unit_test(test_a_program_that_exits_in_a_call_is_left_as_it_is),
		cmocka_unit_test(test_it_names_itself),
	};

	return cmocka_run_group_tests_name("shmem_setup", tests, NULL, NULL);
}
