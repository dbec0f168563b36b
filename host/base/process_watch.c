/*
 * Watches a process.
 */
#define _GNU_SOURCE
#include "base/process_watch.h"

#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

void sumac_process_watch_begin(struct sumac_process_watch *watch, pid_t pid)
{
	*watch = (struct sumac_process_watch){ .fd = -1 };
	if (pid <= 0 || pid == getpid())
		return;
	watch->fd = (int)syscall(SYS_pidfd_open, pid, 0);
	watch->has_ended = watch->fd < 0 && errno == ESRCH;
}

bool sumac_process_has_ended(struct sumac_process_watch *watch)
{
	struct pollfd polled = { .fd = watch->fd, .events = POLLIN };

	if (!watch->has_ended && watch->fd >= 0)
		watch->has_ended = poll(&polled, 1, 0) > 0 && polled.revents & POLLIN;
	return watch->has_ended;
}

void sumac_process_watch_end(struct sumac_process_watch *watch)
{
	if (watch->fd >= 0)
		close(watch->fd);
	watch->fd = -1;
}
