/*
 * Calls of PEs are compared: they report both sides of a difference, and first of all what one PE has found wrong.
 */
#include "child.h"

#include "base/fail.h"
#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"

enum { SIZE = 3, COUNT = 4 };

static int dest[COUNT], source[COUNT], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync_array[SHMEM_SYNC_SIZE];
static int place; /* of what PE 2 has another of */

static int set_up(void **state)
{
	(void)state;
	fake_core_reset(0, SIZE);
	fake_core.is_up = true;
	return 0;
}

/* The record of the last PE in another run of the same call: its place number `place` lies 4 bytes further. */
static void move_place(void *records, size_t len_bytes)
{
	char *last = (char *)records + 2 * len_bytes;
	struct sumac_shmem_place *places = (struct sumac_shmem_place *)(void *)(last + len_bytes) - 5;

	places[place].offset += 4;
}

static void tell_fault(void *records, size_t len_bytes)
{
	char *second = (char *)records + len_bytes;

	second[0] = 'S'; /* a difference, too */
	snprintf(second + 48, 64, "the moon is full");
}

static void rename_call(void *records, size_t len_bytes)
{
	((char *)records + len_bytes)[6] = 'I';
}

static struct sumac_shmem_call example(void)
{
	return (struct sumac_shmem_call){ .name = "shmem_int_sum_to_all",
					  .numbers = { { "nreduce", COUNT, false }, { "lowest", (uint64_t)-3, true } },
					  .dest = dest, .source = source, .work = work, .sync = sync_array, .ptr = dest };
}

static int compare(void (*change)(void *records, size_t len_bytes))
{
	struct sumac_shmem_call call = example();

	fake_core.change = change;
	return sumac_shmem_compare(sumac_team_world(), &call, 0);
}

/* The first PE's buffer is of no bytes; of the others, which are as they were, the last has another. */
static void free_first(void *records, size_t len_bytes)
{
	struct sumac_shmem_place *places = (struct sumac_shmem_place *)(void *)((char *)records + len_bytes) - 5;

	places[place] = (struct sumac_shmem_place){ .kind = SUMAC_SHMEM_ANYWHERE };
	move_place(records, len_bytes);
}

static void change_number(void *records, size_t len_bytes)
{
	uint64_t *numbers = (uint64_t *)(void *)((char *)records + 2 * len_bytes + 48 + 128);

	numbers[place] -= 2;
}

static void test_equal_results_are_right(void **state)
{
	struct sumac_shmem_call call = { .name = "shmem_team_sync" };

	(void)state;
	assert_int_equal(compare(NULL), 0);
	assert_int_equal(sumac_shmem_compare(NULL, &call, 0), 0); /* left to the call */
}

static void test_another_place_is_reported_for_both(void **state)
{
	static const char *const names[] = { "dest is at 0x", "source is at 0x", "pWrk is at 0x", "pSync is at 0x",
					     "ptr is at 0x" };

	(void)state;
	for (place = 0; place < 5; place++) {
		assert_int_equal(compare(move_place), -SUMAC_EMISMATCH);
		assert_int_equal(strncmp(sumac_last_error(), names[place], strlen(names[place])), 0);
		assert_non_null(strstr(sumac_last_error(), " of static data on PE 2, and at 0x"));
		assert_non_null(strstr(sumac_last_error(), " of static data on PE 0"));
		assert_int_equal(compare(free_first), -SUMAC_EMISMATCH);
		assert_non_null(strstr(sumac_last_error(), " of static data on PE 2, and at 0x"));
		assert_non_null(strstr(sumac_last_error(), " of static data on PE 1"));
	}
}

static void test_another_number_is_reported_for_both(void **state)
{
	(void)state;
	place = 0;
	assert_int_equal(compare(change_number), -SUMAC_EMISMATCH);
	assert_string_equal(sumac_last_error(), "nreduce is 2 on PE 2, and 4 on PE 0");
	place = 1;
	assert_int_equal(compare(change_number), -SUMAC_EMISMATCH);
	assert_string_equal(sumac_last_error(), "lowest is -5 on PE 2, and -3 on PE 0");
}

static void test_buffers_of_no_bytes_may_be_anything(void **state)
{
	struct sumac_shmem_call call = example();

	(void)state;
	call.has_no_dest = call.has_no_source = true;
	fake_core.change = move_place;
	for (place = 0; place < 2; place++)
		assert_int_equal(sumac_shmem_compare(sumac_team_world(), &call, 0), 0);
}

static void test_another_call_is_reported_for_both(void **state)
{
	(void)state;
	assert_int_equal(compare(rename_call), -SUMAC_EMISMATCH);
	assert_string_equal(sumac_last_error(), "PE 1 called shmem_Int_sum_to_all, PE 0 shmem_int_sum_to_all");
}

static void test_a_fault_of_one_is_reported_to_all(void **state)
{
	struct sumac_shmem_call call = { .name = "shmem_team_sync" };

	(void)state;
	assert_int_equal(compare(tell_fault), -SUMAC_EINVAL);
	assert_string_equal(sumac_last_error(), "on PE 1: the moon is full");
	fake_core.change = NULL;
	sumac_shmem_note_fault(&call, 0);
	assert_string_equal(call.fault, "");
	fake_core.status = -SUMAC_EPEER;
	sumac_shmem_note_fault(&call, sumac_barrier(sumac_team_world()));
	assert_string_equal(call.fault, "the fake core says no");
	sumac_shmem_note_fault(&call, sumac_fail(SUMAC_EINVAL, "that comes of it"));
	assert_string_equal(call.fault, "the fake core says no");
	fake_core.status = 0;
	assert_int_equal(sumac_shmem_compare(sumac_team_world(), &call, 0), -SUMAC_EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_results_are_right),
		cmocka_unit_test(test_another_place_is_reported_for_both),
		cmocka_unit_test(test_another_number_is_reported_for_both),
		cmocka_unit_test(test_buffers_of_no_bytes_may_be_anything),
		cmocka_unit_test(test_another_call_is_reported_for_both),
		cmocka_unit_test(test_a_fault_of_one_is_reported_to_all),
	};

	return cmocka_run_group_tests_name("shmem_compare", tests, set_up, NULL);
}
