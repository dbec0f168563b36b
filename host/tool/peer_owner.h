/*
 * Asks the kernel which user holds the other end of a TCP connection within this host.
 */
#ifndef SUMAC_PEER_OWNER_H
#define SUMAC_PEER_OWNER_H

#include <sys/types.h>

enum sumac_peer_way { SUMAC_PEER_BY_NETLINK, SUMAC_PEER_BY_PROC, SUMAC_PEER_N_WAYS };

/* fd: an accepted IPv4 connection. 0; or -1 if nobody holds its other end any more, if that end is not on this host, or if the
 * kernel does not tell. */
int sumac_peer_owner(enum sumac_peer_way way, int fd, uid_t *uid_out);

#endif
