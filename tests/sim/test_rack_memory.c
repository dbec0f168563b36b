/*
 * Windows of ranks: what may be mapped, and which bus addresses lead where.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/mman.h>

#include "rack_inside.h"

enum { LEN_BYTES = 8192 };

static struct sumac_rack_rank *rank;
static int fd;

static int open_it(void **state)
{
	(void)state;
	inside_open(1, NULL);
	rank = &inside.ranks[0];
	fd = memfd_create("window", MFD_ALLOW_SEALING);
	return ftruncate(fd, LEN_BYTES) | fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
}

static int close_it(void **state)
{
	(void)state;
	inside_close();
	close(fd);
	return 0;
}

static int add_at(uint32_t index, uint64_t offset_bytes, uint64_t len_bytes, int memory_fd, const char *why_not)
{
	const struct sumac_rack_window window = { SUMAC_RACK_WINDOW, index, len_bytes, offset_bytes, 0 };
	const char *why = NULL;
	int status = sumac_rank_window_add(rank, &window, memory_fd, &why);

	if (!why_not)
		assert_null(why);
	else if (!why || !strstr(why, why_not))
		fail_msg("no \"%s\" in \"%s\"", why_not, why ? why : "");
	return status;
}

static int add(uint32_t index, uint64_t len_bytes, int memory_fd, const char *why_not)
{
	return add_at(index, 0, len_bytes, memory_fd, why_not);
}

static uint64_t address_of(uint32_t index, uint64_t offset)
{
	return (UINT64_C(1) + index) << SUMAC_RACK_WINDOW_SHIFT | offset;
}

/* The file's bytes before and behind it are not the NIC's. */
static void a_window_may_be_a_part_of_a_file(void **state)
{
	enum { PAGE = 4096 };
	char *mine;

	(void)state;
	assert_int_equal(ftruncate(fd, 4 * PAGE), 0);
	mine = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	assert_int_equal(add_at(1, PAGE, 2 * PAGE, fd, NULL), 0);
	strcpy(mine + PAGE, "abc");
	assert_string_equal(sumac_rank_translate(rank, address_of(1, 0), 2 * PAGE), "abc");
	assert_null(sumac_rank_translate(rank, address_of(1, 0), 2 * PAGE + 1));
	assert_int_equal(add_at(2, 3 * PAGE, 2 * PAGE, fd, "shorter than the window"), -SUMAC_EINVAL);
	assert_int_equal(add_at(2, UINT64_MAX - PAGE + 1, 2 * PAGE, fd, "shorter than the window"), -SUMAC_EINVAL);
	add_at(2, 100, PAGE, fd, "cannot be mapped");
	munmap(mine, 4 * PAGE);
}

static void a_window_is_the_rank_s_own_memory(void **state)
{
	char *mine = mmap(NULL, LEN_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), *theirs;

	(void)state;
	assert_int_equal(add(2, LEN_BYTES, fd, NULL), 0);
	theirs = sumac_rank_translate(rank, address_of(2, 100), 4);
	assert_non_null(theirs);
	strcpy(mine + 100, "abc");
	assert_string_equal(theirs, "abc");
	theirs[1] = 'x';
	assert_string_equal(mine + 100, "axc");
	munmap(mine, LEN_BYTES);
}

static void addresses_end_with_their_window(void **state)
{
	uint8_t *memory;

	(void)state;
	assert_int_equal(add(2, LEN_BYTES - 100, fd, NULL), 0);
	memory = sumac_rank_translate(rank, address_of(2, 0), LEN_BYTES - 100);
	assert_non_null(memory);
	assert_ptr_equal(sumac_rank_translate(rank, address_of(2, LEN_BYTES - 101), 1), memory + LEN_BYTES - 101);
	assert_null(sumac_rank_translate(rank, address_of(2, 0), LEN_BYTES - 99));
	assert_null(sumac_rank_translate(rank, address_of(2, 1), LEN_BYTES - 100));
	assert_null(sumac_rank_translate(rank, address_of(2, LEN_BYTES - 100), 1));
	assert_null(sumac_rank_translate(rank, address_of(2, (UINT64_C(1) << SUMAC_RACK_WINDOW_SHIFT) - 1), 2));
	assert_null(sumac_rank_translate(rank, address_of(2, 0), SIZE_MAX));
}

static void addresses_of_no_window_lead_nowhere(void **state)
{
	(void)state;
	assert_int_equal(add(2, LEN_BYTES, fd, NULL), 0);
	assert_null(sumac_rank_translate(rank, 0, 1));
	assert_null(sumac_rank_translate(rank, address_of(1, 0), 1));
	assert_null(sumac_rank_translate(rank, address_of(3, 0), 1));
	assert_null(sumac_rank_translate(rank, address_of(SUMAC_RACK_WINDOWS, 0), 1));
	assert_null(sumac_rank_translate(rank, UINT64_MAX, 1));
	sumac_rank_window_remove(rank, 2);
	assert_null(sumac_rank_translate(rank, address_of(2, 0), 1));
	sumac_rank_window_remove(rank, 2);
	assert_int_equal(add(2, LEN_BYTES, fd, NULL), 0); /* its place is free again */
}

static void only_safe_memory_is_mapped(void **state)
{
	char path[] = "/tmp/sumac-test-XXXXXX";
	int soft = memfd_create("soft", MFD_ALLOW_SEALING), file = mkstemp(path), pipes[2];

	(void)state;
	assert_int_equal(ftruncate(soft, LEN_BYTES) | ftruncate(file, LEN_BYTES) | pipe(pipes), 0);
	assert_int_equal(add(2, LEN_BYTES, soft, "not sealed"), -SUMAC_EINVAL);
	assert_int_equal(add(2, LEN_BYTES, pipes[0], "is not a memory file"), -SUMAC_EINVAL);
	assert_int_equal(add(2, LEN_BYTES, -1, "no memory came"), -SUMAC_EINVAL);
	assert_int_equal(add(2, LEN_BYTES + 1, fd, "shorter"), -SUMAC_EINVAL);
	assert_int_equal(add(2, 0, fd, "empty"), -SUMAC_EINVAL);
	assert_int_equal(add(2, UINT64_C(1) << SUMAC_RACK_WINDOW_SHIFT, fd, "too large"), -SUMAC_EINVAL);
	assert_int_equal(add(SUMAC_RACK_WINDOWS, LEN_BYTES, fd, "no such window"), -SUMAC_EINVAL);
	assert_int_equal(add(2, LEN_BYTES, fd, NULL), 0);
	assert_int_equal(add(2, LEN_BYTES, fd, "taken"), -SUMAC_EINVAL);
	close(soft);
	close(file);
	close(pipes[0]);
	close(pipes[1]);
	unlink(path);
}

#define MEMORY_TEST(name) cmocka_unit_test_setup_teardown(name, open_it, close_it)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMORY_TEST(a_window_is_the_rank_s_own_memory),
		MEMORY_TEST(a_window_may_be_a_part_of_a_file),
		MEMORY_TEST(addresses_end_with_their_window),
		MEMORY_TEST(addresses_of_no_window_lead_nowhere),
		MEMORY_TEST(only_safe_memory_is_mapped),
	};

	return cmocka_run_group_tests_name("rack_memory", tests, NULL, NULL);
}
