/*
 * The memory of the ranks of a host: offsets of others are judged before they are followed, nobody can change the file's
 * size, another file is refused, and what is unused costs nothing, in core dumps neither.
 */
#define _GNU_SOURCE /* memory files */
#include "segment_threads.h"
#include "child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "segment/segment_private.h"
#include "spec/spec.h"
#include "sumac.h"

enum { N = 3 };

static struct sumac_segment *segments[N];

static int open_all(void **state)
{
	(void)state;
	return segment_threads_open(N, segments);
}

static int close_all(void **state)
{
	(void)state;
	for (int i = 0; i < N; i++)
		sumac_segment_close(segments[i]);
	return 0;
}

static void test_all_see_what_one_writes_where_it_says(void **state)
{
	static const size_t lengths[] = { 1, 4096, 70000, 5000000 };

	(void)state;
	for (int i = 0; i < 4; i++) {
		uint64_t offset;
		unsigned char *mine = sumac_segment_alloc(segments[1], lengths[i], &offset), *seen;

		mine[lengths[i] - 1] = (unsigned char)(i + 7);
		seen = sumac_segment_at(segments[2], 1, offset, lengths[i]);
		assert_non_null(seen);
		assert_int_equal(seen[lengths[i] - 1], i + 7);
		seen = sumac_segment_at(segments[2], 0, offset, lengths[i]);
		assert_int_equal(seen[lengths[i] - 1], 0); /* another rank's */
	}
	assert_int_equal(sumac_segment_local_rank(segments[2]), 2);
	assert_int_equal(sumac_segment_local_rank_of(segments[0], 2), 2);
	assert_int_equal(sumac_segment_n_local(segments[0]), N);
	((char *)sumac_segment_board(segments[0], 2))[SUMAC_SEGMENT_BOARD_BYTES - 1] = 1;
	assert_int_equal(((char *)sumac_segment_board(segments[2], 2))[SUMAC_SEGMENT_BOARD_BYTES - 1], 1);
}

static void test_offsets_outside_a_part_are_refused(void **state)
{
	const uint64_t near = SUMAC_SEGMENT_NEAR_BYTES, all = near + segments[0]->far_bytes;
	const struct { uint64_t offset; size_t len_bytes; int local_rank, is_good; } cases[] = {
		{ 4096, near - 4096, 0, 1 }, { near, all - near, N - 1, 1 }, { all - 1, 1, 1, 1 },
		{ 0, 1, 0, 0 }, { 4095, 1, 0, 0 }, { near - 1, 2, 0, 0 }, { near, all - near + 1, 0, 0 }, { all, 1, 0, 0 },
		{ all, 0, 0, 0 }, { all - 1, SIZE_MAX, 0, 0 }, { UINT64_MAX, 1, 0, 0 }, { UINT64_MAX - 5, 10, 0, 0 },
		{ 4096, SIZE_MAX, 0, 0 }, { 4096, 1, -1, 0 }, { 4096, 1, N, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint8_t *at = sumac_segment_at(segments[1], cases[i].local_rank, cases[i].offset, cases[i].len_bytes);

		assert_int_equal(!!at, cases[i].is_good);
		if (at)
			assert_true(at + cases[i].len_bytes <= segments[1]->base + segments[1]->mapped_bytes);
	}
}

static void test_a_core_dump_leaves_it_out(void **state)
{
	FILE *maps = fopen("/proc/self/smaps", "r");
	bool is_ours = false, is_left_out = false;
	char line[512];

	(void)state;
	while (fgets(line, sizeof(line), maps)) {
		if (strstr(line, "memfd:sumac-segment"))
			is_ours = true;
		if (is_ours && !strncmp(line, "VmFlags:", 8)) {
			is_left_out = strstr(line, " dd") != NULL;
			break;
		}
	}
	fclose(maps);
	assert_true(is_left_out);
}

static void test_only_a_sealed_file_of_the_right_size_is_taken(void **state)
{
	int good = sumac_segment_create(4), bare = memfd_create("bare", MFD_ALLOW_SEALING), null = open("/dev/null", O_RDWR);
	struct stat about;

	(void)state;
	assert_true(good >= 0);
	assert_int_equal(sumac_segment_check(good, 4), 0);
	assert_int_equal(sumac_segment_check(good, 7), -SUMAC_EIO);
	assert_int_equal(fstat(good, &about), 0);
	assert_int_equal(about.st_blocks, 0);
	assert_int_equal(ftruncate(good, 0), -1);
	assert_int_equal(ftruncate(good, about.st_size + 4096), -1);
	assert_int_equal(ftruncate(bare, about.st_size), 0);
	assert_int_equal(sumac_segment_check(bare, 4), -SUMAC_EIO);
	assert_int_equal(fcntl(bare, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0); /* another seal could come */
	assert_int_equal(sumac_segment_check(bare, 4), -SUMAC_EIO);
	assert_int_equal(fcntl(bare, F_ADD_SEALS, F_SEAL_SEAL), 0);
	assert_int_equal(sumac_segment_check(bare, 4), 0);
	assert_int_equal(sumac_segment_check(null, 4), -SUMAC_EIO);
	close(good);
	close(bare);
	close(null);
}

static int under_limits(void *ctx)
{
	const struct rlimit some = { 64 << 20, 64 << 20 }, little = { 1 << 20, 1 << 20 };
	int fd;

	(void)ctx;
	setrlimit(RLIMIT_FSIZE, &some);
	fd = sumac_segment_create(4);
	CHILD_EXPECT(fd >= 0 && !sumac_segment_check(fd, 4) && lseek(fd, 0, SEEK_END) <= 64 << 20);
	setrlimit(RLIMIT_FSIZE, &little);
	CHILD_EXPECT(sumac_segment_create(4) == -SUMAC_ENOMEM && strstr(sumac_last_error(), "ulimit -f"));
	return 0;
}

static void test_it_is_smaller_under_limits_and_says_when_they_leave_none(void **state)
{
	(void)state;
	assert_int_equal(child_run(under_limits, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_all_see_what_one_writes_where_it_says, open_all, close_all),
		cmocka_unit_test_setup_teardown(test_offsets_outside_a_part_are_refused, open_all, close_all),
		cmocka_unit_test_setup_teardown(test_a_core_dump_leaves_it_out, open_all, close_all),
		cmocka_unit_test(test_only_a_sealed_file_of_the_right_size_is_taken),
		cmocka_unit_test(test_it_is_smaller_under_limits_and_says_when_they_leave_none),
	};

	return cmocka_run_group_tests_name("segment", tests, NULL, NULL);
}
