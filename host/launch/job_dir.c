/*
 * Makes and removes a job's folder. A lock on a file in it is held while the job lives, so that the
 * next job can tell a folder that nobody removed (launcher and keeper killed at once) from one in use.
 */
#define _GNU_SOURCE /* nftw */
#include "launch/job_dir.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fail.h"
#include "launch/life_lock.h"
#include "launch/xrt_process.h"
#include "spec/spec.h"

#define DIR_PREFIX SUMAC_JOB_DIR_PREFIX

/* The kernel caps a socket's path at 108 bytes. */
enum { MAX_BASE_BYTES = 60 };

/* Removes all but the folder itself and its lock. */
static int remove_entry(const char *path, const struct stat *stat, int kind, struct FTW *walk)
{
	(void)stat, (void)kind;
	if (walk->level && !(walk->level == 1 && !strcmp(path + walk->base, "lock")))
		remove(path);
	return 0;
}

static int shared_path(const char *path, size_t cap_bytes, char *shared_path_out)
{
	const char *name = strrchr(path, '/');

	return (size_t)snprintf(shared_path_out, cap_bytes, "/dev/shm%s", name) < cap_bytes ? 0 : -1;
}

static int hold_lock(const char *dir)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/lock", dir);
	return sumac_life_lock_hold(path);
}

int sumac_job_dir_make_shared(const char *path, size_t cap_bytes, char *shared_path_out)
{
	if (shared_path(path, cap_bytes, shared_path_out) || mkdir(shared_path_out, 0700))
		return -1;
	if (!hold_lock(shared_path_out))
		return 0;
	rmdir(shared_path_out);
	return -1;
}

void sumac_job_dir_remove_tree(const char *path)
{
	char lock[512];

	nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	snprintf(lock, sizeof(lock), "%s/lock", path);
	remove(lock);
	remove(path);
}

void sumac_job_dir_remove(const char *path)
{
	char shared[64];

	sumac_xrt_sockets_remove(path);
	if (!shared_path(path, sizeof(shared), shared))
		sumac_job_dir_remove_tree(shared);
	sumac_job_dir_remove_tree(path);
}

/* Whether the folder is ours and nobody holds its lock. A folder without a lock file is being made right now, unless it is old:
 * then its job was killed before it made the lock, or after it removed it. */
static int is_stale(const char *path)
{
	char lock_path[512];
	enum sumac_life life;
	struct stat stat;

	if (lstat(path, &stat) || !S_ISDIR(stat.st_mode) || stat.st_uid != geteuid())
		return 0;
	snprintf(lock_path, sizeof(lock_path), "%s/lock", path);
	life = sumac_life_lock_look(lock_path);
	return life == SUMAC_LIFE_OVER || (life == SUMAC_LIFE_UNKNOWN && time(NULL) - stat.st_mtime >= SUMAC_JOB_DIR_YOUNG_S);
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

/* NULL, or why no folder can be made there. */
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

void sumac_job_dir_bases(const char *bases_out[SUMAC_JOB_DIR_BASES])
{
	bases_out[0] = getenv("XDG_RUNTIME_DIR");
	bases_out[1] = getenv("TMPDIR");
	bases_out[2] = "/tmp";
}

int sumac_job_dir_make(size_t cap_bytes, char *path_out)
{
	const char *bases[SUMAC_JOB_DIR_BASES];
	char story[512] = "";
	size_t len = 0;

	sumac_job_dir_bases(bases);
	for (size_t i = 0; i < SUMAC_JOB_DIR_BASES; i++) {
		const char *why = bases[i] && *bases[i] ? make_in(bases[i], cap_bytes, path_out) : "";

		if (!why)
			return 0;
		if (*why && len < sizeof(story))
			len += (size_t)snprintf(story + len, sizeof(story) - len, "%s: %s; ", bases[i], why);
	}
	sumac_fail(SUMAC_EIO, "cannot make a folder for the job: %sset XDG_RUNTIME_DIR or TMPDIR to one that you may write to",
		   story);
	return -1;
}
