/*
 * Keeper: forwards signals and a terminal's input to the launcher, waits for it, and clears up. The
 * launcher and all ranks are in process groups of their own, so Ctrl-C reaches the keeper alone
 * and each rank gets one signal.
 */
#define _GNU_SOURCE /* pipe2 */
#include "launch/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "launch/descendants.h"
#include "launch/job_dir.h"
#include "launch/exit_status.h"

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

	/* Our parent may have ignored SIGCHLD, which would keep the exit statuses from us. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void sumac_keeper_unblock_signals(void)
{
	sigset_t set = signal_set();

	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void sumac_keeper_become_helper(int parent_fd, int ready_fd)
{
	int null_fd = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sumac_keeper_unblock_signals();
	dup2(null_fd, STDIN_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO); /* standard output belongs to the program alone */
	fcntl(parent_fd, F_SETFD, 0);
	fcntl(ready_fd, F_SETFD, 0);
}

/* A terminal's input goes through a pipe, because rank 0 runs in the background and may not read the terminal. */
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

	/* As a background job we would be stopped by reading, so we poll again once we are in the foreground. */
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

struct kept {
	pid_t child;
	int signal_fd;
	int asked_signal; /* the first signal that asks for the end; 0: none has come */
	double ends_s;	  /* until then the child handles it; 0: for ever */
};

static double now_s(void)
{
	return (double)sumac_clock_ns() * 1e-9;
}

static void forward_signals(struct kept *kept, const struct sumac_keeper_limits *limits)
{
	struct signalfd_siginfo info;

	while (read(kept->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		kill(kept->child, (int)info.ssi_signo);
		if (kept->asked_signal || info.ssi_signo == SIGUSR1 || info.ssi_signo == SIGUSR2)
			continue;
		kept->asked_signal = (int)info.ssi_signo;
		if (!kept->ends_s || now_s() + limits->end_s < kept->ends_s)
			kept->ends_s = now_s() + limits->end_s;
	}
}

static int left_ms(const struct kept *kept)
{
	double left_s = kept->ends_s - now_s();

	return !kept->ends_s ? -1 : left_s <= 0 ? 0 : left_s > 1e6 ? 1000000000 : (int)(left_s * 1e3) + 1;
}

/* Returns the child's wait status, or -1 if it has not ended in time. */
static int wait_for(struct kept *kept, const struct sumac_keeper_limits *limits, struct input *input)
{
	struct pollfd polled[2] = { { .fd = kept->signal_fd, .events = POLLIN }, { .events = POLLIN } };
	int status;
	pid_t reaped;

	while (left_ms(kept)) {
		polled[1].fd = input->from_fd;
		poll(polled, 2, left_ms(kept));
		if (input->from_fd >= 0 && polled[1].revents)
			input_forward(input);
		forward_signals(kept, limits);
		while ((reaped = waitpid(-1, &status, WNOHANG)) > 0)
			if (reaped == kept->child)
				return status;
	}
	return -1;
}

/* A thread in the child does this, so that it happens whatever the child does or waits for. */
struct lifeline {
	int fd; /* reads as ended once the keeper is gone */
	const char *job_dir;
};

static void *watch_lifeline(void *ctx)
{
	const struct lifeline *lifeline = ctx;
	struct pollfd polled = { .fd = lifeline->fd, .events = POLLIN };

	while (poll(&polled, 1, -1) != 1)
		;
	/* The keeper was killed: nobody else will end the ranks, or remove the folder. */
	sumac_descendants_kill(NULL, NULL);
	sumac_job_dir_remove(lifeline->job_dir);
	_exit(SUMAC_EXIT_SIGNAL + SIGKILL);
}

static int start(const struct input *input, int child_stdin_fd, const int fds[2], const char *job_dir, int (*body)(void *ctx),
		 void *ctx)
{
	struct lifeline lifeline = { .fd = fds[0], .job_dir = job_dir };
	struct pollfd gone = { .fd = fds[0], .events = POLLIN };
	pid_t child = fork();
	pthread_t thread;
	int status;

	if (child)
		return child;
	setpgid(0, 0);
	close(fds[1]);
	if (pthread_create(&thread, NULL, watch_lifeline, &lifeline))
		_exit(SUMAC_EXIT_FAILED);
	if (child_stdin_fd >= 0) {
		dup2(child_stdin_fd, STDIN_FILENO);
		close(child_stdin_fd);
		close(input->to_fd);
		signal(SIGPIPE, SIG_DFL);
	}
	status = body(ctx);
	fflush(NULL);
	/* If the child has ended because the keeper was killed, the thread is still clearing up, and ends the process. */
	if (poll(&gone, 1, 0) == 1)
		pthread_join(thread, NULL);
	_exit(status);
}

int sumac_keeper_keep(const char *title, const char *job_dir, const struct sumac_keeper_limits *limits, int (*body)(void *ctx),
		      void *ctx)
{
	struct kept kept = { .signal_fd = sumac_keeper_signal_fd(), .ends_s = limits->job_s ? now_s() + limits->job_s : 0 };
	int lifeline[2] = { -1, -1 }, child_stdin_fd, status;
	struct input input;

	sumac_descendants_adopt();
	fflush(NULL);
	if (kept.signal_fd < 0 || pipe2(lifeline, O_CLOEXEC) || input_open(&input, &child_stdin_fd) ||
	    (kept.child = start(&input, child_stdin_fd, lifeline, job_dir, body, ctx)) < 0) {
		fprintf(stderr, "%s: cannot start: %s\n", title, strerror(errno));
		sumac_job_dir_remove(job_dir);
		return SUMAC_EXIT_FAILED;
	}
	close(lifeline[0]);
	if (child_stdin_fd >= 0)
		close(child_stdin_fd);
	status = wait_for(&kept, limits, &input);
	sumac_descendants_kill(NULL, NULL);
	sumac_job_dir_remove(job_dir);
	if (status == -1) {
		fprintf(stderr, "%s: the launcher does not answer; killing the job\n", title);
		return kept.asked_signal ? SUMAC_EXIT_SIGNAL + kept.asked_signal : SUMAC_EXIT_TIMEOUT;
	}
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	fprintf(stderr, "%s: the launcher was killed by signal %d (%s); ending the job\n", title, WTERMSIG(status),
		strsignal(WTERMSIG(status)));
	return SUMAC_EXIT_SIGNAL + WTERMSIG(status);
}
