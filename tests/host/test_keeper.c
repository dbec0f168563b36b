/*
 * The keeper and the launcher that it forks: statuses and signals are passed
 * on, and whichever of the two is killed, the whole job ends.
 */
#define _GNU_SOURCE /* posix_openpt */
#include "child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include "launch/keeper.h"

static void write_number(const char *name, int number)
{
	char text[16];

	snprintf(text, sizeof(text), "%d.", number);
	child_write(name, text, 0600);
}

static pid_t number_in(const char *name)
{
	CHILD_EXPECT(child_wait_for(name, "."));
	return (pid_t)atoi(child_read(name));
}

static const struct sumac_keeper_limits no_limits = { .end_s = CHILD_HUNG_S };
static bool is_deaf; /* the launcher, to signals */

/* The launcher's side: starts a process in the background,
 * and returns the number of the first signal that comes. */
static int launcher(void *ctx)
{
	int signal_fd = sumac_keeper_signal_fd();
	struct pollfd polled = { .fd = signal_fd, .events = POLLIN };
	struct signalfd_siginfo info;
	pid_t background = fork();

	(void)ctx;
	if (!background) {
		setsid();
		for (;;)
			pause();
	}
	write_number("background", background);
	write_number("launcher", getpid());
	while (is_deaf)
		pause();
	for (;;) {
		CHILD_EXPECT(poll(&polled, 1, CHILD_HUNG_S * 1000) > 0);
		while (read(signal_fd, &info, sizeof(info)) == sizeof(info))
			if (info.ssi_signo != SIGCHLD)
				return (int)info.ssi_signo;
	}
}

static int keep(void *ctx)
{
	child_make_folder("job");
	return sumac_keeper_keep("test", child_path("job"), ctx ? ctx : &no_limits, launcher, NULL);
}

static pid_t start_keeper_with(struct sumac_keeper_limits *limits)
{
	pid_t keeper = fork();

	if (!keeper)
		_exit(keep(limits));
	number_in("launcher");
	return keeper;
}

static pid_t start_keeper(void)
{
	return start_keeper_with(NULL);
}

