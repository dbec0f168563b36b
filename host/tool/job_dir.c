/*
 * Makes and removes a job's folder. A lock on a file in it is held while the job lives, so that the
 * next job can tell a folder that nobody removed (launcher and keeper killed at once) from one in use.
 */
#define _GNU_SOURCE /* nftw */
#include "tool/job_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "tool/xrt_process.h"
#include "spec/spec.h"

#define DIR_PREFIX "sumac-job-"

/* The kernel caps a socket's path at 108 bytes. */
enum { MAX_BASE_BYTES = 60 };

static int remove_entry(const char *path, const struct stat *stat, int kind, struct FTW *walk)
{
	(void)stat, (void)kind, (void)walk;
	remove(path);
	return 0;
}

static int shared_path(const char *path, size_t cap_bytes, char *shared_path_out)
{
	const char *name = strrchr(path, '/');

	return (size_t)snprintf(shared_path_out, cap_bytes, "/dev/shm%s", name) < cap_bytes ? 0 : -1;
}

int sumac_job_dir_make_shared(const char *path, size_t cap_bytes, char *shared_path_out)
{
	return shared_path(path, cap_bytes, shared_path_out) || mkdir(shared_path_out, 0700) ? -1 : 0;
}

void sumac_job_dir_remove(const char *path)
{
	char shared[64];

	sumac_xrt_sockets_remove(path);
	if (!shared_path(path, sizeof(shared), shared))
		nftw(shared, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* Ours, and nobody holds its lock. A folder without a lock file is being made right now. */
static int is_stale(const char *path)
{
	char lock_path[512];
	struct stat stat;
	int fd, is_free;

	if (lstat(path, &stat) || !S_ISDIR(stat.st_mode) || stat.st_uid != geteuid())
		return 0;
	snprintf(lock_path, sizeof(lock_path), "%s/lock", path);
	fd = open(lock_path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return 0;
	is_free = !flock(fd, LOCK_EX | LOCK_NB);
	close(fd);
	return is_free;
}

static void remove_stale(const char *base)
{
	char path[400];
	struct dirent *entry;
	DIR *dir = opendir(base);

	while (dir && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, DIR_PREFIX, strlen(DIR_PREFIX)))
			continue;
		snprintf(path, sizeof(path), "%s/%s", base, entry->d_name);
		if (is_stale(path))
			sumac_job_dir_remove(path);
	}
	if (dir)
		closedir(dir);
}

/* The lock is made under another name and locked before it
 * gets its own, so that no other job sees it free. */
static int hold_lock(const char *dir)
{
	char made[512], path[512];
	int fd;

	snprintf(made, sizeof(made), "%s/lock.new", dir);
	snprintf(path, sizeof(path), "%s/lock", dir);
	fd = open(made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	/* Stays open, here and in what this process forks, until the last of them ends. */
	if (!flock(fd, LOCK_EX | LOCK_NB) && !rename(made, path))
		return 0;
	unlink(made);
	close(fd);
	return -1;
}

/* NULL, or why it is not to be had. */
static const char *make_in(const char *base, size_t cap_bytes, char *path_out)
{
	const char *why;

	if (*base != '/')
		return "not an absolute path";
	if (strlen(base) > MAX_BASE_BYTES || (size_t)snprintf(path_out, cap_bytes, "%s/" DIR_PREFIX "XXXXXX", base) >= cap_bytes)
		return "too long for the path of a socket";
	remove_stale(base);
	if (!mkdtemp(path_out))
		return strerror(errno);
	if (!hold_lock(path_out))
		return NULL;
	why = strerror(errno);
	rmdir(path_out);
	return why;
}

int sumac_job_dir_make(size_t cap_bytes, char *path_out)
{
	const char *const bases[] = { getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR"), "/tmp" };
	char story[512] = "";
	size_t len = 0;

	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
		const char *why = bases[i] && *bases[i] ? make_in(bases[i], cap_bytes, path_out) : "";

		if (!why)
			return 0;
		if (*why && len < sizeof(story))
			len += (size_t)snprintf(story + len, sizeof(story) - len, "%s: %s; ", bases[i], why);
	}
	sumac_fail(SUMAC_EIO, "no folder can be made for the job: %sset XDG_RUNTIME_DIR or TMPDIR to one that you may write to", story);
	return -1;
}
