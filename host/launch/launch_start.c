/*
 * Starts a job's processes, and describes how one ended.
 */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch/launch.h"
#include "launch/keeper.h"
#include "launch/exit_status.h"

extern char **environ;

/* Runs in the child. Rank 0 keeps standard input; error_fd closes by itself when exec succeeds. */
static void become_program(char **program, char **environment, int rank, pid_t launcher, int error_fd)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != launcher)
		_exit(SUMAC_EXIT_FAILED);
	if (rank) {
		int null_fd = open("/dev/null", O_RDONLY);

		dup2(null_fd, STDIN_FILENO);
		close(null_fd);
	}
	signal(SIGPIPE, SIG_DFL); /* ignored in the launcher */
	sumac_keeper_unblock_signals();
	if (environment)
		environ = environment;
	execvp(program[0], program);
	if (write(error_fd, &errno, sizeof(errno)) < 0)
		fprintf(stderr, "sumac: cannot run %s\n", program[0]);
	_exit(SUMAC_EXIT_NOT_FOUND);
}

/* 0, or the errno of fork or exec. */
static int start_one(struct sumac_launch *launch, int rank, char **environment)
{
	pid_t launcher = getpid(), pid;
	int fds[2], error = 0;

	if (pipe2(fds, O_CLOEXEC))
		return errno;
	pid = fork();
	if (pid < 0) {
		error = errno;
		close(fds[0]);
		close(fds[1]);
		return error;
	}
	if (!pid)
		become_program(launch->program, environment, rank, launcher, fds[1]);
	close(fds[1]);
	if (read(fds[0], &error, sizeof(error)) < (ssize_t)sizeof(error))
		error = 0;
	close(fds[0]);
	if (error)
		waitpid(pid, NULL, 0);
	else
		launch->processes[rank].pid = pid;
	return error;
}

static void environment_free(char **environment)
{
	for (char **entry = environment; environment && *entry; entry++)
		free(*entry);
	free(environment);
}

int sumac_launch_start_next(struct sumac_launch *launch)
{
	int rank = launch->n_started, error;
	char **environment = launch->environment_of ? launch->environment_of(rank) : NULL;

	if (launch->environment_of && !environment)
		return SUMAC_EXIT_FAILED;
	error = start_one(launch, rank, environment);
	environment_free(environment);
	if (!error) {
		launch->n_started++;
		return 0;
	}
	fprintf(stderr, "%s: cannot run %s: %s\n", launch->title, launch->program[0], strerror(error));
	return error == ENOENT ? SUMAC_EXIT_NOT_FOUND : SUMAC_EXIT_CANNOT_RUN;
}

int sumac_launch_tell_end(const struct sumac_launch *launch, int rank, int wait_status)
{
	char who[32] = "mpirun";

	if (!launch->is_under_mpirun)
		snprintf(who, sizeof(who), "rank %d", rank);
	if (WIFSIGNALED(wait_status)) {
		int number = WTERMSIG(wait_status);

		fprintf(stderr, "%s: %s was killed by signal %d (%s)\n", launch->title, who, number, strsignal(number));
		return SUMAC_EXIT_SIGNAL + number;
	}
	if (!WEXITSTATUS(wait_status)) {
		fprintf(stderr, "%s: %s exited with status 0 without finalizing, while other ranks depend on it\n", launch->title,
			who);
		return SUMAC_EXIT_FAILED;
	}
	fprintf(stderr, "%s: %s exited with status %d\n", launch->title, who, WEXITSTATUS(wait_status));
	return WEXITSTATUS(wait_status);
}
