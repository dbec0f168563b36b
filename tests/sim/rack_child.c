/*
 * Starting and ending racks for tests.
 */
#define _GNU_SOURCE
#include "rack_child.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_ARGS = 32 };

static _Noreturn void become_rack(const struct rack_child *rack, int n_nics, int parent_fd, int ready_fd,
				  int (*main_of)(int, char *const[]), const char *const *options)
{
	const char *binary = getenv("RACK_BINARY"); /* not SUMAC_...: plain_environment.c drops those */
	char nics[16], parent[16], ready[16];
	const char *args[MAX_ARGS] = { "sumac-rack", "--socket", rack->socket_path, "--nics", nics, "--parent-fd", parent,
				       "--ready-fd", ready, "--stats", rack->stats_path };
	int n = 11, log_fd = open(rack->log_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	dup2(log_fd, STDERR_FILENO);
	fcntl(parent_fd, F_SETFD, 0);
	fcntl(ready_fd, F_SETFD, 0);
	snprintf(nics, sizeof nics, "%d", n_nics);
	snprintf(parent, sizeof parent, "%d", parent_fd);
	snprintf(ready, sizeof ready, "%d", ready_fd);
	while (options && *options && n < MAX_ARGS - 1)
		args[n++] = *options++;
	if (main_of) {
		int status = main_of(n, (char *const *)args);

		fflush(NULL);
		_exit(status); /* what the test's process does at its end is not the rack's */
	}
	execv(binary ? binary : "build/bin/sumac-rack", (char *const *)args);
	_exit(127);
}

void rack_child_start(struct rack_child *rack, int n_nics, int (*main_of)(int, char *const[]),
		      const char *const *options)
{
	int lifeline[2], ready[2];
	char line[8] = "";

	strcpy(rack->dir, "/tmp/sumac-test-XXXXXX");
	assert_non_null(mkdtemp(rack->dir));
	snprintf(rack->socket_path, sizeof rack->socket_path, "%s/rack.sock", rack->dir);
	snprintf(rack->stats_path, sizeof rack->stats_path, "%s/stats", rack->dir);
	snprintf(rack->log_path, sizeof rack->log_path, "%s/log", rack->dir);
	assert_int_equal(pipe2(lifeline, O_CLOEXEC), 0);
	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	fflush(NULL);
	rack->pid = fork();
	assert_true(rack->pid >= 0);
	if (!rack->pid)
		become_rack(rack, n_nics, lifeline[0], ready[1], main_of, options);
	close(lifeline[0]);
	close(ready[1]);
	rack->lifeline_fd = lifeline[1];
	assert_int_equal(read(ready[0], line, sizeof line), 6);
	assert_string_equal(line, "ready\n");
	close(ready[0]);
}

int rack_child_end(struct rack_child *rack, char *log_out, size_t cap_bytes)
{
	int status, fd;

	close(rack->lifeline_fd);
	assert_int_equal(waitpid(rack->pid, &status, 0), rack->pid);
	/* It has removed its socket. */
	assert_int_not_equal(access(rack->socket_path, F_OK), 0);
	fd = open(rack->log_path, O_RDONLY);
	if (log_out) {
		ssize_t n = fd < 0 ? 0 : read(fd, log_out, cap_bytes - 1);

		log_out[n > 0 ? n : 0] = 0;
	}
	if (fd >= 0)
		close(fd);
	unlink(rack->log_path);
	unlink(rack->stats_path);
	rmdir(rack->dir);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
