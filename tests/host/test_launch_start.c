/*
 * Starting a job's processes: each in a group of its own, with its environment and its standard input, and
 * not outliving the process that started it; and how the end of one is put into words.
 */
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "launch/keeper.h"
#include "launch/launch.h"
#include "launch/exit_status.h"

enum { N_RANKS = 3 };

static struct sumac_process processes[N_RANKS];

static struct sumac_launch launch_of(char **program)
{
	memset(processes, 0, sizeof(processes));
	return (struct sumac_launch){ .title = "test", .dir = child_path(""), .program = program, .n_ranks = N_RANKS,
				      .n_processes = N_RANKS, .processes = processes };
}

static char **environment_of(int rank)
{
	char **environment = calloc(4, sizeof(*environment)), text[64];

	snprintf(text, sizeof(text), "RANK=%d", rank);
	environment[0] = strdup(text);
	environment[1] = strdup("PATH=/usr/bin:/bin");
	snprintf(text, sizeof(text), "DIR=%s", child_path(""));
	environment[2] = strdup(text);
	return environment;
}

static int body_start(void *ctx)
{
	char *program[] = { "sh", "-c", "read x; echo \"$RANK:$x:${HOME-none}\" >\"$DIR/$RANK\"; "
			    "read a b c d group rest </proc/$$/stat; [ $group = $$ ]", NULL };
	struct sumac_launch launch = launch_of(program);
	int status, input[2];

	(void)ctx;
	CHILD_EXPECT(!pipe(input) && write(input[1], "word\n", 5) == 5);
	dup2(input[0], STDIN_FILENO);
	close(sumac_keeper_signal_fd());
	launch.environment_of = environment_of;
	for (int rank = 0; rank < N_RANKS; rank++)
		CHILD_EXPECT(!sumac_launch_start_next(&launch) && launch.n_started == rank + 1);
	for (int rank = 0; rank < N_RANKS; rank++) {
		CHILD_EXPECT(waitpid(processes[rank].pid, &status, 0) == processes[rank].pid);
		CHILD_EXPECT(!status);
	}
	CHILD_EXPECT(!strcmp(child_read("0"), "0:word:none\n"));
	CHILD_EXPECT(!strcmp(child_read("1"), "1::none\n"));
	CHILD_EXPECT(!strcmp(child_read("2"), "2::none\n"));
	return 0;
}

/* Signals that the launcher blocks or ignores are neither blocked nor ignored in its ranks. */
static int body_signals(void *ctx)
{
	char *program[] = { "sh", "-c", "kill -$SIGNAL $$; sleep 100", NULL };
	char *blocked[] = { "grep", "-q", "^SigBlk:[[:space:]]*0*$", "/proc/self/status", NULL }; /* a shell unblocks all */
	static const int numbers[] = { SIGTERM, SIGINT, SIGPIPE, SIGUSR1 };
	struct sumac_launch launch = launch_of(program);
	int status;
	char text[16];

	(void)ctx;
	close(sumac_keeper_signal_fd());
	signal(SIGPIPE, SIG_IGN);
	for (int i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "%d", numbers[i]);
		setenv("SIGNAL", text, 1);
		launch.n_started = 0;
		CHILD_EXPECT(!sumac_launch_start_next(&launch));
		CHILD_EXPECT(waitpid(processes[0].pid, &status, 0) == processes[0].pid);
		CHILD_EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == numbers[i]);
	}
	launch.program = blocked;
	launch.n_started = 0;
	CHILD_EXPECT(!sumac_launch_start_next(&launch));
	CHILD_EXPECT(waitpid(processes[0].pid, &status, 0) == processes[0].pid && !status);
	return 0;
}

static int body_missing(void *ctx)
{
	char *program[] = { ctx, NULL };
	struct sumac_launch launch = launch_of(program);
	int code = sumac_launch_start_next(&launch);

	CHILD_EXPECT(!processes[0].pid);
	CHILD_EXPECT(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
	return code;
}

static int body_outlived(void *ctx)
{
	char *program[] = { "sh", "-c", "echo $$. >\"$CHILD_DIR/$$\"; echo $$. >\"$CHILD_DIR/rank\"; sleep 300", NULL };
	struct sumac_launch launch = launch_of(program);
	pid_t launcher = fork();

	(void)ctx;
	if (!launcher) {
		sumac_launch_start_next(&launch);
		CHILD_EXPECT(child_wait_for("rank", "."));
		raise(SIGKILL);
	}
	waitpid(launcher, NULL, 0);
	CHILD_EXPECT(child_goes((pid_t)atoi(child_read("rank"))));
	return 0;
}

static int body_words(void *ctx)
{
	struct sumac_launch launch = { .title = "test" };

	(void)ctx;
	CHILD_EXPECT(sumac_launch_tell_end(&launch, 4, W_EXITCODE(0, SIGSEGV)) == 128 + SIGSEGV);
	CHILD_EXPECT(sumac_launch_tell_end(&launch, 4, W_EXITCODE(3, 0)) == 3);
	CHILD_EXPECT(sumac_launch_tell_end(&launch, 4, 0) == SUMAC_EXIT_FAILED);
	launch.is_under_mpirun = true;
	CHILD_EXPECT(sumac_launch_tell_end(&launch, 0, W_EXITCODE(0, SIGKILL)) == 128 + SIGKILL);
	return 0;
}

static void ranks_get_their_own_environment_and_rank_0_the_input(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_start, NULL), 0);
}

static void ranks_take_signals_as_programs_do(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_signals, NULL), 0);
}

static void what_cannot_run_is_told_and_nothing_stays(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_missing, "/no/such/program"), SUMAC_EXIT_NOT_FOUND);
	assert_non_null(strstr(child_err, "test: cannot run /no/such/program: No such file"));
	child_write("text", "no program", 0600);
	assert_int_equal(child_run(body_missing, (void *)child_path("text")), SUMAC_EXIT_CANNOT_RUN);
	assert_non_null(strstr(child_err, "Permission denied"));
}

static void ranks_go_with_their_launcher(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_outlived, NULL), 0);
}

static void an_end_is_told_in_words_and_as_a_status(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_words, NULL), 0);
	assert_string_equal(child_err, "test: rank 4 was killed by signal 11 (Segmentation fault)\n"
				       "test: rank 4 exited with status 3\n"
				       "test: rank 4 exited with status 0 without finalizing, while other ranks depend on it\n"
				       "test: mpirun was killed by signal 9 (Killed)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(ranks_get_their_own_environment_and_rank_0_the_input),
		CHILD_TEST(ranks_take_signals_as_programs_do),
		CHILD_TEST(what_cannot_run_is_told_and_nothing_stays),
		CHILD_TEST(ranks_go_with_their_launcher),
		CHILD_TEST(an_end_is_told_in_words_and_as_a_status),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
