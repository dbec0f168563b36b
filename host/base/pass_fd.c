/*
 * Passes descriptors by SCM_RIGHTS, one per message.
 */
#define _GNU_SOURCE
#include "base/pass_fd.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

union control {
	struct cmsghdr align;
	char bytes[CMSG_SPACE(sizeof(int))];
};

ssize_t sumac_fd_send(int socket_fd, const void *message, size_t len_bytes, int fd)
{
	union control control = { 0 };
	struct iovec part = { .iov_base = (void *)message, .iov_len = len_bytes };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1 };
	struct cmsghdr *rights;

	if (fd >= 0) {
		header.msg_control = control.bytes;
		header.msg_controllen = sizeof(control.bytes);
		rights = CMSG_FIRSTHDR(&header);
		rights->cmsg_level = SOL_SOCKET;
		rights->cmsg_type = SCM_RIGHTS;
		rights->cmsg_len = CMSG_LEN(sizeof(fd));
		memcpy(CMSG_DATA(rights), &fd, sizeof(fd));
	}
	return sendmsg(socket_fd, &header, MSG_NOSIGNAL);
}

ssize_t sumac_fd_receive(int socket_fd, void *message_out, size_t cap_bytes, int flags, int *fd_out)
{
	union control control;
	struct iovec part = { .iov_base = message_out, .iov_len = cap_bytes };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
				 .msg_controllen = sizeof(control.bytes) };
	ssize_t n = recvmsg(socket_fd, &header, flags | MSG_CMSG_CLOEXEC);
	struct cmsghdr *rights = n >= 0 ? CMSG_FIRSTHDR(&header) : NULL;

	*fd_out = -1;
	if (rights && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS &&
	    rights->cmsg_len == CMSG_LEN(sizeof(*fd_out)))
		memcpy(fd_out, CMSG_DATA(rights), sizeof(*fd_out));
	return n;
}
