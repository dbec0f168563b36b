/*
 * All descendants of a process are found and ended, wherever they have gone: background, other groups and
 * sessions, daemons. One tree may be spared.
 */
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "launch/descendants.h"

/* Writes its process number into a file of that name, and stays. */
static bool is_one(const void *ctx, pid_t pid)
{
	return pid == *(const pid_t *)ctx;
}

static void stay(const char *name)
{
	char number[16];

	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	snprintf(number, sizeof(number), "%d.", (int)getpid());
	child_write(name, number, 0600);
	for (;;)
		pause();
}

static pid_t pid_of(const char *name)
{
	CHILD_EXPECT(child_wait_for(name, "."));
	return (pid_t)atoi(child_read(name));
}

/* A daemon: its parent has gone, and it leads its own
 * session. Its name in /proc has blanks and brackets. */
static void make_daemon(const char *name)
{
	pid_t between = fork();

	if (!between) {
		if (!fork()) {
			setsid();
			prctl(PR_SET_NAME, "a ) S 1 (b");
			stay(name);
		}
		_exit(0);
	}
	waitpid(between, NULL, 0);
}

static int body_all(void *ctx)
{
	pid_t pids[3], child;

	(void)ctx;
	sumac_descendants_adopt();
	child = fork();
	if (!child) {
		if (!fork())
			stay("grandchild");
		setpgid(0, 0);
		stay("child");
	}
	make_daemon("daemon");
	pids[0] = pid_of("child");
	pids[1] = pid_of("grandchild");
	pids[2] = pid_of("daemon");
	sumac_descendants_kill(NULL, NULL);
	for (int i = 0; i < 3; i++)
		CHILD_EXPECT(!child_is_alive(pids[i]));
	CHILD_EXPECT(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD); /* and reaped */
	return 0;
}

/* Orphans go to another process here, so all generations have to be found while they are still connected. */
static int body_no_subreaper(void *ctx)
{
	pid_t child = fork(), grandchild;

	(void)ctx;
	if (!child) {
		if (!fork())
			stay("grandchild");
		stay("child");
	}
	pid_of("child");
	grandchild = pid_of("grandchild");
	sumac_descendants_kill(NULL, NULL);
	CHILD_EXPECT(!child_is_alive(child) && child_goes(grandchild));
	return 0;
}

static int body_spared(void *ctx)
{
	pid_t spared, other;

	(void)ctx;
	sumac_descendants_adopt();
	spared = fork();
	if (!spared) {
		if (!fork())
			stay("below the spared");
		stay("spared");
	}
	other = fork();
	if (!other)
		stay("other");
	pid_of("spared");
	pid_of("other");
	pid_of("below the spared");
	sumac_descendants_kill(is_one, &spared);
	CHILD_EXPECT(!child_is_alive(other));
	CHILD_EXPECT(child_is_alive(spared));
	CHILD_EXPECT(child_is_alive(pid_of("below the spared")));
	return 0;
}

/* A spared process that has ended is not reaped: its owner wants its status. */
static int body_status(void *ctx)
{
	pid_t spared = fork();
	int status;

	(void)ctx;
	if (!spared)
		_exit(7);
	CHILD_EXPECT(child_goes(spared));
	sumac_descendants_kill(is_one, &spared);
	CHILD_EXPECT(waitpid(spared, &status, WNOHANG) == spared && WEXITSTATUS(status) == 7);
	return 0;
}

/* Keeps forking while it is being ended. */
static int body_forking(void *ctx)
{
	(void)ctx;
	sumac_descendants_adopt();
	for (int i = 0; i < 3; i++)
		if (!fork())
			for (int age = 0;; age++) {
				usleep(10000);
				if (fork())
					_exit(0);
				if (age == 3)
					child_write("they fork", "", 0600);
			}
	CHILD_EXPECT(child_wait_for("they fork", ""));
	sumac_descendants_kill(NULL, NULL);
	CHILD_EXPECT(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
	return 0;
}

static void nothing_survives_wherever_it_has_gone(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_all, NULL), 0);
}

static void generations_are_found_without_being_adopted(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_no_subreaper, NULL), 0);
}

static void the_spared_tree_lives_and_keeps_its_status(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_spared, NULL), 0);
	assert_int_equal(child_run(body_status, NULL), 0);
}

static void processes_that_fork_meanwhile_are_caught(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_forking, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(nothing_survives_wherever_it_has_gone),
		CHILD_TEST(generations_are_found_without_being_adopted),
		CHILD_TEST(the_spared_tree_lives_and_keeps_its_status),
		CHILD_TEST(processes_that_fork_meanwhile_are_caught),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
