/*
 * The status page: the launcher reads what a rank stores, and nothing that a rank writes can harm it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/report/status_page.h"
#include "spec/spec.h"

static char dir[64];

static int make_dir(void **state)
{
	(void)state;
	strcpy(dir, "/tmp/sumac-test-XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char path[128];

	(void)state;
	for (int rank = 0; rank < 4; rank++) {
		snprintf(path, sizeof(path), "%s/rank-%d.status", dir, rank);
		unlink(path);
	}
	return rmdir(dir);
}

static void enter(struct sumac_status_page *page, const char *call, uint64_t seq, int team_size, const char *engine)
{
	struct sumac_status_text name = sumac_status_text(call, engine);

	sumac_status_page_enter(page, &name, seq, team_size);
}

static void the_launcher_reads_the_call_a_rank_is_in(void **state)
{
	static const int others[] = { 0, 2 };
	struct sumac_status_page *page, seen;

	(void)state;
	assert_int_equal(sumac_status_page_open(dir, 3, false, &page), 0);
	assert_int_equal(sumac_status_page_read(dir, 3, &seen), 0);
	assert_int_equal(seen.is_in_call, 0);
	assert_int_equal(seen.rank, 3);
	assert_int_equal(seen.pid, getpid());
	enter(page, "MPI_Allreduce", 12345678901ull, 8, "nic");
	sumac_status_page_wait_for(page, others, 2);
	assert_int_equal(sumac_status_page_read(dir, 3, &seen), 0);
	assert_int_equal(seen.is_in_call, 1);
	assert_string_equal(seen.name.call, "MPI_Allreduce");
	assert_string_equal(seen.name.engine, "nic");
	assert_true(seen.seq == 12345678901ull);
	assert_int_equal(seen.team_size, 8);
	assert_int_equal(seen.n_waiting, 2);
	assert_int_equal(seen.waiting_for[0], 0);
	assert_int_equal(seen.waiting_for[1], 2);
	sumac_status_page_leave(page);
	assert_int_equal(sumac_status_page_read(dir, 3, &seen), 0);
	assert_int_equal(seen.has_finished, 0);
	sumac_status_page_finish(page);
	assert_int_equal(sumac_status_page_read(dir, 3, &seen), 0);
	assert_int_equal(seen.has_finished, 1);
	assert_int_equal(seen.is_in_call, 0);
	assert_int_equal(seen.n_waiting, 0);
	assert_string_equal(seen.name.call, "MPI_Allreduce");
	sumac_status_page_close(page);
}

static void a_shorter_name_leaves_nothing_of_a_longer_one(void **state)
{
	struct sumac_status_page *page, seen;

	(void)state;
	assert_int_equal(sumac_status_page_open(dir, 0, false, &page), 0);
	enter(page, "a_name_that_is_longer_than_what_the_page_holds", 1, 1, "a long engine");
	enter(page, "short", 2, 1, "cpu");
	assert_int_equal(sumac_status_page_read(dir, 0, &seen), 0);
	assert_string_equal(seen.name.call, "short");
	assert_string_equal(seen.name.engine, "cpu");
	sumac_status_page_close(page);
}

static void a_long_list_is_cut_and_counted(void **state)
{
	struct sumac_status_page *page, seen;
	int others[40];

	(void)state;
	for (int i = 0; i < 40; i++)
		others[i] = 100 + i;
	assert_int_equal(sumac_status_page_open(dir, 1, false, &page), 0);
	sumac_status_page_wait_for(page, others, 40);
	assert_int_equal(sumac_status_page_read(dir, 1, &seen), 0);
	assert_int_equal(seen.n_waiting, 40);
	assert_int_equal(seen.waiting_for[SUMAC_STATUS_PAGE_MAX_WAITING - 1], 100 + SUMAC_STATUS_PAGE_MAX_WAITING - 1);
	sumac_status_page_close(page);
}

static void without_a_launcher_the_page_is_private(void **state)
{
	struct sumac_status_page *page, seen;

	(void)state;
	assert_int_equal(sumac_status_page_open(NULL, 0, false, &page), 0);
	enter(page, "call", 1, 1, "cpu");
	sumac_status_page_close(page);
	assert_int_equal(sumac_status_page_open("", 0, false, &page), 0);
	sumac_status_page_close(page);
	assert_int_equal(sumac_status_page_read(dir, 0, &seen), -SUMAC_ENODEV);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
	struct sumac_status_page *page;

	(void)state;
	assert_int_equal(sumac_status_page_open("/no/such/folder", 0, false, &page), -SUMAC_EIO);
}

/* A limit on file sizes stands for a full file system. */
static void where_the_folder_has_no_room_a_rank_does_without(void **state)
{
	struct sumac_status_page *page, seen;
	struct rlimit before, none;
	char path[128];
	int status, needed;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	none = (struct rlimit){ 0, before.rlim_max };
	setrlimit(RLIMIT_FSIZE, &none);
	needed = sumac_status_page_open(dir, 0, true, &page);
	status = sumac_status_page_open(dir, 1, false, &page);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_int_equal(needed, -SUMAC_EIO);
	assert_int_equal(status, 0);
	enter(page, "call", 1, 1, "cpu");
	assert_int_equal(sumac_status_page_read(dir, 1, &seen), -SUMAC_ENOMEM);
	sumac_status_page_close(page);
	snprintf(path, sizeof(path), "%s/no-status-page", dir);
	assert_int_equal(unlink(path), 0); /* the mark that it has been said */
}

static void garbage_in_the_file_does_not_reach_the_launcher(void **state)
{
	struct sumac_status_page page, seen;
	char path[128];
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/rank-2.status", dir);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	memset(&page, 'x', sizeof(page)); /* texts without an end, and an odd count of changes */
	page.n_changes = 7;
	assert_int_equal(pwrite(fd, &page, sizeof(page), 0), sizeof(page));
	assert_int_equal(sumac_status_page_read(dir, 2, &seen), -SUMAC_ENODEV);
	page.version = SUMAC_STATUS_PAGE_VERSION;
	assert_int_equal(pwrite(fd, &page, sizeof(page), 0), sizeof(page));
	assert_int_equal(sumac_status_page_read(dir, 2, &seen), 0);
	assert_int_equal(strlen(seen.name.call), sizeof(seen.name.call) - 1);
	assert_int_equal(ftruncate(fd, 10), 0);
	assert_int_equal(sumac_status_page_read(dir, 2, &seen), -SUMAC_ENODEV);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_launcher_reads_the_call_a_rank_is_in, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(a_shorter_name_leaves_nothing_of_a_longer_one, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(a_long_list_is_cut_and_counted, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(without_a_launcher_the_page_is_private, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(where_the_folder_has_no_room_a_rank_does_without, make_dir, remove_dir),
		cmocka_unit_test(a_folder_that_is_not_there_is_an_error),
		cmocka_unit_test_setup_teardown(garbage_in_the_file_does_not_reach_the_launcher, make_dir, remove_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
