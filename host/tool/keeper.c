/*
 * Keeper: forwards signals and a terminal's input to the launcher, waits for it, and clears up. The
 * launcher and all ranks are in process groups of their own, so Ctrl-C reaches the keeper alone
 * and each rank gets one signal.
 */
#define _GNU_SOURCE /* pipe2 */
#include "tool/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/descendants.h"
#include "tool/job_dir.h"
#include "tool/tool.h"

static const int kept_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD };

/* Signals that were ignored when we were started are left alone, so that nohup(1) works here as elsewhere. */
static sigset_t signal_set(void)
{
	struct sigaction action;
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(kept_signals) / sizeof(kept_signals[0]); i++)
		if (kept_signals[i] == SIGCHLD || sigaction(kept_signals[i], NULL, &action) || action.sa_handler != SIG_IGN)
			sigaddset(&set, kept_signals[i]);
	return set;
}

int sumac_keeper_signal_fd(void)
{
	sigset_t set = signal_set();

	/* A parent may have had SIGCHLD ignored, which would take the exit statuses from us. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void sumac_keeper_unblock_signals(void)
{
	sigset_t set = signal_set();

	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* A terminal's input goes through a pipe: rank 0, being in the background, may not read the terminal. */
struct input {
	int from_fd; /* -1: nothing is forwarded */
	int to_fd;
};

static void input_close(struct input *input)
{
	if (input->from_fd >= 0)
		close(input->to_fd);
	input->from_fd = -1;
}

static void input_forward(struct input *input)
{
	char text[4096];
	ssize_t n;

	/* As a background job we would be stopped by reading; poll again when we are in the foreground. */
	if (tcgetpgrp(input->from_fd) != getpgrp()) {
		usleep(100000);
		return;
	}
	n = read(input->from_fd, text, sizeof(text));
	if (n <= 0 || write(input->to_fd, text, (size_t)n) != n)
		input_close(input);
}

static int input_open(struct input *input_out, int *child_fd_out)
{
	int fds[2];

	*input_out = (struct input){ .from_fd = -1 };
	*child_fd_out = -1;
	if (!isatty(STDIN_FILENO))
		return 0;
	if (pipe2(fds, O_CLOEXEC))
		return -1;
	signal(SIGPIPE, SIG_IGN);
	*child_fd_out = fds[0];
	*input_out = (struct input){ .from_fd = STDIN_FILENO, .to_fd = fds[1] };
	return 0;
}

static void forward_signals(int signal_fd, pid_t child)
{
	struct signalfd_siginfo info;

	while (read(signal_fd, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo != SIGCHLD)
			kill(child, (int)info.ssi_signo);
}

/* Returns the child's wait status. */
static int wait_for(pid_t child, int signal_fd, struct input *input)
{
	struct pollfd polled[2] = { { .fd = signal_fd, .events = POLLIN }, { .events = POLLIN } };
	int status;
	pid_t reaped;

	for (;;) {
		polled[1].fd = input->from_fd;
		poll(polled, 2, -1);
		if (input->from_fd >= 0 && polled[1].revents)
			input_forward(input);
		forward_signals(signal_fd, child);
		while ((reaped = waitpid(-1, &status, WNOHANG)) > 0)
			if (reaped == child)
				return status;
	}
}

static int start(const struct input *input, int child_stdin_fd, const int lifeline[2],
		 int (*body)(void *ctx, int lifeline_fd), void *ctx)
{
	pid_t child = fork();
	int status;

	if (child)
		return child;
	setpgid(0, 0);
	close(lifeline[1]);
	if (child_stdin_fd >= 0) {
		dup2(child_stdin_fd, STDIN_FILENO);
		close(child_stdin_fd);
		close(input->to_fd);
		signal(SIGPIPE, SIG_DFL);
	}
	status = body(ctx, lifeline[0]);
	fflush(NULL);
	_exit(status);
}

int sumac_keeper_keep(const char *title, const char *job_dir, int (*body)(void *ctx, int lifeline_fd), void *ctx)
{
	int lifeline[2] = { -1, -1 }, signal_fd = sumac_keeper_signal_fd(), child_stdin_fd, status;
	struct input input;
	pid_t child;

	sumac_descendants_adopt();
	fflush(NULL);
	if (signal_fd < 0 || pipe2(lifeline, O_CLOEXEC) || input_open(&input, &child_stdin_fd) ||
	    (child = start(&input, child_stdin_fd, lifeline, body, ctx)) < 0) {
		fprintf(stderr, "%s: cannot start: %s\n", title, strerror(errno));
		sumac_job_dir_remove(job_dir);
		return SUMAC_EXIT_FAILED;
	}
	close(lifeline[0]);
	if (child_stdin_fd >= 0)
		close(child_stdin_fd);
	status = wait_for(child, signal_fd, &input);
	sumac_descendants_kill(0);
	sumac_job_dir_remove(job_dir);
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	fprintf(stderr, "%s: the launcher was killed by signal %d (%s); the job is ended\n", title, WTERMSIG(status),
		strsignal(WTERMSIG(status)));
	return SUMAC_EXIT_SIGNAL + WTERMSIG(status);
}
