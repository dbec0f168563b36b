/*
 * The symmetric heap's book-keeping: places depend on the calls alone, never overlap, and all come back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "frontend/shmem/symmetric_heap.h"
#include "sumac.h"

enum { HEAP = 1 << 16, BLOCKS = 40, ROUNDS = 3000 };

static struct sumac_symmetric_heap *open_heap(void)
{
	struct sumac_symmetric_heap *heap;

	assert_int_equal(sumac_symmetric_heap_open(HEAP, &heap), 0);
	return heap;
}

static size_t take(struct sumac_symmetric_heap *heap, size_t len_bytes, size_t alignment)
{
	size_t offset = SIZE_MAX;

	assert_int_equal(sumac_symmetric_heap_take(heap, len_bytes, alignment, &offset), 0);
	return offset;
}

static void test_the_lowest_place_that_fits(void **state)
{
	struct sumac_symmetric_heap *heap = open_heap();
	size_t start;

	(void)state;
	assert_int_equal(take(heap, 100, 64), 0);
	assert_int_equal(take(heap, 1, 64), 128);
	assert_int_equal(take(heap, 10, 1), 100);
	assert_int_equal(take(heap, 64, 4096), 4096);
	assert_int_equal(take(heap, 64, 64), 192);
	assert_int_equal(sumac_symmetric_heap_len(heap, 128), 1);
	assert_int_equal(sumac_symmetric_heap_find(heap, 109, &start), 0);
	assert_int_equal(start, 100);
	assert_int_equal(sumac_symmetric_heap_find(heap, 110, &start), -SUMAC_EINVAL);
	assert_int_equal(sumac_symmetric_heap_give(heap, 0), 0);
	assert_int_equal(take(heap, 100, 64), 0);
	sumac_symmetric_heap_close(heap);
}

static void test_the_memory_behind_says_how_long_a_block_can_be(void **state)
{
	struct sumac_symmetric_heap *heap = open_heap();
	size_t first = take(heap, 100, 64), second = take(heap, HEAP - 128, 64);

	(void)state;
	assert_int_equal(sumac_symmetric_heap_resize(heap, first, 129), -SUMAC_ENOMEM);
	assert_int_equal(sumac_symmetric_heap_resize(heap, first, 128), 0);
	assert_int_equal(sumac_symmetric_heap_len(heap, first), 128);
	assert_int_equal(sumac_symmetric_heap_resize(heap, second, HEAP), -SUMAC_ENOMEM);
	assert_int_equal(sumac_symmetric_heap_resize(heap, second, 64), 0);
	assert_int_equal(take(heap, 64, 64), second + 64);
	assert_int_equal(sumac_symmetric_heap_resize(heap, 64, 1), -SUMAC_EINVAL);
	sumac_symmetric_heap_close(heap);
}

static void test_a_value_that_does_not_fit_is_refused(void **state)
{
	struct sumac_symmetric_heap *heap = open_heap();
	size_t offset;

	(void)state;
	assert_int_equal(sumac_symmetric_heap_take(heap, HEAP + 1, 1, &offset), -SUMAC_ENOMEM);
	assert_int_equal(sumac_symmetric_heap_take(heap, SIZE_MAX, 64, &offset), -SUMAC_ENOMEM);
	assert_int_equal(take(heap, HEAP, 64), 0);
	assert_int_equal(sumac_symmetric_heap_take(heap, 1, 1, &offset), -SUMAC_ENOMEM);
	assert_int_equal(sumac_symmetric_heap_give(heap, 0), 0);
	assert_int_equal(take(heap, 1, 1), 0);
	/* A byte is free before the next aligned place, and none from there on. */
	assert_int_equal(sumac_symmetric_heap_take(heap, HEAP / 2 + 1, HEAP / 2, &offset), -SUMAC_ENOMEM);
	assert_int_equal(take(heap, HEAP / 2, HEAP / 2), HEAP / 2);
	sumac_symmetric_heap_close(heap);
}

static void test_only_what_was_taken_is_given_back(void **state)
{
	struct sumac_symmetric_heap *heap = open_heap();

	(void)state;
	take(heap, 100, 64);
	assert_int_equal(sumac_symmetric_heap_give(heap, 1), -SUMAC_EINVAL);
	assert_int_equal(sumac_symmetric_heap_give(heap, 200), -SUMAC_EINVAL);
	assert_int_equal(sumac_symmetric_heap_len(heap, 1), 0);
	assert_int_equal(sumac_symmetric_heap_give(heap, 0), 0);
	assert_int_equal(sumac_symmetric_heap_give(heap, 0), -SUMAC_EINVAL);
	sumac_symmetric_heap_close(heap);
}

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 8;
}

/* Two heaps and the same calls: the same places, no overlaps, and everything free again in the end. */
static void test_random_calls_give_the_same_places(void **state)
{
	struct sumac_symmetric_heap *left = open_heap(), *right = open_heap();
	size_t offsets[BLOCKS], lens[BLOCKS] = { 0 }, other;
	unsigned seed = 7;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		unsigned i = next_random(&seed) % BLOCKS;
		size_t len = 1 + next_random(&seed) % 5000, alignment = (size_t)1 << next_random(&seed) % 13;

		if (lens[i]) {
			assert_int_equal(sumac_symmetric_heap_give(left, offsets[i]), 0);
			assert_int_equal(sumac_symmetric_heap_give(right, offsets[i]), 0);
			lens[i] = 0;
			continue;
		}
		if (sumac_symmetric_heap_take(left, len, alignment, &offsets[i])) {
			assert_int_equal(sumac_symmetric_heap_take(right, len, alignment, &other), -SUMAC_ENOMEM);
			continue;
		}
		assert_int_equal(sumac_symmetric_heap_take(right, len, alignment, &other), 0);
		assert_int_equal(other, offsets[i]);
		assert_int_equal(other % alignment, 0);
		assert_true(other + len <= HEAP);
		for (unsigned j = 0; j < BLOCKS; j++)
			assert_true(!lens[j] || offsets[j] + lens[j] <= other || other + len <= offsets[j]);
		lens[i] = len;
	}
	for (unsigned i = 0; i < BLOCKS; i++)
		if (lens[i])
			assert_int_equal(sumac_symmetric_heap_give(left, offsets[i]), 0);
	assert_int_equal(take(left, HEAP, 1), 0);
	sumac_symmetric_heap_close(left);
	sumac_symmetric_heap_close(right);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_lowest_place_that_fits),
		cmocka_unit_test(test_the_memory_behind_says_how_long_a_block_can_be),
		cmocka_unit_test(test_a_value_that_does_not_fit_is_refused),
		cmocka_unit_test(test_only_what_was_taken_is_given_back),
		cmocka_unit_test(test_random_calls_give_the_same_places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
