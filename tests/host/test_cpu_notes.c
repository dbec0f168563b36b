/*
 * Comparing what two ranks say of their last calls.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/cpu/control.h"

/* n calls up to number `newest`; from `odd` on with other digests. */
static struct sumac_cpu_notes list(uint32_t newest, int n, uint32_t odd)
{
	struct sumac_cpu_notes notes = { 0 };

	for (int i = 0; i < n; i++) {
		notes.call[i].seq = newest - (uint32_t)i;
		notes.call[i].digest = notes.call[i].seq + (notes.call[i].seq >= odd ? 1000 : 0);
	}
	return notes;
}

static void test_the_first_call_known_differently_is_found(void **state)
{
	struct sumac_cpu_notes left = list(20, SUMAC_CPU_NOTES, 100), right = list(25, SUMAC_CPU_NOTES, 17);
	uint32_t seq = 0;

	(void)state;
	assert_true(sumac_cpu_notes_differ(&left, &right, &seq));
	assert_int_equal(seq, 17);
	seq = 0;
	assert_true(sumac_cpu_notes_differ(&right, &left, &seq));
	assert_int_equal(seq, 17);
}

static void test_a_rank_that_is_ahead_does_not_differ(void **state)
{
	struct sumac_cpu_notes left = list(20, SUMAC_CPU_NOTES, 100), right = list(25, SUMAC_CPU_NOTES, 21), none = { 0 };
	uint32_t seq;

	(void)state;
	assert_false(sumac_cpu_notes_differ(&left, &right, &seq));
	assert_false(sumac_cpu_notes_differ(&left, &none, &seq));
	right = list(60, SUMAC_CPU_NOTES, 1); /* no call in common */
	assert_false(sumac_cpu_notes_differ(&left, &right, &seq));
}

static void test_a_call_is_found_by_its_number(void **state)
{
	struct sumac_cpu_notes notes = list(5, 3, 100);

	(void)state;
	assert_ptr_equal(sumac_cpu_notes_find(&notes, 5), &notes.call[0]);
	assert_ptr_equal(sumac_cpu_notes_find(&notes, 3), &notes.call[2]);
	assert_null(sumac_cpu_notes_find(&notes, 2));
	assert_null(sumac_cpu_notes_find(&notes, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_first_call_known_differently_is_found),
		cmocka_unit_test(test_a_rank_that_is_ahead_does_not_differ),
		cmocka_unit_test(test_a_call_is_found_by_its_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
