/*
 * Stepping fake NICs: all come to the epoch's end, and their report does not depend on the number of threads.
 */
#include <stdio.h>
#include <string.h>

#include "../host/child.h"
#include "rack_inside.h"

enum { N_NICS = 4, AT = 100, END = 1000, DOORBELL = SUMAC_GROUP_BASE + SUMAC_G_DOORBELL };

static const char *const threads[] = { "1", "2", "3", "4" };
enum { N_COUNTS = sizeof threads / sizeof *threads };

static void open_with(const char *n_threads)
{
	inside_open(N_NICS, (const char *const[]){ "--rack-threads", n_threads, NULL });
}

/* The NIC will break rules n times, a few cycles later than the one before it. */
static void breaks(int nic, uint32_t n)
{
	assert_int_equal(sumac_vnic_reg_write(inside.ranks[nic].nic, AT + 10 - (uint64_t)nic, DOORBELL, FAKE_NIC_BREAK | n), 0);
}

static void all_come_to_the_end_busy_or_not(void **state)
{
	struct sumac_vnic_stats stats;

	(void)state;
	for (int c = 0; c < N_COUNTS; c++) {
		open_with(threads[c]);
		breaks(1, 0);
		breaks(3, 0);
		for (uint64_t end = END; end < 5 * END; end += END) {
			sumac_rack_step(&inside, end);
			for (int i = 0; i < N_NICS; i++) {
				sumac_vnic_stats(inside.ranks[i].nic, &stats);
				assert_int_equal(stats.cycles_stepped, end);
				assert_int_equal(sumac_vnic_next(inside.ranks[i].nic), SUMAC_VNIC_NEVER);
			}
		}
		inside_close();
	}
}

static int step_broken(void *n_threads)
{
	open_with(n_threads);
	for (int i = N_NICS - 1; i >= 0; i--)
		breaks(i, (uint32_t)i + 1);
	sumac_rack_step(&inside, END);
	CHILD_EXPECT(inside.n_faults == 1 + 2 + 3 + 4 && inside.broken);
	breaks(0, 1);
	sumac_rack_step(&inside, 2 * END); /* not a second time */
	CHILD_EXPECT(inside.n_faults == 11);
	inside_close();
	return 0;
}

static void what_goes_wrong_is_told_in_the_nics_order(void **state)
{
	char expected[2048] = "";

	(void)state;
	for (int i = 0; i < N_NICS; i++)
		for (int n = 0; n <= i; n++)
			sprintf(strchr(expected, 0), "sumac-rack: error: NIC %d, cycle %d: a rule is broken\n", i, AT + 10 - i);
	sprintf(strchr(expected, 0), "sumac-rack: error: NIC 0, cycle %d: a rule is broken\n", END);
	for (int c = 0; c < N_COUNTS; c++) {
		assert_int_equal(child_run(step_broken, (void *)(uintptr_t)threads[c]), 0);
		assert_string_equal(child_err, expected);
	}
}

static int step_very_broken(void *n_threads)
{
	open_with(n_threads);
	breaks(2, 200);
	breaks(3, 50);
	sumac_rack_step(&inside, END);
	CHILD_EXPECT(inside.n_faults == 250);
	inside_close();
	return 0;
}

static void only_the_first_are_told_all_are_counted(void **state)
{
	(void)state;
	for (int c = 0; c < N_COUNTS; c++) {
		int n_lines = 0;

		assert_int_equal(child_run(step_very_broken, (void *)(uintptr_t)threads[c]), 0);
		for (const char *at = child_err; (at = strstr(at, "NIC 2, ")); at++)
			n_lines++;
		assert_int_equal(n_lines, SUMAC_RACK_FAULTS_TOLD);
		assert_non_null(strstr(child_err, "further errors are only counted"));
		assert_null(strstr(child_err, "NIC 3"));
	}
}

/* As when a register read clocks the NIC: the fake takes the write before it. */
static int read_broken(void *ctx)
{
	uint32_t value;

	(void)ctx;
	open_with("2");
	breaks(1, 1);
	sumac_vnic_reg_read(inside.ranks[1].nic, SUMAC_REG_MAGIC, &value);
	CHILD_EXPECT(inside.n_faults == 1);
	inside_close();
	return 0;
}

static void between_epochs_it_is_told_at_once(void **state)
{
	(void)state;
	assert_int_equal(child_run(read_broken, NULL), 0);
	assert_string_equal(child_err, "sumac-rack: error: NIC 1, cycle 0: a rule is broken\n");
}

static int n_threads_of(int n_nics, const char *n_threads)
{
	int count;

	inside_open(n_nics, (const char *const[]){ "--rack-threads", n_threads, NULL });
	count = sumac_step_threads_count(inside.threads);
	inside_close();
	return count;
}

static void threads_are_as_many_as_asked_for_or_as_cores_but_not_more_than_nics(void **state)
{
	int n_cores = sumac_step_threads_cores();

	(void)state;
	assert_int_equal(n_threads_of(3, "1"), 1);
	assert_int_equal(n_threads_of(3, "2"), 2);
	assert_int_equal(n_threads_of(3, "1024"), 3);
	assert_int_equal(n_threads_of(1, "0"), 1);
	assert_int_equal(n_threads_of(3, "0"), n_cores < 3 ? n_cores : 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(all_come_to_the_end_busy_or_not),
		CHILD_TEST(what_goes_wrong_is_told_in_the_nics_order),
		CHILD_TEST(only_the_first_are_told_all_are_counted),
		CHILD_TEST(between_epochs_it_is_told_at_once),
		CHILD_TEST(threads_are_as_many_as_asked_for_or_as_cores_but_not_more_than_nics),
	};

	return cmocka_run_group_tests_name("rack_step", tests, NULL, NULL);
}
