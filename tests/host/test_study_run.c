/*
 * A study's points run side by side, and whatever ends some of them, the others' results are kept. A script stands for `sumac`.
 */
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "study/study_pool.h"
#include "study/study_run.h"
#include "sumac.h"

/* By the setting hop_ns, a point fails (301), prints rubbish (302), cannot be asked to end (303), sleeps (304). */
static const char script[] = "#!/bin/sh\n"
			     "echo \"$SUMAC_HOP_NS$SUMAC_VERBOSE $SUMAC_ENGINE $SUMAC_RACK_THREADS $*\" >>ran\n"
			     "case $SUMAC_HOP_NS in\n"
			     "301) echo so it goes >&2; exit 3 ;;\n"
			     "302) echo rubbish ;;\n"
			     "303) trap '' TERM; echo $$. >stays; while :; do sleep 1; done ;;\n"
			     "304) echo $$. >sleeps; exec sleep 1000 ;;\n"
			     "*) echo '{\"cycles\": 5}' ;;\n"
			     "esac\n";

static double timeout_s;

static int run_study(void *ctx)
{
	struct sumac_study study = { 0 };
	struct sumac_study_run run = { .study = &study, .n_cores = 4, .n_slots = 2, .timeout_s = timeout_s };
	int status;

	child_write("s", ctx, 0600);
	child_write("sumac", script, 0700);
	setenv("SUMAC_VERBOSE", "1", 1); /* the user's, and a make's, which do not count */
	setenv("MAKELEVEL", "5", 1);
	run.folder = sumac_study_text("%s", child_path(""));
	run.tree = sumac_study_text("%s", child_path("tree"));
	run.sumac = sumac_study_text("%s", child_path("sumac"));
	if (sumac_study_file_read(child_path("s"), &study.file) || sumac_study_points_make(&study) ||
	    sumac_study_store_open(child_path("results"), &run.store)) {
		fprintf(stderr, "%s\n", sumac_last_error());
		return 2;
	}
	status = sumac_study_run(&run);
	sumac_study_points_forget(&study);
	return status;
}

static int run_text(const char *text)
{
	return child_run(run_study, (void *)text);
}

static void expect(const char *output, const char *part)
{
	if (!strstr(output, part))
		fail_msg("\"%s\" is not in: %s", part, output);
}

static void a_failure_stops_no_other_point(void **state)
{
	(void)state;
	assert_int_equal(run_text("hop_ns = 301 302 600 700\nperf x\n"), 1);
	expect(child_err, "FAILED: perf x on base hop_ns=301 ended with status 3; its output is in ");
	expect(child_err, "  | so it goes\n");
	expect(child_err, "hop_ns=302 has no result: line 1 of its output is no JSON object");
	expect(child_err, "2 of 4 points are finished, 2 of them in this run");
	expect(child_err, "2 points have failed");
	expect(child_read("results/results.csv"), "base,700,perf x,");
	expect(child_read("ran"), "600 nic 2 perf x --json\n");
	unlink(child_path("ran"));
	assert_int_equal(run_text("hop_ns = 301 600 900\nperf x\n"), 1);
	expect(child_err, "2 of 3 points are finished, 1 of them in this run");
	assert_null(strstr(child_read("ran"), "600"));
	assert_int_equal(run_text("hop_ns = 600\nperf x\n"), 0);
	assert_null(strstr(child_read("results/results.csv"), "700"));
}

static void a_point_that_does_not_end_is_ended(void **state)
{
	(void)state;
	timeout_s = 0.5;
	assert_int_equal(run_text("hop_ns = 300\nrun x\n"), 1); /* which writes no report */
	expect(child_err, "has no result: its report cannot be read: No such file");
	expect(child_read("ran"), "--timeout 0.500 x\n");
	assert_int_equal(run_text("hop_ns = 304\nperf x\n"), 1);
	timeout_s = 0;
	expect(child_err, "perf x on base has not ended within 0.5 s");
}

/* Waits for the point that stays, and signals that process n times. */
static void signal_when_it_stays(pid_t pid, int number, int n)
{
	CHILD_EXPECT(child_wait_for("stays", "."));
	while (n--) {
		usleep(200000);
		kill(pid, number);
	}
}

static int signal_study(void *ctx)
{
	pid_t pid = getpid();

	if (!fork()) {
		signal_when_it_stays(pid, SIGTERM, 2);
		_exit(0);
	}
	return run_study(ctx);
}

static void a_second_signal_ends_what_ignores_the_first(void **state)
{
	(void)state;
	assert_int_equal(child_run(signal_study, "hop_ns = 600 303 700\nperf x\n"), 128 + SIGTERM);
	expect(child_err, "signal 15: running points are ended");
	expect(child_err, "1 point is left; the same command goes on");
	assert_false(child_is_alive((pid_t)atoi(child_read("stays"))));
	expect(child_read("results/results.csv"), "base,600,perf x,");
}

