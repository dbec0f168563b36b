/*
 * The phases of a job: how long each may last, what begins the next, and which processes its signals reach. Each rank
 * here is a process group of two, which wait for a signal and write down which one came.
 */
#include "child.h"

#include <signal.h>
#include <sys/wait.h>

#include "launch/launch_watch.h"
#include "launch/exit_status.h"

enum { N_RANKS = 3 };

static struct sumac_process processes[N_RANKS];
static struct sumac_launch launch = { .title = "test", .processes = processes, .n_ranks = N_RANKS, .n_processes = N_RANKS };

static sigset_t awaited;

static void hear(const char *who, int rank, bool is_stopped)
{
	char name[32], text[16];
	int number;

	if (is_stopped)
		raise(SIGSTOP);
	CHILD_EXPECT(!sigwait(&awaited, &number));
	snprintf(name, sizeof(name), "%s%d", who, rank);
	snprintf(text, sizeof(text), "%d.", number);
	child_write(name, text, 0600);
	_exit(0);
}

static void start(int rank, bool is_stopped)
{
	int status;
	pid_t pid;

	sigemptyset(&awaited);
	sigaddset(&awaited, SIGTERM);
	sigaddset(&awaited, SIGUSR1);
	sigprocmask(SIG_BLOCK, &awaited, NULL); /* they stay pending until they are awaited */
	pid = fork();
	CHILD_EXPECT(pid >= 0);
	if (!pid) {
		setpgid(0, 0);
		if (!fork())
			hear("below", rank, false);
		child_write("there", "", 0600);
		hear("rank", rank, is_stopped);
	}
	CHILD_EXPECT(child_wait_for("there", ""));
	unlink(child_path("there"));
	if (is_stopped)
		CHILD_EXPECT(waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status));
	processes[rank].pid = pid;
}

static void expect_heard(int rank, int number)
{
	char name[32], text[16];

	snprintf(text, sizeof(text), "%d.", number);
	snprintf(name, sizeof(name), "rank%d", rank);
	CHILD_EXPECT(child_wait_for(name, text));
	snprintf(name, sizeof(name), "below%d", rank);
	CHILD_EXPECT(child_wait_for(name, text));
}

/* Rank 1 has ended; its process number 0 would mean this
 * process's own group, where the signal would stay pending. */
static int body_signals(void *ctx)
{
	sigset_t came;

	(void)ctx;
	setpgid(0, 0); /* so that a bug does not reach the process that runs this test */
	start(0, false);
	start(2, false);
	CHILD_EXPECT(sumac_watch_n_running(&launch) == 2);
	sumac_watch_signal_all(&launch, SIGUSR1);
	expect_heard(0, SIGUSR1);
	expect_heard(2, SIGUSR1);
	CHILD_EXPECT(!child_has("rank1") && !child_has("below1"));
	sigpending(&came);
	CHILD_EXPECT(!sigismember(&came, SIGUSR1));
	return 0;
}

static int body_stopped(void *ctx)
{
	struct sumac_watch watch;

	(void)ctx;
	setpgid(0, 0);
	start(0, false);
	start(1, true);
	sumac_watch_begin(&launch, &watch);
	sumac_watch_begin_ending(&watch);
	expect_heard(0, SIGTERM);
	expect_heard(1, SIGTERM);
	return 0;
}

static int body_phases(void *ctx)
{
	struct sumac_launch none = { .timeout_s = 0 }, some = { .timeout_s = 1000, .grace_s = 0 };
	struct sumac_watch watch;

	(void)ctx;
	sumac_watch_begin(&none, &watch);
	CHILD_EXPECT(watch.phase == SUMAC_WATCH_RUNNING && sumac_watch_left_ms(&watch) == -1);
	sumac_watch_begin(&some, &watch);
	CHILD_EXPECT(sumac_watch_left_ms(&watch) > 0 && sumac_watch_left_ms(&watch) <= 1000001);
	sumac_watch_begin_grace(&watch);
	CHILD_EXPECT(watch.phase == SUMAC_WATCH_GRACE && sumac_watch_left_ms(&watch) == 0);
	some.grace_s = 1000;
	sumac_watch_begin_grace(&watch); /* a second failure does not make it longer */
	CHILD_EXPECT(sumac_watch_left_ms(&watch) == 0);
	sumac_watch_begin_ending(&watch);
	CHILD_EXPECT(watch.phase == SUMAC_WATCH_ENDING && sumac_watch_left_ms(&watch) > 0);
	sumac_watch_begin_grace(&watch); /* there is no going back */
	CHILD_EXPECT(watch.phase == SUMAC_WATCH_ENDING);
	CHILD_EXPECT(!some.n_failed && !some.exit_status);
	some.timeout_s = 1e12; /* more than poll() takes */
	sumac_watch_begin(&some, &watch);
	CHILD_EXPECT(sumac_watch_left_ms(&watch) == 1000000000);
	return 0;
}

static int body_asked(void *ctx)
{
	struct sumac_launch asked = { .title = "test" }, failed = { .title = "test", .n_failed = 1, .exit_status = 7 };
	struct sumac_watch watch;

	(void)ctx;
	sumac_watch_begin(&asked, &watch);
	watch.asked_signal = SIGINT;
	sumac_watch_begin_ending(&watch);
	CHILD_EXPECT(asked.exit_status == SUMAC_EXIT_SIGNAL + SIGINT && asked.n_failed == 1);
	sumac_watch_begin(&failed, &watch);
	watch.asked_signal = SIGINT;
	sumac_watch_begin_ending(&watch);
	CHILD_EXPECT(failed.exit_status == 7 && failed.n_failed == 1);
	return 0;
}

static void phases_follow_each_other_and_end_in_time(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_phases, NULL), 0);
}

static void signals_reach_whole_groups_of_ranks_that_run_and_nobody_else(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_signals, NULL), 0);
}

static void a_stopped_rank_hears_the_request_to_end(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_stopped, NULL), 0);
}

static void what_had_to_be_ended_at_the_users_wish_has_failed_by_it_unless_before(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_asked, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(phases_follow_each_other_and_end_in_time),
		CHILD_TEST(signals_reach_whole_groups_of_ranks_that_run_and_nobody_else),
		CHILD_TEST(a_stopped_rank_hears_the_request_to_end),
		CHILD_TEST(what_had_to_be_ended_at_the_users_wish_has_failed_by_it_unless_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
