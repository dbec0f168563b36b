/*
 * A message over a Unix socket that carries a descriptor along.
 */
#ifndef SUMAC_PASS_FD_H
#define SUMAC_PASS_FD_H

#include <stddef.h>
#include <sys/types.h>

/* Like send(), with MSG_NOSIGNAL. fd < 0: no descriptor goes along. */
ssize_t sumac_fd_send(int socket_fd, const void *message, size_t len_bytes, int fd);
/* Like recv() with these flags. fd_out: the caller closes it, or it is -1. */
ssize_t sumac_fd_receive(int socket_fd, void *message_out, size_t cap_bytes, int flags, int *fd_out);

#endif
