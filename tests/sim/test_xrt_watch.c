/*
 * A model that dies: what waits for it gets answers all the same. The test plays XRT and the model, over sockets as they have them.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/xrt_emulation/xrt_watch.h"

static const unsigned char request[] = { 0x09, 2, 0, 0, 0, 0, 0, 0, 0, 0x15, 11, 0, 0, 0, 0x08, 1 };
static const unsigned char yes[] = { 0x09, 8, 0, 0, 0, 0, 0, 0, 0, 0x08, 1, 0x12, 4, 0, 0, 0, 0 };
static const unsigned char close_it[] = { 0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x15, 1, 0, 0, 0 };

static struct sumac_xrt_watch watch;
static struct sockaddr_un names[2];
static int xrt[2], model[2]; /* the first socket, and the second */

static int listen_at(const struct sockaddr_un *name)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	assert_int_equal(bind(fd, (const struct sockaddr *)name, sizeof(*name)) | listen(fd, 1), 0);
	return fd;
}

static int set_up(void **state)
{
	static const char *const prefixes[] = { "", "D2X_unix_sock_" };
	char folder[] = "/tmp/sumac-test-XXXXXX";

	(void)state;
	assert_non_null(mkdtemp(folder));
	setenv("USER", folder + strlen("/tmp/"), 1);
	setenv("EMULATION_SOCKETID", "model", 1);
	for (int i = 0; i < 2; i++) {
		int fd;

		names[i] = (struct sockaddr_un){ .sun_family = AF_UNIX };
		snprintf(names[i].sun_path, sizeof(names[i].sun_path), "%s/%smodel", folder, prefixes[i]);
		fd = listen_at(&names[i]);
		xrt[i] = socket(AF_UNIX, SOCK_STREAM, 0);
		assert_int_equal(connect(xrt[i], (const struct sockaddr *)&names[i], sizeof(names[i])), 0);
		model[i] = accept(fd, NULL, NULL);
		close(fd);
		unlink(names[i].sun_path);
	}
	memset(&watch, 0, sizeof(watch));
	return sumac_xrt_watch_begin(&watch);
}

static int tear_down(void **state)
{
	char folder[64];

	(void)state;
	sumac_xrt_watch_end(&watch);
	close(xrt[0]);
	close(xrt[1]);
	snprintf(folder, sizeof(folder), "/tmp/%s", getenv("USER"));
	return rmdir(folder);
}

static void expect(int fd, const unsigned char *wanted, size_t len_bytes)
{
	unsigned char bytes[32];

	assert_int_equal(recv(fd, bytes, len_bytes, MSG_WAITALL), len_bytes);
	assert_memory_equal(bytes, wanted, len_bytes);
}

static void die(void)
{
	close(model[0]);
	close(model[1]);
}

static void a_living_model_answers_itself(void **state)
{
	(void)state;
	assert_int_equal(write(xrt[0], request, sizeof(request)), sizeof(request));
	expect(model[0], request, sizeof(request));
	assert_int_equal(write(model[0], yes, sizeof(yes)), sizeof(yes));
	expect(xrt[0], yes, sizeof(yes));
	assert_false(sumac_xrt_watch_has_fired(&watch));
	assert_int_equal(fcntl(xrt[0], F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	die();
}

/* XRT reads until there is an answer, and asks on; its second thread gets the order to close. */
static void a_dead_one_is_answered_for(void **state)
{
	unsigned char byte;

	(void)state;
	assert_int_equal(write(xrt[0], request, sizeof(request)), sizeof(request));
	assert_int_equal(write(model[0], yes, sizeof(yes)), sizeof(yes));
	die();
	/* The first half of an answer came from the model itself. */
	expect(xrt[0], yes, 9);
	usleep(100000);
	expect(xrt[0], yes + 9, sizeof(yes) - 9);
	for (int i = 0; i < 5000 && recv(xrt[0], &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0; i++)
		usleep(1000);
	assert_true(sumac_xrt_watch_has_fired(&watch));
	expect(xrt[0], yes, sizeof(yes));
	for (int i = 0; i < 3; i++) {
		/* a message, or a part of one */
		assert_int_equal(write(xrt[0], request + i, sizeof(request) - (size_t)i), sizeof(request) - (size_t)i);
		expect(xrt[0], yes, sizeof(yes));
	}
	expect(xrt[1], close_it, sizeof(close_it));
}

/* Its second thread may have closed its socket, the number of which is another's now, and listen for a new model. */
static void a_new_model_is_stood_in_for_and_others_descriptors_are_left_alone(void **state)
{
	int fd, pipes[2];
	unsigned char byte = 7;

	(void)state;
	assert_int_equal(pipe(pipes), 0);
	dup2(pipes[0], xrt[1]);
	fd = listen_at(&names[1]);
	die();
	close(model[1]);
	model[1] = accept(fd, NULL, NULL);
	expect(model[1], close_it, sizeof(close_it));
	assert_int_equal(write(pipes[1], &byte, 1), 1);
	byte = 0;
	assert_int_equal(read(xrt[1], &byte, 1), 1);
	assert_int_equal(byte, 7);
	close(model[1]);
	close(fd);
	close(pipes[0]);
	close(pipes[1]);
	unlink(names[1].sun_path);
}

/* A write to a model that has just died is an error, and not the program's end. */
static void a_broken_pipe_does_not_end_the_program(void **state)
{
	sigset_t before;
	int pipes[2];

	(void)state;
	signal(SIGPIPE, SIG_DFL);
	assert_int_equal(pipe(pipes), 0);
	close(pipes[0]);
	sumac_xrt_watch_enter(&watch, &before);
	die();
	assert_int_equal(write(pipes[1], "x", 1), -1);
	for (int i = 0; i < 5000 && !sumac_xrt_watch_has_fired(&watch); i++)
		usleep(1000);
	sumac_xrt_watch_leave(&watch, &before);
	close(pipes[1]);
}

/* A child that lives on must not hide that its parent has died. */
static void a_forked_child_has_no_part_in_the_sockets(void **state)
{
	int hold[2];
	char byte;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(hold), 0);
	pid = fork();
	if (!pid) {
		sumac_xrt_watch_forked(&watch);
		close(hold[1]);
		_exit(read(hold[0], &byte, 1) < 0);
	}
	for (int i = 0; i < 2; i++) {
		const struct timeval limit = { .tv_sec = 5 };

		setsockopt(model[i], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
		assert_int_equal(write(xrt[i], "x", 1), 1); /* the parent still has them */
		assert_int_equal(read(model[i], &byte, 1), 1);
	}
	sumac_xrt_watch_end(&watch);
	for (int i = 0; i < 2; i++) {
		close(xrt[i]);
		xrt[i] = -1;
		assert_int_equal(read(model[i], &byte, 1), 0);
	}
	close(hold[1]);
	close(hold[0]);
	waitpid(pid, NULL, 0);
	die();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(a_living_model_answers_itself),
		TEST(a_dead_one_is_answered_for),
		TEST(a_new_model_is_stood_in_for_and_others_descriptors_are_left_alone),
		TEST(a_forked_child_has_no_part_in_the_sockets),
		TEST(a_broken_pipe_does_not_end_the_program),
	};

	return cmocka_run_group_tests_name("xrt_watch", tests, NULL, NULL);
}
