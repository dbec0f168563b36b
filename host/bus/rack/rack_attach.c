/*
 * Attaching to a rack: the greeting, the shared page, and whether the NIC there is one of ours.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/fail.h"
#include "bus/rack/bus_rack.h"
#include "spec/spec.h"

enum { LOOK_S = 10 }; /* for an answer to one who only looks */

static int connect_to(const char *path, int *fd_out)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd;

	if (strlen(path) >= sizeof address.sun_path)
		return sumac_fail(SUMAC_ENODEV, "the rack's socket path is too long: %s", path);
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return sumac_fail(SUMAC_ENODEV, "cannot make a socket: %s", strerror(errno));
	if (connect(fd, (const struct sockaddr *)&address, sizeof address)) {
		int err = errno;

		close(fd);
		return sumac_fail(SUMAC_ENODEV, "no rack answers at %s (%s); `sumac run --engine nic` starts one", path,
				  strerror(err));
	}
	*fd_out = fd;
	return 0;
}

static int refused(const struct sumac_rack_answer *answer)
{
	return sumac_fail(answer->status < 0 ? answer->status : -SUMAC_ENODEV, "the rack refuses: %.*s",
			  (int)sizeof answer->why - 1, answer->why);
}

/* The file descriptors that came with a message, at most two; -1 for those that are missing. */
static void take_fds(struct msghdr *header, int fds_out[2])
{
	struct cmsghdr *rights = CMSG_FIRSTHDR(header);

	fds_out[0] = fds_out[1] = -1;
	if (rights && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS)
		memcpy(fds_out, CMSG_DATA(rights), rights->cmsg_len - CMSG_LEN(0));
}

static int greet(struct sumac_bus_rack *rack, const struct sumac_rack_hello *hello,
		 struct sumac_rack_welcome *welcome_out, int fds_out[2])
{
	union {
		struct sumac_rack_welcome welcome;
		struct sumac_rack_answer answer;
	} message = { 0 };
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(2 * sizeof(int))];
	} control;
	struct iovec part = { .iov_base = &message, .iov_len = sizeof message };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
				 .msg_controllen = sizeof control.bytes };
	ssize_t n;

	if (send(rack->socket_fd, hello, sizeof *hello, MSG_NOSIGNAL) != sizeof *hello)
		return sumac_fail(SUMAC_ENODEV, "the rack hung up: %s", strerror(errno));
	if (sumac_bus_rack_await(rack))
		return -SUMAC_EIO;
	n = recvmsg(rack->socket_fd, &header, MSG_CMSG_CLOEXEC);
	if (n <= 0)
		return sumac_fail(SUMAC_ENODEV, "the rack hung up");
	take_fds(&header, fds_out);
	if (message.welcome.kind == SUMAC_RACK_REFUSED && n == sizeof message.answer)
		return refused(&message.answer);
	if (message.welcome.kind != SUMAC_RACK_WELCOME || n != sizeof message.welcome)
		return sumac_fail(SUMAC_ENODEV, "the listener there is not a rack of this version");
	*welcome_out = message.welcome;
	return 0;
}

static int attach(struct sumac_bus_rack *rack, int nic, int n_nics)
{
	struct sumac_rack_hello hello = { .kind = SUMAC_RACK_HELLO, .protocol = SUMAC_RACK_PROTOCOL, .rank = nic,
					  .size = n_nics, .spec_hash = SUMAC_SPEC_HASH,
					  .version = SUMAC_RACK_VERSION };
	struct sumac_rack_welcome welcome = { 0 };
	int fds[2] = { -1, -1 }, err;
	void *page;

	err = greet(rack, &hello, &welcome, fds);
	rack->bell_fd = fds[1];
	if (err)
		goto out;
	page = fds[0] < 0 || fds[1] < 0 ? MAP_FAILED :
					  mmap(NULL, sizeof *rack->page, PROT_READ | PROT_WRITE, MAP_SHARED, fds[0], 0);
	if (page == MAP_FAILED) {
		err = sumac_fail(SUMAC_ENODEV, "cannot map the rack's shared page");
		goto out;
	}
	rack->page = page;
	rack->clock_stepped = rack->bus.stepped = welcome.stepped;
	rack->bus.clock_hz = welcome.clock_hz;
	memcpy(rack->bus.mac, welcome.mac, sizeof rack->bus.mac);
	memcpy(rack->bus.ip, welcome.ip, sizeof rack->bus.ip);
	snprintf(rack->surroundings, sizeof rack->surroundings, "%s", welcome.surroundings);
	rack->bus.surroundings = rack->surroundings;
out:
	if (fds[0] >= 0)
		close(fds[0]);
	return err;
}

