/*
 * A job's folder: private, its own, and removed completely, even if the job could not do so itself.
 */
#include "child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "sumac.h"
#include "launch/job_dir.h"
#include "launch/life_lock.h"

static int use_test_folder(void **state)
{
	child_make_dir(state);
	setenv("XDG_RUNTIME_DIR", child_path(""), 1);
	return 0;
}

static int leave_test_folder(void **state)
{
	unsetenv("XDG_RUNTIME_DIR");
	return child_remove_dir(state);
}

static void a_folder_is_private_and_goes_with_all_that_is_in_it(void **state)
{
	char dir[128], path[256];
	struct stat stat_of;

	(void)state;
	assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
	assert_memory_equal(dir, child_path(""), strlen(child_path("")));
	assert_int_equal(stat(dir, &stat_of), 0);
	assert_int_equal(stat_of.st_mode & 07777, 0700);
	snprintf(path, sizeof(path), "%s/below", dir);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/below/link", dir);
	assert_int_equal(symlink(child_path("kept"), path), 0);
	child_write("kept", "", 0600);
	sumac_job_dir_remove(dir);
	assert_int_not_equal(access(dir, F_OK), 0);
	assert_true(child_has("kept")); /* links are not followed */
}

static void shared_memory_has_a_folder_that_goes_as_well(void **state)
{
	char dir[128], shared[64], path[128];

	(void)state;
	assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
	assert_int_equal(sumac_job_dir_make_shared(dir, sizeof(shared), shared), 0);
	assert_memory_equal(shared, "/dev/shm/sumac-job-", 19);
	assert_int_equal(sumac_job_dir_make_shared(dir, sizeof(shared), shared), -1); /* it exists */
	snprintf(path, sizeof(path), "%s/lock", shared);
	assert_int_equal(sumac_life_lock_look(path), SUMAC_LIFE_GOES_ON);
	snprintf(path, sizeof(path), "%s/segment", shared);
	fclose(fopen(path, "we"));
	sumac_job_dir_remove(dir);
	assert_int_not_equal(access(shared, F_OK), 0);
}

static void a_runtime_folder_that_is_too_long_or_not_there_is_not_used(void **state)
{
	const char *const bad[] = { "/no/such/folder", "relative", "" };
	char dir[128], small[16], longer[128];

	(void)state;
	for (int i = 0; i < 4; i++) {
		memset(longer, '/', sizeof(longer));
		strcpy(longer + 80, child_path(""));
		setenv("XDG_RUNTIME_DIR", i < 3 ? bad[i] : longer, 1);
		assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
		assert_memory_equal(dir, "/tmp/sumac-job-", 15);
		sumac_job_dir_remove(dir);
	}
	unsetenv("XDG_RUNTIME_DIR");
	assert_int_equal(sumac_job_dir_make(sizeof(small), small), -1);
}

/* root may write to /proc, as far as access(2) knows. */
static void the_next_folder_serves_where_one_does_not(void **state)
{
	char dir[128];

	(void)state;
	setenv("TMPDIR", child_path(""), 1);
	for (int i = 0; i < 2; i++) {
		setenv("XDG_RUNTIME_DIR", i ? "/no/such/folder" : "/proc", 1);
		assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
		assert_memory_equal(dir, child_path(""), strlen(child_path("")));
		sumac_job_dir_remove(dir);
	}
	setenv("TMPDIR", "/proc", 1);
	assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
	assert_memory_equal(dir, "/tmp/sumac-job-", 15);
	sumac_job_dir_remove(dir);
	unsetenv("TMPDIR");
}

static int make_without_descriptors(void *ctx)
{
	char dir[128];

	(void)ctx;
	setenv("TMPDIR", "relative", 1);
	CHILD_EXPECT(!setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 3, 3 }));
	CHILD_EXPECT(sumac_job_dir_make(sizeof(dir), dir) == -1);
	fputs(sumac_last_error(), stderr);
	return 0;
}

static void what_is_wrong_with_each_is_told_with_the_cure(void **state)
{
	(void)state;
	assert_int_equal(child_run(make_without_descriptors, NULL), 0);
	assert_non_null(strstr(child_err, child_path("")));
	assert_non_null(strstr(child_err, ": Too many open files"));
	assert_non_null(strstr(child_err, "relative: not an absolute path"));
	assert_non_null(strstr(child_err, "/tmp: Too many open files"));
	assert_non_null(strstr(child_err, "set XDG_RUNTIME_DIR or TMPDIR to"));
	assert_int_equal(child_count_in(""), 0);
}

