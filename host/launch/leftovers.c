/*
 * Finds by name what jobs leave, groups it by job, and judges from a job's locks whether it lives.
 */
#include "launch/leftovers.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "launch/life_lock.h"

enum {
	NAME_BYTES = sizeof(SUMAC_JOB_DIR_PREFIX) - 1 + 6,
	PATH_BYTES = 512,
};

struct found {
	char job[NAME_BYTES + 1], path[PATH_BYTES];
	bool is_folder, is_young;
	enum sumac_life life;
};

struct finds {
	struct found *all;
	size_t n;
};

/* Where the job's name begins in the entry's name, or NULL: a folder is named after its job, and a socket's name holds that
 * name. */
static const char *job_in(const char *name, bool is_folder)
{
	const char *at = is_folder ? name : strstr(name, SUMAC_JOB_DIR_PREFIX);
	char after = is_folder ? 0 : '-';

	return at && !strncmp(at, SUMAC_JOB_DIR_PREFIX, strlen(SUMAC_JOB_DIR_PREFIX)) && strlen(at) >= NAME_BYTES &&
	       at[NAME_BYTES] == after ? at : NULL;
}

/* A folder that is named twice, as TMPDIR may be /tmp, is searched once. */
static bool is_known(const struct finds *finds, const char *path)
{
	struct stat one, other;

	for (size_t i = 0; i < finds->n; i++)
		if (!lstat(path, &one) && !lstat(finds->all[i].path, &other) && one.st_ino == other.st_ino &&
		    one.st_dev == other.st_dev)
			return true;
	return false;
}

static int add(struct finds *finds, const char *place, const char *name, bool is_folder)
{
	const char *job = job_in(name, is_folder);
	struct found found = { .is_folder = is_folder }, *more;
	char lock[2 * PATH_BYTES];
	struct stat stat;

	if (!job || (size_t)snprintf(found.path, sizeof(found.path), "%s/%s", place, name) >= sizeof(found.path) ||
	    lstat(found.path, &stat) || stat.st_uid != geteuid() ||
	    !(is_folder ? S_ISDIR(stat.st_mode) : S_ISSOCK(stat.st_mode) || S_ISREG(stat.st_mode)) || is_known(finds, found.path))
		return 0;
	memcpy(found.job, job, NAME_BYTES);
	if (is_folder)
		snprintf(lock, sizeof(lock), "%s/lock", found.path);
	else
		snprintf(lock, sizeof(lock), "%s/%s-lock", place, found.job);
	found.life = sumac_life_lock_look(lock);
	found.is_young = time(NULL) - stat.st_mtime < SUMAC_JOB_DIR_YOUNG_S;
	more = realloc(finds->all, (finds->n + 1) * sizeof(*more));
	if (!more)
		return -1;
	finds->all = more;
	finds->all[finds->n++] = found;
	return 0;
}

static int look_in(const char *place, bool is_folder, struct finds *finds)
{
	struct dirent *entry;
	struct stat stat;
	int err = 0;
	DIR *dir;

	/* The folder of XRT's sockets must be this user's, too, or none of it is. */
	if (!place || *place != '/' || (!is_folder && (lstat(place, &stat) || !S_ISDIR(stat.st_mode) || stat.st_uid != geteuid())))
		return 0;
	dir = opendir(place);
	while (dir && !err && (entry = readdir(dir)))
		err = add(finds, place, entry->d_name, is_folder);
	if (dir)
		closedir(dir);
	return err;
}

/* One held lock is enough, wherever it is; without any lock, one young entry is. */
static bool lives(const struct finds *finds, const char *job)
{
	bool has_lock = false, is_young = false;

	for (size_t i = 0; i < finds->n; i++) {
		if (strcmp(finds->all[i].job, job))
			continue;
		if (finds->all[i].life == SUMAC_LIFE_GOES_ON)
			return true;
		has_lock |= finds->all[i].life == SUMAC_LIFE_OVER;
		is_young |= finds->all[i].is_young;
	}
	return !has_lock && is_young;
}

int sumac_leftovers_remove(const struct sumac_leftovers_places *places, bool is_dry, void (*tell)(const char *path))
{
	struct finds finds = { 0 };
	int n = 0, err = 0;

	for (size_t i = 0; i < sizeof(places->folders) / sizeof(places->folders[0]) && !err; i++)
		err = look_in(places->folders[i], true, &finds);
	err = err ? err : look_in(places->sockets, false, &finds);
	for (size_t i = 0; i < finds.n && !err; i++) {
		const struct found *found = &finds.all[i];

		if (lives(&finds, found->job))
			continue;
		tell(found->path);
		n++;
		if (!is_dry && found->is_folder)
			sumac_job_dir_remove_tree(found->path);
		else if (!is_dry)
			unlink(found->path);
	}
	if (!is_dry && n && places->sockets)
		rmdir(places->sockets); /* if it is empty now: XRT makes it anew */
	free(finds.all);
	return err ? -1 : n;
}
