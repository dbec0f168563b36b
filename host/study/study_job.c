#include "study/study_job.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "launch/exit_status.h"
#include "launch/keeper.h"

static void set(const char *name, const char *value)
{
	char variable[80];
	size_t len = (size_t)snprintf(variable, sizeof(variable), "SUMAC_%s", name);

	for (size_t i = 0; i < len && i < sizeof(variable); i++)
		variable[i] = (char)toupper((unsigned char)variable[i]);
	setenv(variable, value, 1);
}

/* Which the user's settings do not change: sumac_settings_forget() has gone before. */
static void set_all(const struct sumac_study_point *point, int rack_threads)
{
	char threads[16];

	snprintf(threads, sizeof(threads), "%d", rack_threads);
	set("rack_threads", threads);
	for (int i = 0; i < point->n_values; i++)
		if (point->values[i].setting != SUMAC_STUDY_PARAMETER)
			set(point->values[i].name, point->values[i].value);
}

static void redirect(const char *path, int fd)
{
	int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);

	if (file < 0 || dup2(file, fd) < 0)
		_exit(SUMAC_EXIT_FAILED);
	close(file);
}

static void become(const struct sumac_study_job *job, const struct sumac_study_start *start, pid_t parent)
{
	int null_fd = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	/* Where this process is killed, `sumac run` and make get the signal by which they end whatever they have started. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	sumac_keeper_unblock_signals();
	if (getppid() != parent)
		_exit(SUMAC_EXIT_FAILED);
	redirect(job->log, STDERR_FILENO);
	redirect(job->out, STDOUT_FILENO);
	dup2(null_fd, STDIN_FILENO);
	if (start->point)
		set_all(start->point, start->rack_threads);
	if (start->folder && chdir(start->folder)) {
		fprintf(stderr, "sumac study: the folder %s cannot be entered: %s\n", start->folder, strerror(errno));
		_exit(SUMAC_EXIT_FAILED);
	}
	execvp(start->words[0], (char *const *)start->words);
	fprintf(stderr, "sumac study: cannot run %s: %s\n", start->words[0], strerror(errno));
	_exit(errno == ENOENT ? SUMAC_EXIT_NOT_FOUND : SUMAC_EXIT_CANNOT_RUN);
}

int sumac_study_job_start(struct sumac_study_job *job, const struct sumac_study_start *start)
{
	pid_t parent = getpid();

	fflush(NULL);
	job->pid = fork();
	if (!job->pid)
		become(job, start, parent);
	if (job->pid < 0) {
		job->pid = 0;
		return -1;
	}
	setpgid(job->pid, job->pid); /* whoever is first */
	job->began_ns = sumac_clock_ns();
	return 0;
}

void sumac_study_job_end(struct sumac_study_job *job)
{
	if (!job->pid)
		return;
	kill(-job->pid, job->kill_ns ? SIGKILL : SIGTERM);
	job->kill_ns = sumac_clock_ns() + SUMAC_STUDY_END_S * INT64_C(1000000000);
}

int64_t sumac_study_job_watch(struct sumac_study_job *job)
{
	int64_t now_ns = sumac_clock_ns();

	if (!job->pid)
		return 0;
	if (job->kill_ns && now_ns >= job->kill_ns)
		sumac_study_job_end(job);
	if (!job->kill_ns && job->limit_ns && now_ns >= job->began_ns + job->limit_ns) {
		job->has_timed_out = true;
		sumac_study_job_end(job);
	}
	return job->kill_ns ? job->kill_ns : job->limit_ns ? job->began_ns + job->limit_ns : 0;
}
