/*
 * Ranks under a PMIx server, started as the launcher does it: with the environment that the server provides.
 */
#include "pmix_world.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { MAX_RANKS = 16 };

extern char **environ;

static struct sumac_notices *notices;

void pmix_world_open(int n_ranks)
{
	mkdir(child_path("pmix"), 0700);
	CHILD_EXPECT(!sumac_pmix_server_open(child_path("pmix"), n_ranks, &notices));
}

pid_t pmix_world_start(int rank, const char *part)
{
	char **environment = sumac_pmix_server_environment(rank);
	pid_t pid;

	CHILD_EXPECT(environment);
	fflush(NULL);
	pid = fork();
	CHILD_EXPECT(pid >= 0);
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		environ = environment;
		execl("/proc/self/exe", "rank", part, (char *)NULL);
		_exit(CHILD_COMPLAINED);
	}
	for (char **entry = environment; *entry; entry++)
		free(*entry);
	free(environment);
	return pid;
}

int pmix_world_end(pid_t pid)
{
	int status;

	CHILD_EXPECT(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

struct sumac_notice pmix_world_notice(void)
{
	struct pollfd polled = { .fd = notices->fd, .events = POLLIN };
	struct sumac_notice notice;

	CHILD_EXPECT(poll(&polled, 1, CHILD_HUNG_S * 1000) == 1);
	CHILD_EXPECT(sumac_notices_take(notices, &notice));
	return notice;
}

void pmix_world_run(int n_ranks, const char *part, int status)
{
	pid_t pids[MAX_RANKS];
	int ended[MAX_RANKS];

	pmix_world_open(n_ranks);
	for (int rank = 0; rank < n_ranks; rank++)
		pids[rank] = pmix_world_start(rank, part);
	for (int rank = 0; rank < n_ranks; rank++)
		ended[rank] = pmix_world_end(pids[rank]);
	for (int rank = 0; rank < n_ranks; rank++)
		CHILD_EXPECT(ended[rank] == status);
}

bool pmix_world_is_rank(int argc, char **argv, const struct pmix_part *parts, size_t n_parts, int *status_out)
{
	for (size_t i = 0; argc > 1 && i < n_parts; i++)
		if (!strcmp(argv[1], parts[i].name)) {
			*status_out = parts[i].run();
			return true;
		}
	return false;
}
