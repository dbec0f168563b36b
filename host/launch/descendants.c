/*
 * Finds all descendants of this process in /proc and ends them. Process groups and sessions do not matter here, so a
 * daemon, or anything a rank put into the background, does not survive its job.
 */
#include "launch/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	KILL_ROUNDS = 1000,
	KILL_PAUSE_US = 2000,
};

struct process {
	pid_t pid;
	pid_t parent;
	bool is_below;
};

void sumac_descendants_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* The parent's number follows the name, which may itself hold spaces and brackets. A zombie does not count. */
static pid_t read_parent(pid_t pid)
{
	char path[64], line[512], state;
	const char *after_name;
	FILE *file;
	int parent = -1;
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return -1;
	len = fread(line, 1, sizeof(line) - 1, file);
	fclose(file);
	line[len] = '\0';
	after_name = strrchr(line, ')');
	if (!after_name || sscanf(after_name + 1, " %c %d", &state, &parent) != 2 || state == 'Z')
		return -1;
	return parent;
}

static struct process *list_processes(size_t *n_out)
{
	struct process *list = NULL;
	size_t n = 0, cap = 0;
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	while (proc && (entry = readdir(proc))) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
		pid_t parent = pid > 0 ? read_parent(pid) : -1;

		if (parent < 0)
			continue;
		if (n == cap) {
			struct process *grown = realloc(list, (cap = cap ? 2 * cap : 256) * sizeof(*list));

			if (!grown)
				break;
			list = grown;
		}
		list[n++] = (struct process){ .pid = pid, .parent = parent };
	}
	if (proc)
		closedir(proc);
	*n_out = n;
	return list;
}

static bool is_marked(const struct process *list, size_t n, pid_t pid)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].pid == pid)
			return list[i].is_below;
	return false;
}

/* Marks what hangs below this process, generation by generation, without the spared ones' trees. */
static size_t mark_descendants(struct process *list, size_t n, sumac_descendants_spare *is_spared, const void *ctx)
{
	size_t n_marked = 0;
	bool has_grown = true;

	while (has_grown) {
		has_grown = false;
		for (size_t i = 0; i < n; i++) {
			if (list[i].is_below || (is_spared && is_spared(ctx, list[i].pid)))
				continue;
			if (list[i].parent != getpid() && !is_marked(list, n, list[i].parent))
				continue;
			list[i].is_below = has_grown = true;
			n_marked++;
		}
	}
	return n_marked;
}

/* Whether any child is left, alive or spared. */
static bool reap_all_but(sumac_descendants_spare *is_spared, const void *ctx)
{
	siginfo_t info;

	for (;;) {
		info.si_pid = 0;
		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT))
			return false;
		if (!info.si_pid || (is_spared && is_spared(ctx, info.si_pid)))
			return true;
		waitpid(info.si_pid, NULL, WNOHANG);
	}
}

/* We do not see a process that forks and ends while we look, nor its child. So we go on until the system says that there are no
 * children or, if some are spared, until two looks in a row have found none. */
void sumac_descendants_kill(sumac_descendants_spare *is_spared, const void *ctx)
{
	int n_empty = 0;

	for (int round = 0; round < KILL_ROUNDS; round++) {
		size_t n, n_left;
		struct process *list = list_processes(&n);

		n_left = mark_descendants(list, n, is_spared, ctx);
		for (size_t i = 0; i < n; i++)
			if (list[i].is_below) {
				kill(list[i].pid, SIGKILL);
				waitpid(list[i].pid, NULL, WNOHANG); /* a spared one that has ended may hide it below */
			}
		free(list);
		if (!reap_all_but(is_spared, ctx))
			return;
		n_empty = n_left ? 0 : n_empty + 1;
		if (is_spared && n_empty == 2)
			return;
		usleep(KILL_PAUSE_US);
	}
}