static int kill_study(void *ctx)
{
	pid_t pid = fork();

	if (!pid)
		_exit(run_study(ctx));
	CHILD_EXPECT(child_wait_for("stays", "."));
	CHILD_EXPECT(child_wait_for("results/results.csv", "600"));
	CHILD_EXPECT(child_wait_for("sleeps", "."));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	CHILD_EXPECT(child_goes((pid_t)atoi(child_read("sleeps"))));
	kill((pid_t)atoi(child_read("stays")), SIGKILL); /* it ignores the signal that it has got */
	return 0;
}

static void a_killed_study_goes_on(void **state)
{
	(void)state;
	assert_int_equal(child_run(kill_study, "hop_ns = 600 303 304\nperf x\n"), 0);
	unlink(child_path("ran"));
	assert_int_equal(run_text("hop_ns = 600 800\nperf x\n"), 0);
	expect(child_err, "2 of 2 points are finished, 1 of them in this run");
	assert_string_equal(child_read("ran"), "800 nic 4 perf x --json\n");
	assert_int_equal(child_count_in("results/running"), 0);
}

static int ignore_then_run(void *ctx)
{
	struct sumac_study_store store;

	CHILD_EXPECT(!sumac_study_store_open(child_path("results"), &store));
	if (!fork())
		_exit(run_study(ctx));
	wait(NULL);
	return 0;
}

static void a_second_study_in_a_folder_is_refused(void **state)
{
	(void)state;
	assert_int_equal(child_run(ignore_then_run, "perf x\n"), 0);
	expect(child_err, "another study (process ");
	assert_false(child_has("ran"));
}

/* The key leads to a file that holds other things, or half of them. */
static void a_spoilt_result_is_made_again(void **state)
{
	static const char cut[] = "for f in \"$1\"/*.json; do head -c 90 \"$f\" >x && mv x \"$f\"; done";
	static const char change[] = "sed -i 's/study 1/study 0/' \"$1\"/*.json";

	(void)state;
	assert_int_equal(run_text("perf x\n"), 0);
	assert_int_equal(child_execute((const char *const[]){ "sh", "-c", cut, "sh", child_path("results"), NULL }), 0);
	assert_int_equal(run_text("perf x\n"), 0);
	expect(child_err, "1 of 1 points are finished, 1 of them in this run");
	assert_int_equal(child_execute((const char *const[]){ "sh", "-c", change, "sh", child_path("results"), NULL }), 0);
	assert_int_equal(run_text("perf x\n"), 0);
	expect(child_err, "1 of 1 points are finished, 1 of them in this run");
}

static void print_much(FILE *to, const void *ctx)
{
	(void)ctx;
	for (int i = 0; i < 10000; i++)
		fprintf(to, "new\n");
}

static int write_too_much(void *ctx)
{
	struct sumac_study_store store;
	struct rlimit most = { 1000, 1000 };

	(void)ctx;
	CHILD_EXPECT(!sumac_study_store_open(child_path("results"), &store));
	child_write("results/a.json", "old", 0600);
	signal(SIGXFSZ, SIG_IGN);
	CHILD_EXPECT(!setrlimit(RLIMIT_FSIZE, &most));
	CHILD_EXPECT(sumac_study_store_write(&store, "a.json", print_much, NULL) == -1 && errno == EFBIG);
	CHILD_EXPECT(sumac_study_store_probe(&store) == -1);
	CHILD_EXPECT(!strcmp(child_read("results/a.json"), "old"));
	CHILD_EXPECT(!child_count_in("results/running"));
	return 0;
}

static void a_file_that_cannot_be_written_leaves_the_old_one(void **state)
{
	(void)state;
	assert_int_equal(child_run(write_too_much, NULL), 0);
}

static void nics_are_built_before_their_points(void **state)
{
	(void)state;
	child_make_folder("tree");
	child_write("tree/Makefile", "sim:\n\techo $(NIC) $(FanIn) $(MAKELEVEL) >>../built; test $(FanIn) != 7\n", 0600);
	assert_int_equal(run_text("perf x\ndesign wide\nFanIn = 8\ndesign odd\nFanIn = 7\ndesign base\n"), 1);
	assert_string_equal(child_read("built"), "wide 8 0\nodd 7 0\n");
	expect(child_err, "FAILED: the build of the NIC odd (line 5 of ");
	expect(child_err, "2 of 3 points are finished");
	expect(child_read("results/results.csv"), "\nwide,");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(a_failure_stops_no_other_point),
		CHILD_TEST(a_point_that_does_not_end_is_ended),
		CHILD_TEST(a_second_signal_ends_what_ignores_the_first),
		CHILD_TEST(a_killed_study_goes_on),
		CHILD_TEST(a_second_study_in_a_folder_is_refused),
		CHILD_TEST(a_spoilt_result_is_made_again),
		CHILD_TEST(a_file_that_cannot_be_written_leaves_the_old_one),
		CHILD_TEST(nics_are_built_before_their_points),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