static int status_of(pid_t pid)
{
	int status;

	CHILD_EXPECT(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

static int body_signal(void *ctx)
{
	int number = *(int *)ctx;
	pid_t keeper;

	signal(number, SIG_DFL); /* the tests' caller may have it ignored, as nohup does */
	keeper = start_keeper();
	kill(keeper, number);
	CHILD_EXPECT(status_of(keeper) == number);
	CHILD_EXPECT(!child_is_alive(number_in("background")));
	CHILD_EXPECT(!child_has("job"));
	return 0;
}

static int body_launcher_killed(void *ctx)
{
	pid_t keeper = start_keeper();

	(void)ctx;
	kill(number_in("launcher"), SIGKILL);
	CHILD_EXPECT(status_of(keeper) == 128 + SIGKILL);
	CHILD_EXPECT(!child_is_alive(number_in("background")));
	CHILD_EXPECT(!child_has("job"));
	return 0;
}

static int body_keeper_killed(void *ctx)
{
	pid_t keeper = start_keeper();

	is_deaf = ctx;
	kill(keeper, SIGKILL);
	CHILD_EXPECT(status_of(keeper) == 256 + SIGKILL);
	CHILD_EXPECT(child_goes(number_in("launcher")) && child_goes(number_in("background")));
	CHILD_EXPECT(!child_has("job"));
	return 0;
}

static void expect_nothing_left(void)
{
	CHILD_EXPECT(!child_is_alive(number_in("launcher")) && !child_is_alive(number_in("background")));
	CHILD_EXPECT(!child_has("job"));
	unlink(child_path("launcher"));
}

static int body_deaf(void *ctx)
{
	struct sumac_keeper_limits brief = { .job_s = 0.2, .end_s = CHILD_HUNG_S }, patient = { .end_s = 0.2 };
	pid_t keeper;

	(void)ctx;
	is_deaf = true;
	CHILD_EXPECT(status_of(start_keeper_with(&brief)) == 124);
	expect_nothing_left();
	keeper = start_keeper_with(&patient);
	kill(keeper, SIGUSR1); /* asks for no end */
	usleep(400000);
	CHILD_EXPECT(child_is_alive(keeper));
	kill(keeper, SIGTERM);
	CHILD_EXPECT(status_of(keeper) == 128 + SIGTERM);
	expect_nothing_left();
	return 0;
}

/* As under nohup(1). A hangup changes nothing; the request after it is served. */
static int body_nohup(void *ctx)
{
	pid_t keeper;

	(void)ctx;
	signal(SIGHUP, SIG_IGN);
	keeper = start_keeper();
	kill(keeper, SIGHUP);
	kill(number_in("launcher"), SIGHUP);
	kill(keeper, SIGUSR1);
	CHILD_EXPECT(status_of(keeper) == SIGUSR1);
	return 0;
}

static int return_seven(void *ctx)
{
	(void)ctx;
	return 7;
}

/* The process that started us may have ignored SIGCHLD, by which the launcher's status would be lost. */
static int body_ignored_children(void *ctx)
{
	(void)ctx;
	signal(SIGCHLD, SIG_IGN);
	CHILD_EXPECT(sumac_keeper_keep("test", child_path("job"), &no_limits, return_seven, NULL) == 7);
	return 0;
}

static int read_a_line(void *ctx)
{
	char line[32] = "";

	(void)ctx;
	CHILD_EXPECT(!isatty(STDIN_FILENO));
	CHILD_EXPECT(read(STDIN_FILENO, line, sizeof(line) - 1) > 0);
	return strcmp(line, "typed\n") ? 1 : 7;
}

/* A terminal's input goes through a pipe, since the launcher is in the background. */
static int body_terminal(void *ctx)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY), end;
	pid_t keeper;

	(void)ctx;
	if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
		return 77; /* none is available here */
	keeper = fork();
	if (!keeper) {
		setsid();
		end = open(ptsname(terminal), O_RDWR); /* and becomes the controlling terminal */
		dup2(end, STDIN_FILENO);
		_exit(sumac_keeper_keep("test", child_path("job"), &no_limits, read_a_line, NULL));
	}
	CHILD_EXPECT(write(terminal, "typed\n", 6) == 6);
	CHILD_EXPECT(status_of(keeper) == 7);
	return 0;
}

static void a_signal_goes_to_the_launcher_and_its_status_comes_back(void **state)
{
	int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		assert_int_equal(child_run(body_signal, &numbers[i]), 0);
		child_remove_dir(state);
		child_make_dir(state);
	}
}

static void a_killed_launcher_is_told_and_all_is_ended(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_launcher_killed, NULL), 0);
	assert_non_null(strstr(child_err, "test: the launcher was killed by signal 9"));
}

static void a_killed_keeper_takes_all_with_it(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_keeper_killed, NULL), 0);
}

static void a_launcher_that_does_not_answer_is_ended(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_deaf, NULL), 0);
	assert_non_null(strstr(child_err, "test: the launcher does not answer; killing the job"));
}

static void what_was_ignored_before_stays_ignored(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_nohup, NULL), 0);
}

static void a_parent_that_ignores_its_children_does_not_matter(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_ignored_children, NULL), 0);
}

static void a_terminals_input_reaches_the_launcher(void **state)
{
	int code = child_run(body_terminal, NULL);

	(void)state;
	if (code == 77)
		skip();
	assert_int_equal(code, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(a_signal_goes_to_the_launcher_and_its_status_comes_back),
		CHILD_TEST(a_killed_launcher_is_told_and_all_is_ended),
		CHILD_TEST(a_killed_keeper_takes_all_with_it),
		CHILD_TEST(a_launcher_that_does_not_answer_is_ended),
		CHILD_TEST(what_was_ignored_before_stays_ignored),
		CHILD_TEST(a_parent_that_ignores_its_children_does_not_matter),
		CHILD_TEST(a_terminals_input_reaches_the_launcher),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
