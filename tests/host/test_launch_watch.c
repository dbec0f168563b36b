/*
 * Watching a job without a PMIx server, as under mpirun: phases, the user's
 * signals, the timeout, the rack's end, and which status comes of it.
 */
#include "child.h"

#include <signal.h>
#include <sys/wait.h>

#include "launch/descendants.h"
#include "launch/keeper.h"
#include "launch/launch.h"
#include "launch/exit_status.h"

enum { N_RANKS = 3 };

static struct sumac_process processes[N_RANKS];
static struct sumac_launch launch;

/* Ranks that run the same script; "$RANK" in it is the rank. */
static void start(const char *script)
{
	static char *program[4] = { "sh", "-c" };
	char text[16];

	program[2] = (char *)script;
	launch = (struct sumac_launch){ .title = "test", .dir = child_path(""), .program = program, .n_ranks = N_RANKS,
					.n_processes = N_RANKS, .processes = processes, .grace_s = CHILD_HUNG_S,
					.signal_fd = sumac_keeper_signal_fd() };
	for (int rank = 0; rank < N_RANKS; rank++) {
		snprintf(text, sizeof(text), "%d", rank);
		setenv("RANK", text, 1);
		CHILD_EXPECT(!sumac_launch_start_next(&launch));
	}
}

/* When all ranks have said that they have started, sends the signals to this process; each is sent when the
 * files that the one before leads to exist. */
static void send_when_there(const int *numbers, const char *const *files)
{
	pid_t target = getpid();

	if (fork())
		return;
	for (int i = 0; numbers[i]; i++) {
		for (int rank = 0; rank < N_RANKS; rank++) {
			char name[32];

			snprintf(name, sizeof(name), "%s%d", files[i], rank);
			CHILD_EXPECT(child_wait_for(name, ""));
		}
		kill(target, numbers[i]);
	}
	_exit(0);
}

#define THERE "; : >$CHILD_DIR/there$RANK; "
#define STAY "while :; do sleep 0.1; done"

static int body_statuses(void *ctx)
{
	(void)ctx;
	start("exit 0");
	CHILD_EXPECT(sumac_launch_watch(&launch) == 0);
	start("[ $RANK = 1 ] && exit 5; exit 0");
	CHILD_EXPECT(sumac_launch_watch(&launch) == 5);
	start("[ $RANK = 2 ] && kill -9 $$; exit 0");
	CHILD_EXPECT(sumac_launch_watch(&launch) == 128 + SIGKILL);
	return 0;
}

/* The others fail when rank 2 has not only failed, but has been reported. */
static int body_first(void *ctx)
{
	(void)ctx;
	freopen(child_path("told"), "w", stderr);
	setlinebuf(stderr);
	start("[ $RANK = 2 ] && exit 7; until grep -q 'rank 2' $CHILD_DIR/told; do sleep 0.01; done; exit $((RANK + 1))");
	return sumac_launch_watch(&launch);
}

static int body_interrupt(void *ctx)
{
	static const int numbers[] = { SIGINT, 0 };
	static const char *const files[] = { "there" };

	(void)ctx;
	start("trap 'exit 4' INT" THERE STAY);
	send_when_there(numbers, files);
	return sumac_launch_watch(&launch);
}

/* Ranks that ignore the request get SIGTERM after a second one, and are killed after a third. */
static int body_impatience(void *ctx)
{
	static const int numbers[] = { SIGUSR2, SIGINT, SIGINT, SIGINT, 0 };
	static const char *const files[] = { "there", "user", "int", "term" };

	(void)ctx;
	start("trap ': >$CHILD_DIR/user$RANK' USR2; trap ': >$CHILD_DIR/int$RANK' INT; trap ': >$CHILD_DIR/term$RANK' TERM" THERE
	      STAY);
	send_when_there(numbers, files);
	return sumac_launch_watch(&launch);
}

static int body_grace(void *ctx)
{
	(void)ctx;
	start("[ $RANK = 1 ] && exit 6; trap '' TERM" THERE STAY);
	launch.grace_s = 0.2;
	return sumac_launch_watch(&launch);
}

static int body_timeout(void *ctx)
{
	(void)ctx;
	start(STAY);
	launch.timeout_s = 0.2;
	return sumac_launch_watch(&launch);
}