static int make_and_say(void *ctx)
{
	char dir[128];

	(void)ctx;
	CHILD_EXPECT(!sumac_job_dir_make(sizeof(dir), dir));
	printf("%s", dir);
	return 0;
}

static int make_and_stay(void *ctx)
{
	char dir[128];

	(void)ctx;
	CHILD_EXPECT(!sumac_job_dir_make(sizeof(dir), dir));
	child_write("made", dir, 0600);
	pause();
	return 0;
}

/* The first process has ended without removing its folder; the second still runs. */
static void the_next_job_removes_what_a_dead_one_left_and_no_other(void **state)
{
	char of_dead[256], dir[128];
	pid_t living;

	(void)state;
	assert_int_equal(child_run(make_and_say, NULL), 0);
	snprintf(of_dead, sizeof(of_dead), "%.255s", child_out);
	assert_int_equal(access(of_dead, F_OK), 0);
	assert_int_equal(child_make_folder("sumac-job-being-made"), 0); /* has no lock yet */
	living = fork();
	if (!living) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(make_and_stay(NULL));
	}
	assert_true(child_wait_for("made", "/sumac-job-"));
	assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
	assert_int_not_equal(access(of_dead, F_OK), 0);
	assert_int_equal(access(child_read("made"), F_OK), 0);
	assert_true(child_has("sumac-job-being-made"));
	kill(living, SIGKILL);
	waitpid(living, NULL, 0);
	sumac_job_dir_remove(dir);
}

static int removals_left = -1; /* then this process dies; -1: it does not */

/* job_dir.c calls these. */
int remove(const char *path)
{
	if (!removals_left--)
		_exit(9);
	return unlink(path) && rmdir(path) ? -1 : 0;
}

static int die_while_removing(void *ctx)
{
	char dir[128], path[256];

	CHILD_EXPECT(!sumac_job_dir_make(sizeof(dir), dir));
	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/%c-file", dir, 'a' + 11 * i); /* one of them before "lock", and one after it */
		CHILD_EXPECT(!mkdir(path, 0700));
	}
	printf("%s", dir);
	fflush(stdout);
	removals_left = *(int *)ctx;
	sumac_job_dir_remove(dir);
	return 0;
}

/* Wherever launcher and keeper are killed, what is left has a lock that nobody holds, or nothing in it. */
static void a_removal_that_is_cut_short_is_finished_by_the_next_job(void **state)
{
	char left[256], dir[128], lock[300];
	int n = 0;

	(void)state;
	while (child_run(die_while_removing, &n) == 9) {
		snprintf(left, sizeof(left), "%.255s", child_out);
		snprintf(lock, sizeof(lock), "%s/lock", left);
		assert_true(!access(lock, F_OK) || !rmdir(left));
		assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
		assert_int_not_equal(access(left, F_OK), 0);
		sumac_job_dir_remove(dir);
		n++;
	}
	assert_true(n >= 5);
}

static void a_folder_without_a_lock_is_removed_when_it_is_old(void **state)
{
	const struct timespec old[2] = { { time(NULL) - 2 * SUMAC_JOB_DIR_YOUNG_S, 0 },
					 { time(NULL) - 2 * SUMAC_JOB_DIR_YOUNG_S, 0 } };
	char dir[128];

	(void)state;
	assert_int_equal(child_make_folder("sumac-job-killed"), 0);
	assert_int_equal(utimensat(AT_FDCWD, child_path("sumac-job-killed"), old, 0), 0);
	assert_int_equal(sumac_job_dir_make(sizeof(dir), dir), 0);
	assert_false(child_has("sumac-job-killed"));
	sumac_job_dir_remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define JOB_DIR_TEST(function) cmocka_unit_test_setup_teardown(function, use_test_folder, leave_test_folder)
		JOB_DIR_TEST(a_folder_is_private_and_goes_with_all_that_is_in_it),
		JOB_DIR_TEST(shared_memory_has_a_folder_that_goes_as_well),
		JOB_DIR_TEST(a_runtime_folder_that_is_too_long_or_not_there_is_not_used),
		JOB_DIR_TEST(the_next_folder_serves_where_one_does_not),
		JOB_DIR_TEST(what_is_wrong_with_each_is_told_with_the_cure),
		JOB_DIR_TEST(the_next_job_removes_what_a_dead_one_left_and_no_other),
		JOB_DIR_TEST(a_removal_that_is_cut_short_is_finished_by_the_next_job),
		JOB_DIR_TEST(a_folder_without_a_lock_is_removed_when_it_is_old),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
