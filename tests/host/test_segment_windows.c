/*
 * Windows of a rank's part: zero, found by a rank that knows the offset, mapped where they are used alone, and free of cost when
 * they are not; rubbish for an offset is refused before anything is mapped.
 */
#define _GNU_SOURCE /* MADV_* */
#include "child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "segment/segment_private.h"
#include "spec/spec.h"
#include "sumac.h"

enum { MIB = 1 << 20 };
static struct sumac_segment *segments[2];

/* Two mappings of one file, as two processes have them. */
static int open_two(void **state)
{
	int fd = sumac_segment_create(2), err = 0;

	(void)state;
	for (int local_rank = 0; local_rank < 2 && !err; local_rank++) {
		int *local_ranks = malloc(2 * sizeof(*local_ranks));

		local_ranks[0] = 0;
		local_ranks[1] = 1;
		err = sumac_segment_map(fd, local_rank, 2, local_ranks, 2, &segments[local_rank]);
	}
	close(fd);
	return err;
}

static int close_two(void **state)
{
	(void)state;
	sumac_segment_close(segments[0]);
	sumac_segment_close(segments[1]);
	return 0;
}

static int64_t used_blocks(void)
{
	struct stat about;

	assert_int_equal(fstat(segments[0]->map->fd, &about), 0);
	return about.st_blocks;
}

static void test_a_peer_reads_and_writes_where_it_is_told(void **state)
{
	const size_t lengths[] = { 1, 5000, 3 * MIB, (size_t)1500 * MIB };
	unsigned char *mine[4], *seen;
	uint64_t offset;
	int err;

	(void)state;
	for (int i = 0; i < 4; i++) {
		mine[i] = sumac_segment_window_alloc(segments[1], lengths[i]);
		assert_non_null(mine[i]);
		assert_int_equal(mine[i][0] | mine[i][lengths[i] - 1], 0);
		mine[i][0] = mine[i][lengths[i] - 1] = (unsigned char)(i + 1);
	}
	for (int i = 0; i < 4; i++) {
		assert_true(sumac_segment_window_find(segments[1], mine[i], lengths[i], &offset));
		seen = sumac_segment_window_at(segments[0], 1, offset, lengths[i], &err);
		assert_non_null(seen);
		assert_ptr_not_equal(seen, mine[i]);
		assert_int_equal(((uintptr_t)seen ^ (uintptr_t)mine[i]) % (2 * MIB), 0);
		assert_int_equal(seen[0], i + 1);
		assert_int_equal(seen[lengths[i] - 1], i + 1);
		seen[0] = 99;
		assert_int_equal(mine[i][0], 99);
		assert_ptr_equal(seen, sumac_segment_window_at(segments[0], 1, offset, 1, &err));
		seen = sumac_segment_window_at(segments[0], 0, offset, 1, &err);
		assert_int_equal(*seen, 0); /* another rank's */
	}
}

static void test_only_what_lies_in_a_window_is_found(void **state)
{
	unsigned char *window = sumac_segment_window_alloc(segments[0], 2 * 4096);
	unsigned char *next = sumac_segment_window_alloc(segments[0], 1);
	uint64_t offset = 7;

	(void)state;
	assert_true(sumac_segment_window_find(segments[0], window + 4095, 4097, &offset));
	assert_int_equal(offset, 4095);
	assert_false(sumac_segment_window_find(segments[0], window + 4095, 4098, &offset));
	assert_false(sumac_segment_window_find(segments[0], window - 1, 1, &offset));
	assert_false(sumac_segment_window_find(segments[0], window, SIZE_MAX, &offset));
	assert_false(sumac_segment_window_find(segments[0], NULL, 1, &offset));
	assert_false(sumac_segment_window_find(segments[0], &offset, 1, &offset));
	assert_false(sumac_segment_window_find(segments[1], window, 1, &offset));
	sumac_segment_window_free(segments[0], window);
	assert_false(sumac_segment_window_find(segments[0], window, 1, &offset));
	assert_true(sumac_segment_window_find(segments[0], next, 1, &offset));
}

