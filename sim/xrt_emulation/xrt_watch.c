/*
 * The watch: a thread that waits for the end of XRT's two sockets, which it finds by their names.
 */
#define _GNU_SOURCE
#include "sim/xrt_emulation/xrt_watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "sim/xrt_emulation/xrt_model.h"
#include "spec/spec.h"

enum { ASKS = SUMAC_XRT_ASKS, IS_ASKED = SUMAC_XRT_IS_ASKED, N_SOCKETS = SUMAC_XRT_SOCKETS };

enum { HEADER_BYTES = 14, FIND_TRIES = 50, READ_TRIES = 1000, STEP_MS = 100 };

static const char *const prefixes[N_SOCKETS] = { "", "D2X_unix_sock_" };

static struct sockaddr_un name_of(int which)
{
	const char *user = getenv("USER"), *id = getenv("EMULATION_SOCKETID");
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	snprintf(address.sun_path, sizeof(address.sun_path), "/tmp/%s/%s%s", user ? user : "", prefixes[which], id ? id : "");
	return address;
}

/* The file-system name of a connected socket of ours, or of its other end. */
static bool has_name(int fd, const char *name)
{
	struct sockaddr_un address = { 0 };
	socklen_t len = sizeof(address) - 1;

	if (!getpeername(fd, (struct sockaddr *)&address, &len) && address.sun_family == AF_UNIX && !strcmp(address.sun_path, name))
		return true;
	memset(&address, 0, sizeof(address));
	len = sizeof(address) - 1;
	return !getsockname(fd, (struct sockaddr *)&address, &len) && address.sun_family == AF_UNIX &&
	       !strcmp(address.sun_path, name);
}

static ino_t inode_of(int fd)
{
	struct stat stat;

	return fstat(fd, &stat) ? 0 : stat.st_ino;
}

static bool find(struct sumac_xrt_watch *watch, int which)
{
	const struct sockaddr_un name = name_of(which);
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *entry;

	watch->fds[which] = -1;
	while (dir && watch->fds[which] < 0 && (entry = readdir(dir))) {
		int fd = atoi(entry->d_name);

		if (*entry->d_name != '.' && fd != dirfd(dir) && has_name(fd, name.sun_path))
			watch->fds[which] = fd;
	}
	if (dir)
		closedir(dir);
	watch->inodes[which] = inode_of(watch->fds[which]);
	return watch->fds[which] >= 0;
}

/* Reads first what the model sent before it died: it may be the second half of something that XRT is reading. */
static void let_read(int fd)
{
	const struct timespec step = { .tv_nsec = 1000000 };

	for (int i = 0, len_bytes = 0; i < READ_TRIES && !ioctl(fd, FIONREAD, &len_bytes) && len_bytes; i++)
		nanosleep(&step, NULL);
}

