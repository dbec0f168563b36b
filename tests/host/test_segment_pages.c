/*
 * Pages of a rank's part: what is given out never overlaps and is zero, what is given back costs nothing and is given out
 * again, whole.
 */
#define _GNU_SOURCE /* mincore */
#include "segment_threads.h"
#include "child.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "segment/segment_private.h"

enum { N_SLOTS = 40, N_STEPS = 3000, MAX_BYTES = 300000 };

static unsigned random_of(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static bool is_all(const unsigned char *bytes, size_t len_bytes, unsigned char value)
{
	return !len_bytes || (bytes[0] == value && !memcmp(bytes, bytes + 1, len_bytes - 1));
}

/* Each range is filled with its slot's number, which another's bytes would spoil. */
static void test_ranges_are_zero_and_nobody_elses(void **state)
{
	struct { unsigned char *bytes; size_t len_bytes; } slots[N_SLOTS] = { 0 };
	const unsigned begin = (unsigned)getpid();
	unsigned seed = begin;
	struct sumac_segment *segment;

	(void)state;
	assert_int_equal(segment_threads_open(1, &segment), 0);
	for (int step = 0; step < N_STEPS; step++) {
		unsigned i = random_of(&seed) % N_SLOTS;
		bool is_good = true;
		uint64_t offset;

		if (slots[i].bytes) {
			is_good = is_all(slots[i].bytes, slots[i].len_bytes, (unsigned char)(i + 1));
			sumac_segment_free(segment, slots[i].bytes, true);
			slots[i].bytes = NULL;
		} else {
			slots[i].len_bytes = random_of(&seed) % (random_of(&seed) % 2 ? 9000 : MAX_BYTES);
			slots[i].bytes = sumac_segment_alloc(segment, slots[i].len_bytes, &offset);
			is_good = slots[i].bytes && is_all(slots[i].bytes, slots[i].len_bytes, 0) && offset &&
				  sumac_segment_at(segment, 0, offset, slots[i].len_bytes) == slots[i].bytes;
			if (is_good)
				memset(slots[i].bytes, (int)i + 1, slots[i].len_bytes);
		}
		if (!is_good)
			fail_msg("step %d with seed %u", step, begin);
	}
	for (int i = 0; i < N_SLOTS; i++)
		sumac_segment_free(segment, slots[i].bytes, true);
	assert_non_null(segment->ranges->next); /* near, far, and no pieces of them */
	assert_null(segment->ranges->next->next);
	sumac_segment_close(segment);
}

static void test_all_room_can_be_had_again(void **state)
{
	struct sumac_segment *segment;
	void *first, *all;
	uint64_t offset;

	(void)state;
	assert_int_equal(segment_threads_open(1, &segment), 0);
	first = sumac_segment_alloc(segment, 1 << 20, &offset);
	assert_null(sumac_segment_alloc(segment, segment->far_bytes, &offset));
	assert_null(sumac_segment_alloc(segment, SIZE_MAX, &offset));
	sumac_segment_free(segment, first, true);
	all = sumac_segment_alloc(segment, segment->far_bytes, &offset);
	assert_non_null(all);
	assert_null(sumac_segment_alloc(segment, 1 << 20, &offset));
	sumac_segment_free(segment, all, true);
	sumac_segment_close(segment);
}

/* Also where large ones come in between, as in a program with many teams. */
static void test_small_things_lie_together(void **state)
{
	uint64_t near = SUMAC_SEGMENT_NEAR_BYTES, least = UINT64_MAX, end = 0, offset, large;
	struct sumac_segment *segment;
	unsigned char resident[3];
	uint8_t *small;

	(void)state;
	assert_int_equal(segment_threads_open(1, &segment), 0);
	for (int i = 0; i < 200; i++) {
		small = sumac_segment_alloc(segment, 12000, &offset);
		assert_non_null(small);
		assert_non_null(sumac_segment_alloc(segment, 5 << 20, &large));
		/* Those of many teams are made ahead. */
		assert_int_equal(mincore(small, 12000, resident), 0);
		assert_true(offset < near || (resident[0] & resident[1] & resident[2] & 1));
		assert_int_equal(mincore(small - SUMAC_SEGMENT_PAGE_BYTES, 1, resident), 0);
		assert_true(offset < near || offset % near == 0 || (resident[0] & 1));
		least = offset >= near && offset < least ? offset : least;
		end = offset >= near && offset > end ? offset : end;
	}
	assert_in_range(end - least, 190 * 12288, 200 * 12288);
	sumac_segment_close(segment);
}

static void test_memory_given_back_costs_nothing(void **state)
{
	unsigned char resident[256];
	struct sumac_segment *segment;
	unsigned char *bytes;
	uint64_t offset;
	int n = 0;

	(void)state;
	assert_int_equal(segment_threads_open(1, &segment), 0);
	bytes = sumac_segment_alloc(segment, sizeof(resident) * 4096, &offset);
	memset(bytes, 1, sizeof(resident) * 4096);
	sumac_segment_free(segment, bytes, true);
	assert_int_equal(mincore(bytes, sizeof(resident) * 4096, resident), 0);
	for (size_t i = 0; i < sizeof(resident); i++)
		n += resident[i] & 1;
	assert_int_equal(n, 0);
	sumac_segment_close(segment);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranges_are_zero_and_nobody_elses),
		cmocka_unit_test(test_all_room_can_be_had_again),
		cmocka_unit_test(test_small_things_lie_together),
		cmocka_unit_test(test_memory_given_back_costs_nothing),
	};

	return cmocka_run_group_tests_name("segment_pages", tests, NULL, NULL);
}