static void test_rubbish_is_refused_and_maps_nothing(void **state)
{
	const uint64_t all = segments[0]->window_bytes;
	const struct { uint64_t offset; size_t len_bytes; int local_rank; } bad[] = {
		{ all, 1, 1 }, { all - 1, 2, 1 }, { 0, all + 1, 1 }, { UINT64_MAX, 1, 1 }, { UINT64_MAX - 5, 10, 1 },
		{ 4096, SIZE_MAX, 1 }, { 0, 0, 1 }, { 0, 1, -1 }, { 0, 1, 2 },
	};
	int err = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_null(sumac_segment_window_at(segments[0], bad[i].local_rank, bad[i].offset, bad[i].len_bytes, &err));
		assert_int_equal(err, -SUMAC_EIO);
	}
	assert_null(segments[0]->map->extents);
	assert_non_null(sumac_segment_window_at(segments[0], 1, all - 1, 1, &err)); /* a hole: zeros, and nobody's */
}

static void test_what_is_freed_is_zero_again_and_costs_nothing(void **state)
{
	int64_t before = used_blocks();
	unsigned char *window;

	(void)state;
	for (int i = 0; i < 5; i++) {
		window = sumac_segment_window_alloc(segments[0], 8 * MIB);
		assert_int_equal(window[0] | window[8 * MIB - 1], 0);
		memset(window, 1, 8 * MIB);
		assert_true(used_blocks() >= before + 8 * MIB / 512);
		sumac_segment_window_free(segments[0], window);
		assert_int_equal(used_blocks(), before);
	}
	assert_null(segments[0]->windows->next);
	assert_null(sumac_segment_window_alloc(segments[0], 0));
	assert_null(sumac_segment_window_alloc(segments[0], SIZE_MAX));
	assert_null(sumac_segment_window_alloc(segments[0], (size_t)1 << 39)); /* than the machine has */
}

/* Its own windows are a part of a core dump, others' are none. */
static void test_a_core_dump_has_ones_own_windows(void **state)
{
	char *window = sumac_segment_window_alloc(segments[0], 3 * MIB), line[512], name[64];
	FILE *maps = fopen("/proc/self/smaps", "r");
	bool is_it = false, is_left_out = true;

	(void)state;
	snprintf(name, sizeof(name), "%lx-", (unsigned long)window);
	while (is_left_out && fgets(line, sizeof(line), maps)) {
		is_it |= !strncmp(line, name, strlen(name));
		if (is_it && !strncmp(line, "VmFlags:", 8)) {
			is_left_out = strstr(line, " dd") != NULL;
			break;
		}
	}
	fclose(maps);
	assert_true(is_it);
	assert_false(is_left_out);
}

static int under_limits(void *ctx)
{
	const struct rlimit files = { 64 << 20, 64 << 20 };

	(void)ctx;
	setrlimit(RLIMIT_FSIZE, &files);
	CHILD_EXPECT(!open_two(NULL));
	CHILD_EXPECT(!segments[0]->window_bytes && !sumac_segment_window_alloc(segments[0], 1));
	return close_two(NULL);
}

static void test_limits_leave_no_windows(void **state)
{
	(void)state;
	assert_int_equal(child_run(under_limits, NULL), 0);
}

/* A program that closes what it did not open. */
static void test_another_file_is_never_mapped(void **state)
{
	int fd = segments[0]->map->fd, other = open("/dev/zero", O_RDWR | O_CLOEXEC), err = 0;

	(void)state;
	close(fd);
	assert_null(sumac_segment_window_alloc(segments[0], 1));
	assert_int_equal(dup2(other, fd), fd);
	close(other);
	assert_null(sumac_segment_window_at(segments[0], 1, 0, 1, &err));
	assert_int_equal(err, -SUMAC_ENOMEM);
	assert_non_null(strstr(sumac_last_error(), "closed descriptors"));
}

#define WINDOWS_TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_two)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WINDOWS_TEST(test_a_peer_reads_and_writes_where_it_is_told),
		WINDOWS_TEST(test_only_what_lies_in_a_window_is_found),
		WINDOWS_TEST(test_rubbish_is_refused_and_maps_nothing),
		WINDOWS_TEST(test_what_is_freed_is_zero_again_and_costs_nothing),
		WINDOWS_TEST(test_a_core_dump_has_ones_own_windows),
		cmocka_unit_test(test_limits_leave_no_windows),
		WINDOWS_TEST(test_another_file_is_never_mapped),
	};

	return cmocka_run_group_tests_name("segment_windows", tests, NULL, NULL);
}
