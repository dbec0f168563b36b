/*
 * The process of a rack: what it keeps of what it inherits, and what each task of its command line does.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../host/child.h"
#include "rack_ranks.h"
#include "sim/rack/rack_run.h"

static void it_keeps_nothing_of_its_starter(void **state)
{
	char path[64], target[256], secret[] = "/tmp/sumac-test-secret-XXXXXX";
	cpu_set_t all, one;
	int fd = mkstemp(secret);

	(void)state;
	sched_getaffinity(0, sizeof all, &all);
	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all) && !CPU_COUNT(&one))
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof one, &one);
	start(1, NULL);
	sched_setaffinity(0, sizeof all, &all);
	for (int i = 3; i < 64; i++) {
		ssize_t n;

		snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)rack.pid, i);
		n = readlink(path, target, sizeof target - 1);
		target[n > 0 ? n : 0] = 0;
		assert_null(strstr(target, "secret"));
	}
	sched_getaffinity(rack.pid, sizeof one, &one);
	assert_int_equal(CPU_COUNT(&one), CPU_COUNT(&all));
	close(fd);
	unlink(secret);
	assert_int_equal(end(), 0);
}

/* Without a parent it ends a moment after the last rank. */
static void alone_it_ends_with_the_last_rank(void **state)
{
	const char *socket_path = child_path("alone.sock");
	const char *const args[] = { "sumac-rack", "--socket", socket_path, "--nics", "1", NULL };
	int status;

	(void)state;
	n_ranks = 0;
	fflush(NULL);
	rack.pid = fork();
	if (!rack.pid)
		_exit(sumac_rack_run(5, (char *const *)args));
	strcpy(rack.socket_path, socket_path);
	for (int turn = 0; turn < 1000 && access(socket_path, F_OK); turn++)
		usleep(1000);
	usleep(20000);
	buses[0] = attach(0, 1);
	detach(0);
	assert_int_equal(waitpid(rack.pid, &status, 0), rack.pid);
	assert_int_equal(status, 0);
	assert_int_not_equal(access(socket_path, F_OK), 0);
}

/* A rack's whole command line, in a process of its own; ended by NULL. */
static int run(void *ctx)
{
	const char *const *words = ctx;
	int n = 0;

	while (words[n])
		n++;
	return sumac_rack_run(n, (char *const *)(uintptr_t)ctx);
}

static int run_words(const char *const *words)
{
	return child_run(run, (void *)(uintptr_t)words);
}

#define RUN(...) run_words((const char *const[]){ "sumac-rack", __VA_ARGS__, NULL })

static void it_prints_what_it_is_asked(void **state)
{
	char line[32];

	(void)state;
	assert_int_equal(RUN("--help"), 0);
	assert_non_null(strstr(child_out, "sumac-rack --socket PATH"));
	assert_int_equal(RUN("--spec-hash"), 0);
	snprintf(line, sizeof line, "0x%08x\n", (unsigned)SUMAC_SPEC_HASH);
	assert_string_equal(child_out, line);
	assert_int_equal(RUN("--params", "--hop-ns", "700"), 0);
	assert_non_null(strstr(child_out, "\"Groups\": 2,")); /* the fake's */
	assert_non_null(strstr(child_out, "\"nic_mhz\": 250,"));
	assert_non_null(strstr(child_out, "\"hop_ns\": 700,"));
}

static void the_exit_status_reports_the_impossible(void **state)
{
	(void)state;
	assert_int_equal(RUN("--nics", "2"), 2);
	assert_int_equal(RUN("--socket", "/nowhere/at/all/sock"), 1);
	assert_non_null(strstr(child_err, "/nowhere/at/all/sock"));
	assert_int_equal(RUN("--socket", "/nowhere/at/all/sock", "--stats", "/nowhere/stats"), 1); /* told first */
	assert_string_equal(child_err, "sumac-rack: the statistics cannot be written to /nowhere/stats: No such file or "
				       "directory\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_keeps_nothing_of_its_starter),
		cmocka_unit_test(it_prints_what_it_is_asked),
		cmocka_unit_test(the_exit_status_reports_the_impossible),
		CHILD_TEST(alone_it_ends_with_the_last_rank),
	};

	return cmocka_run_group_tests_name("rack_run", tests, NULL, NULL);
}