static int check_device(struct sumac_bus_rack *rack)
{
	uint32_t magic = 0, hash = 0, windows = 0;

	if (sumac_bus_rack_read(&rack->bus, SUMAC_REG_MAGIC, &magic) ||
	    sumac_bus_rack_read(&rack->bus, SUMAC_REG_SPEC_HASH, &hash) ||
	    sumac_bus_rack_read(&rack->bus, SUMAC_REG_PARAM(Windows), &windows))
		return sumac_fail(SUMAC_EIO, "cannot read the NIC's registers");
	if (magic != SUMAC_MAGIC)
		return sumac_fail(SUMAC_ENODEV, "this is not a Sumac NIC: its magic number is 0x%08x", magic);
	if (hash != SUMAC_SPEC_HASH)
		return sumac_fail(SUMAC_ESPEC,
				  "the NIC was built from specification 0x%08x, this library from 0x%08x: build both from one tree",
				  hash, (unsigned)SUMAC_SPEC_HASH);
	rack->n_windows = windows < SUMAC_RACK_WINDOWS ? windows : SUMAC_RACK_WINDOWS;
	return 0;
}

int sumac_bus_rack_look(const char *socket_path, int nic, int *n_nics_out, struct sumac_causes *causes_out)
{
	const struct sumac_rack_look look = { SUMAC_RACK_LOOK, SUMAC_RACK_PROTOCOL, SUMAC_SPEC_HASH, nic };
	const struct timeval patience = { .tv_sec = LOOK_S };
	union {
		struct sumac_rack_seen seen;
		struct sumac_rack_answer answer;
	} message = { 0 };
	ssize_t n = -1;
	int fd, err = connect_to(socket_path, &fd);

	if (err)
		return err;
	if (!setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) &&
	    send(fd, &look, sizeof look, MSG_NOSIGNAL) == sizeof look)
		n = recv(fd, &message, sizeof message, 0);
	close(fd);
	if (n == sizeof message.answer && message.answer.kind == SUMAC_RACK_REFUSED)
		return refused(&message.answer);
	if (n != sizeof message.seen || message.seen.kind != SUMAC_RACK_SEEN)
		return sumac_fail(SUMAC_EIO, "the rack at %s does not answer", socket_path);
	*n_nics_out = message.seen.n_nics;
	*causes_out = message.seen.causes;
	return 0;
}

int sumac_bus_rack_open(const char *socket_path, int nic, int n_nics, struct sumac_bus **bus_out)
{
	struct sumac_bus_rack *rack = calloc(1, sizeof *rack);
	int err;

	if (!rack)
		return sumac_fail(SUMAC_ENOMEM, "out of memory");
	rack->bus = (struct sumac_bus){ .ops = &sumac_bus_rack_ops, .kind = "rack", .simulated = true, .pushes_cheaply = true };
	rack->socket_fd = rack->bell_fd = -1;
	err = connect_to(socket_path, &rack->socket_fd);
	if (!err)
		err = attach(rack, nic, n_nics);
	if (err)
		goto err_destroy;
	err = check_device(rack);
	if (err) {
		sumac_bus_rack_ops.close(&rack->bus); /* says goodbye: this is not a death */
		return err;
	}
	*bus_out = &rack->bus;
	return 0;

err_destroy:
	sumac_bus_rack_destroy(rack);
	return err;
}