/* Puts a socket in the place of XRT's; returns its other end, or -1: XRT has closed it. */
static int take_place(const struct sumac_xrt_watch *watch, int which)
{
	int pair[2], fd = watch->fds[which];

	let_read(fd);
	if (inode_of(fd) != watch->inodes[which] || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return -1;
	dup2(pair[0], fd);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	close(pair[0]);
	return pair[1];
}

/* Writes as many answers as fit, each of which suits anything that XRT may ask: yes, and four bytes of zero. XRT takes one for
 * each request, so it does not matter where a request was cut off, or how many there are. */
static void say_yes(int fd)
{
	static const unsigned char answer[] = { 0x09, 8, 0, 0, 0, 0, 0, 0, 0, 0x08, 1, 0x12, 4, 0, 0, 0, 0 };
	static const size_t whole = sizeof(answer);
	ssize_t n = (ssize_t)whole;

	while (n == (ssize_t)whole)
		n = send(fd, answer, whole, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Ends the questions to XRT's second thread: a header alone. */
static void say_close(int fd)
{
	static const unsigned char close_it[HEADER_BYTES] = { 0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x15, 1, 0, 0, 0 };

	if (send(fd, close_it, sizeof(close_it), MSG_NOSIGNAL) < 0)
		return;
}

/* The contents do not matter. Returns whether XRT is still there. */
static bool hear_out(int fd)
{
	unsigned char bytes[4096];
	ssize_t n;

	do
		n = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);
	while (n > 0);
	return n < 0;
}

/* XRT's second thread may have found that the model is gone, and wait for a new one: then we are that. */
static void call_on(int *fd)
{
	const struct sockaddr_un name = name_of(IS_ASKED);

	if (*fd >= 0)
		return;
	*fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(*fd, (const struct sockaddr *)&name, sizeof(name))) {
		close(*fd);
		*fd = -1;
		return;
	}
	say_close(*fd);
}

static void stand_in(const struct sumac_xrt_watch *watch)
{
	int asks_fd = take_place(watch, ASKS), asked_fd = take_place(watch, IS_ASKED), called_fd = -1;
	struct pollfd polled[2] = { { .fd = asks_fd, .events = POLLIN }, { .fd = watch->wake_fd, .events = POLLIN } };
	bool is_there = true;

	say_close(asked_fd);
	while (is_there && !polled[1].revents) {
		say_yes(asks_fd);
		call_on(&called_fd);
		poll(polled, 2, STEP_MS);
		is_there = hear_out(asks_fd);
	}
	close(asks_fd);
	close(asked_fd);
	close(called_fd);
}

static void *look_after(void *arg)
{
	struct sumac_xrt_watch *watch = arg;
	struct pollfd polled[3] = { { .fd = watch->fds[ASKS] }, { .fd = watch->fds[IS_ASKED] },
				    { .fd = watch->wake_fd, .events = POLLIN } };

	/* XRT closes both itself when a card is closed: a descriptor that no longer exists is no news. */
	while (!polled[2].revents) {
		if (poll(polled, 3, STEP_MS) < 0 && errno != EINTR)
			break;
		if (!(polled[0].revents & POLLHUP) || polled[2].revents)
			continue;
		atomic_store_explicit(&watch->has_fired, true, memory_order_release);
		stand_in(watch);
		break;
	}
	return NULL;
}

static int start(struct sumac_xrt_watch *watch)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before); /* this thread takes none of the program's signals */
	err = pthread_create(&watch->thread, NULL, look_after, watch);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	watch->has_thread = !err;
	return err ? sumac_xrt_fail_by(SUMAC_ENOMEM, "cannot start a thread: %s", strerror(err)) : 0;
}

int sumac_xrt_watch_begin(struct sumac_xrt_watch *watch)
{
	const struct timespec step = { .tv_nsec = STEP_MS * 1000000L };
	bool is_found = false;
	int err;

	for (int i = 0; i < FIND_TRIES; i++) { /* its second thread may be late */
		is_found = find(watch, ASKS) && find(watch, IS_ASKED);
		if (is_found)
			break;
		nanosleep(&step, NULL);
	}
	if (!is_found)
		return sumac_xrt_fail_by(SUMAC_ENODEV, "XRT's emulation is not connected to its model");
	fcntl(watch->fds[ASKS], F_SETFD, FD_CLOEXEC);
	fcntl(watch->fds[IS_ASKED], F_SETFD, FD_CLOEXEC);
	watch->wake_fd = eventfd(0, EFD_CLOEXEC);
	err = start(watch);
	if (err)
		close(watch->wake_fd);
	return err;
}

void sumac_xrt_watch_cut(struct sumac_xrt_watch *watch)
{
	const struct timespec step = { .tv_nsec = 1000000 };

	if (!watch->has_thread || sumac_xrt_watch_has_fired(watch))
		return;
	shutdown(watch->fds[ASKS], SHUT_RDWR);
	for (int i = 0; i < READ_TRIES && !sumac_xrt_watch_has_fired(watch); i++)
		nanosleep(&step, NULL);
}

/* Uses system calls alone, as other threads may have held any lock. */
void sumac_xrt_watch_forked(const struct sumac_xrt_watch *watch)
{
	for (int i = 0; i < N_SOCKETS && watch->has_thread; i++)
		if (inode_of(watch->fds[i]) == watch->inodes[i])
			close(watch->fds[i]);
}

void sumac_xrt_watch_end(struct sumac_xrt_watch *watch)
{
	const unsigned long long one = 1;

	if (!watch->has_thread)
		return;
	if (write(watch->wake_fd, &one, sizeof(one)) > 0)
		pthread_join(watch->thread, NULL);
	close(watch->wake_fd);
	watch->has_thread = false;
}

void sumac_xrt_watch_enter(const struct sumac_xrt_watch *watch, sigset_t *before_out)
{
	sigset_t pipe;

	if (!watch->has_thread)
		return;
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &pipe, before_out);
}

void sumac_xrt_watch_leave(const struct sumac_xrt_watch *watch, const sigset_t *before)
{
	const struct timespec now = { 0 };
	sigset_t pipe;

	if (!watch->has_thread)
		return;
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	if (!sigismember(before, SIGPIPE) && sumac_xrt_watch_has_fired(watch))
		sigtimedwait(&pipe, NULL, &now);
	pthread_sigmask(SIG_SETMASK, before, NULL);
}
