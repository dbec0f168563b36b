#include "study/study_store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/json.h"
#include "study/study_pool.h"
#include "study/study_print.h"

enum { PROBE_BYTES = 1 << 16 };

static int make_folder(const char *path)
{
	if (!mkdir(path, 0777) || errno == EEXIST)
		return 0;
	return sumac_fail(SUMAC_EIO, "the folder %s cannot be made: %s", path, strerror(errno));
}

/* The file stays open, and locked, until this process ends, however it ends. */
static int lock(const char *folder)
{
	const char *path = sumac_study_text("%s/lock", folder);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	char owner[16] = "";
	ssize_t len;

	if (fd < 0)
		return sumac_fail(SUMAC_EIO, "the study's lock %s cannot be opened: %s", path, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB)) {
		len = read(fd, owner, sizeof(owner) - 1);
		owner[len > 0 ? strcspn(owner, "\n") : 0] = '\0';
		close(fd);
		return sumac_fail(SUMAC_EIO,
				  "another study (process %s) is writing into %s; wait until it has ended, or choose "
				  "another folder with --out",
				  *owner ? owner : "unknown", folder);
	}
	/* The owner's number only helps whoever is refused: a full disk may take it. */
	if (!ftruncate(fd, 0))
		dprintf(fd, "%d\n", (int)getpid());
	return 0;
}

/* Removes what a study that was killed has left. */
static void empty(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (*entry->d_name != '.')
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

int sumac_study_store_open(const char *folder, struct sumac_study_store *store_out)
{
	char *absolute;

	if (make_folder(folder))
		return -SUMAC_EIO;
	absolute = realpath(folder, NULL);
	if (!absolute)
		return sumac_fail(SUMAC_EIO, "the folder %s cannot be reached: %s", folder, strerror(errno));
	store_out->folder = sumac_study_text("%s", absolute);
	store_out->running = sumac_study_text("%s/running", absolute);
	free(absolute);
	if (make_folder(store_out->running) || lock(store_out->folder))
		return -SUMAC_EIO;
	empty(store_out->running);
	return 0;
}

/* So that the name survives a power failure, too. */
static int sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = fd < 0 || (fsync(fd) && errno != EINVAL) ? -1 : 0;

	if (fd >= 0)
		close(fd);
	return err;
}

int sumac_study_store_write(const struct sumac_study_store *store, const char *name, void (*print)(FILE *to, const void *ctx),
			    const void *ctx)
{
	char made[4200], path[4200];
	FILE *to;
	int error;

	if ((size_t)snprintf(path, sizeof(path), "%s/%s", store->folder, name) >= sizeof(path) ||
	    (size_t)snprintf(made, sizeof(made), "%s/%s", store->running, name) >= sizeof(made)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	to = fopen(made, "we");
	if (!to)
		return -1;
	print(to, ctx);
	error = fflush(to) || ferror(to) || fsync(fileno(to)) ? errno : 0;
	if (fclose(to) && !error)
		error = errno;
	if (!error && !rename(made, path))
		return sync_folder(store->folder);
	error = error ? error : errno;
	unlink(made);
	errno = error;
	return -1;
}

int sumac_study_store_probe(const struct sumac_study_store *store)
{
	const char *path = sumac_study_text("%s/probe", store->running);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	int error = fd < 0 ? errno : posix_fallocate(fd, 0, PROBE_BYTES);

	if (fd >= 0)
		close(fd);
	unlink(path);
	errno = error;
	return error ? -1 : 0;
}

/* A file of another point with the same key, or one that a failing disk has spoilt, is no result. */
void sumac_study_store_load(const struct sumac_study_store *store, struct sumac_study_point *point)
{
	const char *path = sumac_study_text("%s/%s.json", store->folder, point->key);
	char why[SUMAC_JSON_WHY_CAP];
	struct sumac_json *kept;

	if (access(path, R_OK))
		return;
	kept = sumac_json_read(path, why);
	if (kept && !strcmp(sumac_json_text(kept, "identity", ""), point->identity) && sumac_json_member(kept, "results")) {
		point->result = kept;
		point->state = SUMAC_STUDY_KEPT;
	} else {
		sumac_json_free(kept);
	}
}

static void print_result(FILE *to, const void *ctx)
{
	fputs(((const struct sumac_study_point *)ctx)->result_text, to);
}

int sumac_study_store_keep(const struct sumac_study_store *store, const struct sumac_study_point *point)
{
	return sumac_study_store_write(store, sumac_study_text("%s.json", point->key), print_result, point);
}