static int body_rack(void *ctx)
{
	(void)ctx;
	start(STAY);
	launch.grace_s = 0.2;
	launch.rack.pid = fork();
	if (!launch.rack.pid)
		_exit(4);
	return sumac_launch_watch(&launch);
}

/* The start of many ranks takes its time; with the third the user loses patience, if told so. */
enum { N_MANY = 50 };

static bool has_signal;

static char **environment_of(int rank)
{
	char **environment = calloc(1, sizeof(*environment));

	usleep(50000);
	if (rank == 2 && has_signal)
		kill(getpid(), SIGTERM);
	return environment;
}

static int start_many(double timeout_s, double progress_s)
{
	static char *program[] = { "/bin/sleep", "300", NULL };
	static struct sumac_process many[N_MANY];
	int code;

	launch = (struct sumac_launch){ .title = "test", .dir = child_path(""), .program = program, .n_ranks = N_MANY,
					.n_processes = N_MANY, .processes = many, .grace_s = 1, .environment_of = environment_of,
					.timeout_s = timeout_s, .progress_s = progress_s, .signal_fd = sumac_keeper_signal_fd() };
	code = sumac_launch_watch(&launch);
	CHILD_EXPECT(launch.n_started >= 3 && launch.n_started < N_MANY);
	return code;
}

static int body_asked_early(void *ctx)
{
	(void)ctx;
	has_signal = true;
	return start_many(0, 0);
}

static int body_timeout_early(void *ctx)
{
	(void)ctx;
	return start_many(1, 0.2);
}

static void a_start_is_ended_by_a_signal(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_asked_early, NULL), 128 + SIGTERM);
}

static void a_start_is_told_of_and_ended_by_the_timeout(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_timeout_early, NULL), SUMAC_EXIT_TIMEOUT);
	assert_non_null(strstr(child_err, "of 50 ranks are started, and 0 have connected"));
	assert_non_null(strstr(child_err, "test: rank 0: has not entered Sumac"));
	assert_non_null(strstr(child_err, "test: rank 49: was not started"));
}

static void the_jobs_status_is_of_the_rank_that_failed(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_statuses, NULL), 0);
	assert_non_null(strstr(child_err, "test: rank 1 exited with status 5\n"));
	assert_non_null(strstr(child_err, "test: rank 2 was killed by signal 9 (Killed)\n"));
}

static void an_interrupt_goes_to_the_ranks_and_their_answer_counts(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_interrupt, NULL), 4);
}

static void a_job_that_has_to_be_ended_at_the_users_wish_has_not_succeeded(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_impatience, NULL), 128 + SIGINT);
	for (int rank = 0; rank < N_RANKS; rank++) {
		char name[16];

		snprintf(name, sizeof(name), "term%d", rank);
		assert_true(child_has(name));
	}
}

static void survivors_of_a_failure_are_ended_after_the_grace(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_grace, NULL), 6);
	assert_non_null(strstr(child_err, "test: ending 2 of 3 ranks, which are still running after 0.2 s of grace"));
}

static void the_timeout_ends_the_job_and_tells_where_it_is(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_timeout, NULL), SUMAC_EXIT_TIMEOUT);
	assert_non_null(strstr(child_err, "test: the job has not ended after 0.2 s"));
	assert_non_null(strstr(child_err, "test: rank 2: has not entered Sumac"));
}

static void the_job_ends_with_its_rack(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_rack, NULL), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "the rack of simulated NICs ended with status 4, which ends the job"));
}

static void of_several_failures_the_first_counts(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_first, NULL), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(the_jobs_status_is_of_the_rank_that_failed),
		CHILD_TEST(of_several_failures_the_first_counts),
		CHILD_TEST(an_interrupt_goes_to_the_ranks_and_their_answer_counts),
		CHILD_TEST(a_job_that_has_to_be_ended_at_the_users_wish_has_not_succeeded),
		CHILD_TEST(survivors_of_a_failure_are_ended_after_the_grace),
		CHILD_TEST(the_timeout_ends_the_job_and_tells_where_it_is),
		CHILD_TEST(the_job_ends_with_its_rack),
		CHILD_TEST(a_start_is_ended_by_a_signal),
		CHILD_TEST(a_start_is_told_of_and_ended_by_the_timeout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
