/*
 * Leftovers: what dead jobs left goes, whatever kind it is; what is a live job's, another user's or nobody's stays.
 */
#include "child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "launch/leftovers.h"
#include "launch/life_lock.h"

#define JOB "sumac-job-abcdef"
#define IN_ALL "base/" JOB, "shm/" JOB, "xrt/" JOB "-0", "xrt/D2X_unix_sock_" JOB "-0"

static char told[4096];

static void tell(const char *path)
{
	strcat(strcat(told, path + strlen(child_path(""))), "\n");
}

static int look(bool is_dry)
{
	char base[256], shm[256], xrt[256];
	struct sumac_leftovers_places places = { .folders = { base, base, "", shm }, .sockets = xrt };

	snprintf(base, sizeof(base), "%s", child_path("base"));
	snprintf(shm, sizeof(shm), "%s", child_path("shm"));
	snprintf(xrt, sizeof(xrt), "%s", child_path("xrt"));
	told[0] = 0;
	return sumac_leftovers_remove(&places, is_dry, tell);
}

static void make_socket(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%.100s", child_path(name));
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	close(fd);
}

/* Half of it has no lock. */
static int make_job(void **state)
{
	child_make_dir(state);
	assert_int_equal(child_make_folder("base") | child_make_folder("shm") | child_make_folder("xrt"), 0);
	assert_int_equal(child_make_folder("base/" JOB) | child_make_folder("shm/" JOB), 0);
	child_write("base/" JOB "/status", "", 0600);
	make_socket("xrt/" JOB "-0");
	make_socket("xrt/D2X_unix_sock_" JOB "-0");
	return 0;
}

static void expect_there(bool is_there)
{
	const char *const names[] = { IN_ALL };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (child_has(names[i]) != is_there)
			fail_msg("%s", names[i]);
}

static void a_dead_jobs_things_are_told_and_then_removed(void **state)
{
	const char *const names[] = { IN_ALL };

	(void)state;
	child_write("base/" JOB "/lock", "", 0600);
	assert_int_equal(look(true), 4);
	expect_there(true);
	assert_int_equal(look(false), 4);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_non_null(strstr(told, names[i]));
	expect_there(false);
	assert_false(child_has("xrt"));
	assert_true(child_has("base") && child_has("shm"));
	assert_int_equal(look(false), 0);
}

static int hold(const char *name)
{
	int pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (sumac_life_lock_hold(child_path(name)))
			_exit(1);
		child_write("held", "held", 0600);
		pause();
		_exit(0);
	}
	assert_true(child_wait_for("held", "held"));
	unlink(child_path("held"));
	return pid;
}

/* Whichever of its locks is seen, as its folder may be where this user's settings of today do not look. */
static void any_lock_that_is_held_keeps_all_that_a_job_has(void **state)
{
	const char *const locks[] = { "base/" JOB "/lock", "shm/" JOB "/lock", "xrt/" JOB "-lock" };

	(void)state;
	for (int i = 0; i < 3; i++) {
		int pid = hold(locks[i]);

		child_write(locks[(i + 1) % 3], "", 0600); /* free */
		assert_int_equal(look(false), 0);
		assert_string_equal(told, "");
		expect_there(true);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		assert_true(look(true) > 0);
		unlink(child_path(locks[i]));
		unlink(child_path(locks[(i + 1) % 3]));
	}
}

static void without_a_lock_age_decides(void **state)
{
	const struct timespec long_ago[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	const char *const names[] = { IN_ALL };

	(void)state;
	assert_int_equal(look(false), 0);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(utimensat(AT_FDCWD, child_path(names[i]), long_ago, 0), 0);
	assert_int_equal(look(false), 4);
	expect_there(false);
}

static void links_other_names_and_others_things_stay(void **state)
{
	(void)state;
	child_write("base/" JOB "/lock", "", 0600);
	assert_int_equal(child_make_folder("kept") | child_make_folder("base/sumac-job-abcdefg") |
			 child_make_folder("base/sumac-job-abc") | child_make_folder("base/other"), 0);
	child_write("kept/lock", "", 0600);
	child_write("kept/precious", "", 0600);
	assert_int_equal(symlink(child_path("kept"), child_path("base/sumac-job-linked")), 0);
	assert_int_equal(symlink(child_path("kept"), child_path("base/" JOB "/down")), 0);
	assert_int_equal(symlink(child_path("kept/precious"), child_path("xrt/sumac-job-linked-0")), 0);
	make_socket("xrt/someone");
	if (!geteuid()) {
		assert_int_equal(child_make_folder("shm/sumac-job-foreig"), 0);
		child_write("shm/sumac-job-foreig/lock", "", 0600);
		assert_int_equal(chown(child_path("shm/sumac-job-foreig"), 1, 1), 0);
	}
	assert_int_equal(look(false), 4);
	assert_true(child_has("kept/precious") && child_has("base/sumac-job-linked") && child_has("xrt/someone") &&
		    child_has("base/other"));
	assert_true(child_has("base/sumac-job-abcdefg") && child_has("base/sumac-job-abc"));
	assert_true(geteuid() || child_has("shm/sumac-job-foreig/lock"));

	/* A folder of sockets that is a link, or another user's, is not looked into. */
	assert_int_equal(rename(child_path("xrt"), child_path("elsewhere")), 0);
	make_socket("elsewhere/" JOB "-1");
	child_write("elsewhere/" JOB "-lock", "", 0600);
	assert_int_equal(symlink(child_path("elsewhere"), child_path("xrt")), 0);
	assert_int_equal(look(false), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define LEFTOVERS_TEST(function) cmocka_unit_test_setup_teardown(function, make_job, child_remove_dir)
		LEFTOVERS_TEST(a_dead_jobs_things_are_told_and_then_removed),
		LEFTOVERS_TEST(any_lock_that_is_held_keeps_all_that_a_job_has),
		LEFTOVERS_TEST(without_a_lock_age_decides),
		LEFTOVERS_TEST(links_other_names_and_others_things_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
