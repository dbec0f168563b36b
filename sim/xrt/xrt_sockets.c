/*
 * Where the shim finds its model: two sockets in the user's folder below /tmp, named by the device's id. Also whom a
 * device listens to: the shim, and whether rack and parent are there.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "sim/xrt/xrt_device.h"
#include "spec/spec.h"

enum { LOOK_MS = 200, LINGER_MS = 2000, TRIES = 10 };

static int socket_path(const struct sumac_xrt_options *options, const char *prefix, char path_out[SUMAC_XRT_PATH_BYTES])
{
	int n = snprintf(path_out, SUMAC_XRT_PATH_BYTES, "%s/%s%s", options->folder, prefix, options->id);

	if (n < SUMAC_XRT_PATH_BYTES)
		return 0;
	errno = ENAMETOOLONG;
	return -SUMAC_EINVAL;
}

/* Others could put their own sockets into a folder that is not ours. */
static int make_folder(const char *path)
{
	struct stat stat;

	if (mkdir(path, 0700) && errno != EEXIST)
		return -SUMAC_EIO;
	if (!lstat(path, &stat) && S_ISDIR(stat.st_mode) && stat.st_uid == geteuid())
		return 0;
	errno = EPERM;
	return -SUMAC_EIO;
}

static int listen_at(const struct sumac_xrt_options *options, const char *prefix)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), error;

	if (fd < 0)
		return fd;
	if (socket_path(options, prefix, address.sun_path))
		goto err_close;
	unlink(address.sun_path);
	/* The last one to leave the folder removes it, and may do so just now. */
	for (int i = 0; i < TRIES && !make_folder(options->folder); i++) {
		if (!bind(fd, (const struct sockaddr *)&address, sizeof address) && !listen(fd, 4))
			return fd;
		if (errno != ENOENT)
			break;
	}
err_close:
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

int sumac_xrt_sockets_open(struct sumac_xrt_device *device)
{
	device->listen_fd = listen_at(device->options, "");
	device->host_listen_fd = device->listen_fd < 0 ? -1 : listen_at(device->options, "D2X_unix_sock_");
	if (device->listen_fd >= 0 && device->host_listen_fd >= 0)
		return 0;
	fprintf(stderr, "sumac-xrt-device: cannot make a socket in %s: %s\n", device->options->folder, strerror(errno));
	return -SUMAC_EIO;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void sumac_xrt_sockets_close(struct sumac_xrt_device *device)
{
	static const char *const prefixes[] = { "", "D2X_unix_sock_" };
	char path[SUMAC_XRT_PATH_BYTES];

	for (int i = 0; i < 2; i++)
		if (!socket_path(device->options, prefixes[i], path))
			unlink(path);
	close_fd(&device->listen_fd);
	close_fd(&device->host_listen_fd);
	rmdir(device->options->folder); /* unless others use it */
}

static bool has_ended(const struct pollfd *fd)
{
	char byte;
	ssize_t n = fd->revents ? recv(fd->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) : 1;

	return !n || (n < 0 && errno != EAGAIN && errno != EINTR);
}

/* Rack and parent say nothing unasked. A parent ends when its ranks have, so we first hear what they said last. Returns which of
 * the first two has something for us: 1, 2 or both; 0: time is up. */
static int wait_for(const struct sumac_xrt_device *device, int fd, int other_fd, int timeout_ms)
{
	struct pollfd fds[] = { { fd, POLLIN, 0 }, { other_fd, POLLIN, 0 },
				{ device->bus ? sumac_bus_rack_of(device->bus)->socket_fd : -1, POLLIN, 0 },
				{ device->options->parent_fd, POLLIN, 0 } };

	if (poll(fds, 4, timeout_ms) < 0)
		return errno == EINTR ? 0 : -SUMAC_EIO;
	if (fds[3].revents && !fds[0].revents && !fds[1].revents)
		return -SUMAC_EIO;
	if (has_ended(&fds[2])) {
		fprintf(stderr, "sumac-xrt-device: the rack is gone\n");
		return -SUMAC_EIO;
	}
	return (fds[0].revents != 0) | (fds[1].revents != 0) << 1;
}

/* The shim connects to both, in no order. A shim that closed just now may have removed the name under which we listen. */
int sumac_xrt_sockets_await(struct sumac_xrt_device *device)
{
	char path[SUMAC_XRT_PATH_BYTES];
	int ready, host_fd = -1, waited_ms = 0;

	device->shim_fd = -1;
	while (device->shim_fd < 0 || (host_fd < 0 && waited_ms < LINGER_MS)) {
		ready = wait_for(device, device->shim_fd < 0 ? device->listen_fd : -1, host_fd < 0 ? device->host_listen_fd : -1,
				 LOOK_MS);
		if (ready < 0)
			goto err_close;
		if (ready & 1)
			device->shim_fd = accept4(device->listen_fd, NULL, NULL, SOCK_CLOEXEC);
		if (ready & 2)
			host_fd = accept4(device->host_listen_fd, NULL, NULL, SOCK_CLOEXEC);
		if (device->shim_fd >= 0 && !ready)
			waited_ms += LOOK_MS;
		if (device->shim_fd < 0 && !socket_path(device->options, "", path) && access(path, F_OK)) {
			close_fd(&device->listen_fd);
			device->listen_fd = listen_at(device->options, "");
		}
	}
	device->host.fd = host_fd;
	return 0;

err_close:
	if (host_fd >= 0)
		close(host_fd);
	close_fd(&device->shim_fd);
	return -SUMAC_EIO;
}

int sumac_xrt_sockets_hear(const struct sumac_xrt_device *device)
{
	int ready;

	do
		ready = wait_for(device, device->shim_fd, -1, -1);
	while (!ready);
	return ready < 0 ? ready : 0;
}

void sumac_xrt_sockets_linger(const struct sumac_xrt_device *device)
{
	struct pollfd fd = { .fd = device->shim_fd, .events = POLLIN };

	poll(&fd, 1, LINGER_MS);
}
