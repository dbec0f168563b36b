/*
 * Starting and ending the rack that a job brings along. The rack here is a script that behaves as the
 * launcher expects of a rack, or fails to in one way.
 */
#include "tool_prefix.h"

#include <signal.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/settings.h"
#include "launch/keeper.h"
#include "launch/rack_process.h"

/* A plain shell's file descriptors have numbers of one digit: the script needs bash. */
static const char promises[] =
	"#!/bin/bash\n"
	"echo \"$*\" >$CHILD_DIR/words\n"
	"while [ $# -gt 1 ]; do case $1 in --parent-fd) parent=$2 ;; --ready-fd) ready=$2 ;; esac; shift; done\n"
	"echo $$. >$CHILD_DIR/pid\n";

static void write_rack(const char *rest)
{
	char script[1024];

	snprintf(script, sizeof(script), "%s%s", promises, rest);
	child_write("bin/sumac-rack", script, 0700);
}

#define READY "echo ready >&$ready; exec {ready}>&-; "
#define UNTIL_THE_END "read -u $parent; "

static struct sumac_rack_process rack;

static struct sumac_rack_wait wait_for = { .signal_fd = -1 };

static int start(void)
{
	CHILD_EXPECT(!sumac_settings_load());
	return sumac_rack_process_start("test", "/a/socket", 3, "stepped", "7", &wait_for, &rack);
}

/* Runs in the prefix's program, which finds the rack there. */
static int part_well(void)
{
	CHILD_EXPECT(!start());
	CHILD_EXPECT(rack.pid > 0 && child_is_alive(rack.pid));
	CHILD_EXPECT(!child_has("ended"));
	CHILD_EXPECT(!sumac_rack_process_stop("test", &rack));
	CHILD_EXPECT(child_has("ended"));
	CHILD_EXPECT(!rack.pid && !sumac_rack_process_stop("test", &rack)); /* a second stop does nothing */
	return 0;
}

static int part_start(void)
{
	CHILD_EXPECT(start() == -1);
	CHILD_EXPECT(!rack.pid);
	return 0;
}

/* The rack takes its time, the user does not. */
static int part_impatient(void)
{
	wait_for.signal_fd = sumac_keeper_signal_fd();
	kill(getpid(), SIGUSR1);
	kill(getpid(), SIGTERM);
	CHILD_EXPECT(start() == -1 && wait_for.asked_signal == SIGTERM && !wait_for.has_timed_out);
	wait_for = (struct sumac_rack_wait){ .signal_fd = -1, .ends_s = (double)sumac_clock_ns() * 1e-9 + 0.2 };
	CHILD_EXPECT(start() == -1 && !wait_for.asked_signal && wait_for.has_timed_out);
	return 0;
}

static int part_stop(void)
{
	pid_t pid;

	CHILD_EXPECT(!start());
	pid = rack.pid;
	CHILD_EXPECT(sumac_rack_process_stop("test", &rack) == -1);
	CHILD_EXPECT(!child_is_alive(pid));
	return 0;
}

/* When the launcher dies, its rack does not live on. */
static int part_orphan(void)
{
	pid_t launcher = fork();

	if (!launcher) {
		CHILD_EXPECT(!start());
		raise(SIGKILL);
	}
	waitpid(launcher, NULL, 0);
	CHILD_EXPECT(child_goes((pid_t)atoi(child_read("pid"))));
	return 0;
}

static void a_rack_is_told_all_and_ends_when_asked(void **state)
{
	(void)state;
	write_rack(READY UNTIL_THE_END ": >$CHILD_DIR/ended");
	assert_int_equal(TOOL_RUN("well"), 0);
	assert_non_null(strstr(child_read("words"), "--socket /a/socket --nics 3 --clock stepped --patience 7 --parent-fd "));
}

static void what_a_rack_prints_is_no_output_of_the_program(void **state)
{
	(void)state;
	write_rack("echo loud; " READY UNTIL_THE_END ": >$CHILD_DIR/ended");
	assert_int_equal(TOOL_RUN("well"), 0);
	assert_string_equal(child_out, "");
	assert_non_null(strstr(child_err, "loud"));
}

