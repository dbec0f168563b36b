/*
 * A process that outlives a killed device: if a socket closes with a request unread, XRT's next read ends with an
 * error, which XRT takes for the header of an answer. So a second process holds the shim's sockets, too; when the
 * device is gone it reads what is left, and then closes them, which XRT understands.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/xrt/xrt_device.h"

/* Nobody can write to the socket any more, and it is empty. */
static void end(int fd)
{
	char bytes[4096];

	if (fd < 0)
		return;
	shutdown(fd, SHUT_RDWR);
	while (recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
		;
	close(fd);
}

/* The rack must see that the device is gone, so of its descriptors only these three stay open. */
static void keep(int first, int second, int third)
{
	int kept[] = { first, second, third };
	unsigned from = STDERR_FILENO + 1;

	for (int i = 0; i < 3; i++)
		for (int k = i + 1; k < 3; k++)
			if (kept[k] < kept[i]) {
				int other = kept[i];

				kept[i] = kept[k];
				kept[k] = other;
			}
	for (int i = 0; i < 3; i++)
		if (kept[i] >= (int)from) {
			if (kept[i] > (int)from)
				close_range(from, (unsigned)kept[i] - 1, 0);
			from = (unsigned)kept[i] + 1;
		}
	close_range(from, ~0u, 0);
}

void sumac_xrt_mourner_begin(struct sumac_xrt_device *device)
{
	int ends[2];
	char byte;

	device->mourner_fd = -1;
	if (pipe2(ends, O_CLOEXEC))
		return;
	device->mourner = fork();
	if (!device->mourner) {
		keep(ends[0], device->shim_fd, device->host.fd);
		while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
			;
		end(device->shim_fd);
		end(device->host.fd);
		_exit(0);
	}
	close(ends[0]);
	device->mourner_fd = ends[1];
}

void sumac_xrt_mourner_end(struct sumac_xrt_device *device)
{
	if (device->mourner_fd < 0)
		return;
	close(device->mourner_fd);
	device->mourner_fd = -1;
	if (device->mourner > 0)
		waitpid(device->mourner, NULL, 0);
}
