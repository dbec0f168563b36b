/*
 * Proofs of life by flock(), which belongs to an open file rather than to a process.
 */
#include "launch/life_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

/* The file is made under another name and locked before it gets its own, so that nobody ever sees it unlocked. */
int sumac_life_lock_hold(const char *path)
{
	char made[PATH_BYTES];
	int fd, error;

	if ((size_t)snprintf(made, sizeof(made), "%s.new", path) >= sizeof(made)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = open(made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	/* The file stays open, in this process and in those that it forks, until the last of them ends. */
	if (!flock(fd, LOCK_EX | LOCK_NB) && !rename(made, path))
		return 0;
	error = errno;
	unlink(made);
	close(fd);
	errno = error;
	return -1;
}

/* A job that cannot be judged is taken to live. */
enum sumac_life sumac_life_lock_look(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK), is_free;

	if (fd < 0)
		return errno == ENOENT ? SUMAC_LIFE_UNKNOWN : SUMAC_LIFE_GOES_ON;
	is_free = !flock(fd, LOCK_EX | LOCK_NB);
	close(fd);
	return is_free ? SUMAC_LIFE_OVER : SUMAC_LIFE_GOES_ON;
}
