/*
 * What PEs have called, compared: both sides of a difference are told, and what one has found wrong before all.
 */
#include "child.h"

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
	fake_core_settings("check=1");
	return 0;
}

/* The record of the last PE in another run of the same call: its place number `place` lies 4 bytes further. */
static void move_place(void *records, size_t len_bytes)
{
	char *last = (char *)records + 2 * len_bytes;
	struct sumac_shmem_place *places = (struct sumac_shmem_place *)(void *)(last + len_bytes) - 4;

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

static int compare(void (*change)(void *records, size_t len_bytes))
{
	struct sumac_shmem_call call = { "shmem_int_sum_to_all", COUNT, dest, source, work, sync_array, "" };

	fake_core.change = change;
	return sumac_shmem_compare(sumac_team_world(), &call);
}

static void test_what_is_the_same_is_right(void **state)
{
	(void)state;
	assert_int_equal(compare(NULL), 0);
	assert_int_equal(sumac_shmem_compare(NULL, &(struct sumac_shmem_call){ .name = "shmem_team_sync" }), 0); /* left to the call */
}

static void test_another_place_is_told_of_both(void **state)
{
	static const char *const names[] = { "dest is at 0x", "source is at 0x", "pWrk is at 0x", "pSync is at 0x" };

	(void)state;
	for (place = 0; place < 4; place++) {
		assert_int_equal(compare(move_place), -SUMAC_EMISMATCH);
		assert_int_equal(strncmp(sumac_last_error(), names[place], strlen(names[place])), 0);
		assert_non_null(strstr(sumac_last_error(), " of static data on PE 2, and at 0x"));
	}
}

static void test_another_call_is_told_of_both(void **state)
{
	(void)state;
	assert_int_equal(compare(rename_call), -SUMAC_EMISMATCH);
	assert_string_equal(sumac_last_error(), "PE 1 called shmem_Int_sum_to_all, PE 0 shmem_int_sum_to_all");
}

static void test_a_fault_of_one_is_told_to_all(void **state)
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
	fake_core.status = 0;
	assert_int_equal(sumac_shmem_compare(sumac_team_world(), &call), -SUMAC_EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_the_same_is_right),
		cmocka_unit_test(test_another_place_is_told_of_both),
		cmocka_unit_test(test_another_call_is_told_of_both),
		cmocka_unit_test(test_a_fault_of_one_is_told_to_all),
	};

	return cmocka_run_group_tests_name("shmem_compare", tests, set_up, NULL);
}