static void a_rack_that_does_not_get_ready_is_told(void **state)
{
	const char *const failures[] = { "exit 0", "exit 4", "echo raedy >&$ready; " UNTIL_THE_END, "printf ready >&$ready" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		write_rack(failures[i]);
		assert_int_equal(TOOL_RUN("start"), 0);
		assert_non_null(strstr(child_err, "test: the rack of 3 simulated NICs did not start ("));
	}
}

static void the_wait_for_a_rack_ends_with_the_users_patience(void **state)
{
	(void)state;
	write_rack(UNTIL_THE_END);
	assert_int_equal(TOOL_RUN("impatient"), 0);
	assert_non_null(strstr(child_err, "did not start before the timeout"));
}

static void no_rack_is_told_with_the_cure(void **state)
{
	char *before = strdup(getenv("PATH"));

	(void)state;
	setenv("PATH", "/usr/bin:/bin", 1);
	assert_int_equal(TOOL_RUN("start"), 0);
	setenv("PATH", before, 1);
	free(before);
	assert_non_null(strstr(child_err, "`make` builds it"));
}

static void a_rack_that_ends_badly_spoils_the_run(void **state)
{
	(void)state;
	write_rack(READY UNTIL_THE_END "exit 3");
	assert_int_equal(TOOL_RUN("stop"), 0);
	assert_non_null(strstr(child_err, "ended with status 3: do not trust this run"));
	write_rack(READY UNTIL_THE_END "exit 4");
	assert_int_equal(TOOL_RUN("stop"), 0);
	assert_non_null(strstr(child_err, "could not write its statistics, frames, trace or waveforms; the program's results are "
				     "unaffected"));
	write_rack(READY UNTIL_THE_END "kill -SEGV $$");
	assert_int_equal(TOOL_RUN("stop"), 0);
	assert_non_null(strstr(child_err, "ended with signal 11: do not trust this run"));
	write_rack(READY "trap '' TERM; while :; do sleep 0.1; done"); /* ignores the pipe */
	assert_int_equal(TOOL_RUN("stop"), 0);
	assert_non_null(strstr(child_err, "does not end within 20 s of being asked, and is killed\n"));
	assert_non_null(strstr(child_err, "ended with signal 9: do not trust this run"));
}

static void a_design_without_a_rack_is_told_with_those_that_have_one(void **state)
{
	(void)state;
	write_rack(READY UNTIL_THE_END);
	child_make_folder("nics");
	setenv("SUMAC_NIC", "smal", 1);
	assert_int_equal(TOOL_RUN("start"), 0);
	assert_non_null(strstr(child_err, "test: nic smal: there is no rack at "));
	assert_non_null(strstr(child_err, "; `make sim NIC=smal` builds one, and no other is built\n"));
	child_make_folder("nics/small");
	child_write("nics/small/sumac-rack", "", 0700);
	assert_int_equal(TOOL_RUN("start"), 0);
	assert_non_null(strstr(child_err, "builds one, and there are small\n"));
	setenv("SUMAC_NIC", "./nics/smal", 1);
	assert_int_equal(TOOL_RUN("start"), 0);
	assert_non_null(strstr(child_err, "takes the path of a sumac-rack, or a name (small)\n"));
	unsetenv("SUMAC_NIC");
}

static void a_rack_goes_with_its_launcher(void **state)
{
	(void)state;
	write_rack(READY "while :; do sleep 0.1; done");
	assert_int_equal(TOOL_RUN("orphan"), 0);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(void);
	} parts[] = { { "well", part_well }, { "start", part_start }, { "stop", part_stop }, { "orphan", part_orphan },
		      { "impatient", part_impatient } };
	const struct CMUnitTest tests[] = {
		TOOL_TEST(a_rack_is_told_all_and_ends_when_asked),
		TOOL_TEST(what_a_rack_prints_is_no_output_of_the_program),
		TOOL_TEST(a_rack_that_does_not_get_ready_is_told),
		TOOL_TEST(the_wait_for_a_rack_ends_with_the_users_patience),
		TOOL_TEST(no_rack_is_told_with_the_cure),
		TOOL_TEST(a_rack_that_ends_badly_spoils_the_run),
		TOOL_TEST(a_design_without_a_rack_is_told_with_those_that_have_one),
		TOOL_TEST(a_rack_goes_with_its_launcher),
	};

	for (size_t i = 0; argc > 1 && i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!strcmp(argv[1], parts[i].name))
			return parts[i].run();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
