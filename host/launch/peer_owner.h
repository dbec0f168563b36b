/*
 * Asks the kernel which user holds the other end of a TCP connection within this host.
 */
#ifndef SUMAC_PEER_OWNER_H
#define SUMAC_PEER_OWNER_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum sumac_peer_way { SUMAC_PEER_BY_NETLINK, SUMAC_PEER_BY_PROC, SUMAC_PEER_N_WAYS };

/* Keeps its own descriptors open, so that a process which has used up its files can still ask. Any thread may ask. */
struct sumac_peer_asker {
	enum sumac_peer_way way;
	pthread_mutex_t lock;
	int netlink_fd;	     /* -1: none */
	FILE *table;	     /* of /proc, or NULL */
	uint32_t n_asked;    /* by netlink; numbers the questions */
};

/* 0, or -1 if there is no such way. */
int sumac_peer_asker_open(enum sumac_peer_way way, struct sumac_peer_asker *asker_out);
void sumac_peer_asker_close(struct sumac_peer_asker *asker);

/* fd: an accepted IPv4 connection. 0; or -1 if nobody holds its other end any more, if that end is not on this host, or if the
 * kernel does not tell. */
int sumac_peer_owner(struct sumac_peer_asker *asker, int fd, uid_t *uid_out);

#endif
