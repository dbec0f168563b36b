/*
 * The symmetric heap's calls: alignment, zeroes, contents kept; all PEs meet in every one of them; and a
 * pointer that does not come from the heap ends the job.
 */
#include "child.h"

#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"

enum { HEAP_BYTES = 4 << 20 };

static int open_heap(void **state)
{
	(void)state;
	fake_core_reset(0, 4);
	fake_core_settings("heap_bytes=4M");
	shmem_init();
	return 0;
}

static int close_heap(void **state)
{
	(void)state;
	shmem_finalize();
	free(fake_core.memory);
	return 0;
}

/* How often the PEs have met since this was last called. */
static int n_met(void)
{
	int n = fake_core.n_barriers;

	fake_core.n_barriers = 0;
	assert_true(!n || fake_core.met == &fake_core.world);
	return n;
}

static void test_memory_is_aligned_and_on_the_heap(void **state)
{
	char *a = shmem_malloc(1), *b = shmem_malloc_with_hints(100, SHMEM_MALLOC_SIGNAL_REMOTE), *c = shmalloc(64);

	(void)state;
	assert_int_equal(n_met(), 3);
	assert_true(a && b && c);
	assert_int_equal((uintptr_t)a % 64 | (uintptr_t)b % 64 | (uintptr_t)c % 64, 0);
	assert_true(b >= a + 1 && c >= b + 100);
	assert_true(sumac_shmem_heap_holds(a, 1) && sumac_shmem_heap_holds(c, 64));
	shmem_free(c);
	shfree(b);
	shmem_free(a);
	assert_int_equal(n_met(), 3);
	shmem_free(NULL);
	assert_null(shmem_malloc(0));
	assert_int_equal(n_met(), 0); /* the others need not make these calls */
}

static void test_the_heap_knows_its_ends(void **state)
{
	char *all = shmem_malloc(HEAP_BYTES);

	(void)state;
	assert_non_null(all);
	assert_true(sumac_shmem_heap_holds(all, HEAP_BYTES) && sumac_shmem_heap_holds(all + HEAP_BYTES, 0));
	assert_false(sumac_shmem_heap_holds(all, HEAP_BYTES + 1));
	assert_false(sumac_shmem_heap_holds(all + 1, HEAP_BYTES));
	assert_false(sumac_shmem_heap_holds(all - 1, 1));
	assert_false(sumac_shmem_heap_holds(all, SIZE_MAX));
	shmem_free(all);
}

/* If one PE fails, all do; and they meet all the same. */
static void test_a_block_that_does_not_fit_is_null_on_all(void **state)
{
	(void)state;
	n_met();
	assert_null(shmem_malloc(HEAP_BYTES + 1));
	assert_null(shmem_calloc(SIZE_MAX / 4 + 2, 4));
	assert_null(shmem_align(128, HEAP_BYTES + 64));
	assert_int_equal(n_met(), 3);
}

static void test_calloc_zeroes_what_was_used(void **state)
{
	unsigned char *memory = shmem_malloc(1000);

	(void)state;
	memset(memory, 0xA5, 1000);
	shmem_free(memory);
	memory = shmem_calloc(10, 100);
	assert_non_null(memory);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(memory[i], 0);
	shmem_free(memory);
}

static void test_alignments_are_powers_of_two_up_to_the_heap_s_length(void **state)
{
	(void)state;
	for (size_t alignment = 1; alignment <= HEAP_BYTES; alignment *= 2) {
		void *first = alignment < HEAP_BYTES ? shmem_malloc(8) : NULL, *memory = alignment % 4 ? shmem_align(alignment, 8) :
									  shmemalign(alignment, 8);

		assert_non_null(memory);
		assert_int_equal((uintptr_t)memory % alignment, 0);
		assert_int_equal((uintptr_t)memory % 64, 0);
		shmem_free(memory);
		shmem_free(first);
	}
	n_met();
	assert_null(shmem_align(0, 8));
	assert_null(shmem_align(96, 8));
	assert_null(shmem_align(64, 0));
	assert_int_equal(n_met(), 0);
}

/* Once, so this comes before other tests ask for such blocks. */
static int asks_for_too_much(void *ctx)
{
	(void)ctx;
	return shmem_align(96, 8) || shmem_align((SIZE_MAX >> 1) + 1, 8);
}

static void test_an_impossible_alignment_is_reported(void **state)
{
	(void)state;
	assert_int_equal(child_run(asks_for_too_much, NULL), 0);
	assert_non_null(strstr(child_err, "shmem_align: the alignment, 96, is not a power of two"));
	assert_non_null(strstr(child_err, "shmem_align: the symmetric heap, 4194304 bytes, cannot align a block to "
					  "9223372036854775808"));
	assert_non_null(strstr(child_err, "SHMEM_SYMMETRIC_SIZE sets its size"));
}

static void test_realloc_keeps_what_was_there(void **state)
{
	char *memory = shmem_realloc(NULL, 100), *larger, *smaller;

	(void)state;
	memset(memory, 'x', 100);
	n_met();
	larger = shrealloc(memory, 1000);
	assert_int_equal(n_met(), 2); /* before the old block is read, and when the new one is ready */
	for (int i = 0; i < 100; i++)
		assert_int_equal(larger[i], 'x');
	larger[5] = 'y';
	smaller = shmem_realloc(larger, 10);
	assert_int_equal(smaller[5], 'y');
	assert_null(shmem_realloc(smaller, HEAP_BYTES + 1)); /* the old one stays */
	assert_int_equal(smaller[5], 'y');
	assert_null(shmem_realloc(smaller, 0));
	memory = shmem_malloc(HEAP_BYTES); /* everything is free again */
	assert_non_null(memory);
	shmem_free(memory);
}

static int frees(void *ctx)
{
	static int a_static;
	char *memory = shmem_malloc(100);

	switch (*(int *)ctx) {
	case 0:
		shmem_free(&a_static);
		break;
	case 1:
		shmem_free(memory + 64);
		break;
	case 2:
		shmem_free(memory);
		shmem_free(memory);
		break;
	case 3:
		shmem_realloc(&a_static, 4);
		break;
	case 4:
		fake_core.status = -SUMAC_EPEER;
		shmem_malloc(8);
	}
	return 0;
}

static void test_a_pointer_outside_the_heap_ends_the_job(void **state)
{
	(void)state;
	for (int way = 0; way < 4; way++) {
		assert_int_equal(child_run(frees, &way), EXIT_FAILURE);
		assert_non_null(strstr(child_err, way == 3 ? "shmem_realloc: the pointer does not come from the symmetric heap" :
							     "shmem_free: the pointer does not come from the symmetric heap"));
	}
}

static void test_a_meeting_that_fails_ends_the_job(void **state)
{
	int way = 4;

	(void)state;
	assert_int_equal(child_run(frees, &way), EXIT_FAILURE);
	assert_non_null(strstr(child_err, "PE 0: shmem_malloc: the fake core says no"));
}

static int outside(void *ctx)
{
	(void)ctx;
	shmem_finalize();
	shmem_malloc(1);
	return 0;
}

static void test_there_is_no_heap_outside_of_the_program(void **state)
{
	(void)state;
	assert_int_equal(child_run(outside, NULL), EXIT_FAILURE);
	assert_non_null(strstr(child_err, "shmem_malloc: the program is not between"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory_is_aligned_and_on_the_heap),
		cmocka_unit_test(test_the_heap_knows_its_ends),
		cmocka_unit_test(test_a_block_that_does_not_fit_is_null_on_all),
		cmocka_unit_test(test_calloc_zeroes_what_was_used),
		cmocka_unit_test(test_an_impossible_alignment_is_reported),
		cmocka_unit_test(test_alignments_are_powers_of_two_up_to_the_heap_s_length),
		cmocka_unit_test(test_realloc_keeps_what_was_there),
		cmocka_unit_test(test_a_pointer_outside_the_heap_ends_the_job),
		cmocka_unit_test(test_a_meeting_that_fails_ends_the_job),
		cmocka_unit_test(test_there_is_no_heap_outside_of_the_program),
	};

	return cmocka_run_group_tests_name("shmem_memory", tests, open_heap, close_heap);
}
