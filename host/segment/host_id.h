/*
 * Tells which host a rank is on. Ranks that cannot reach each other as processes of one machine do (in containers, in network
 * namespaces) count as on different hosts, even if they run on one machine.
 */
#ifndef SUMAC_HOST_ID_H
#define SUMAC_HOST_ID_H

#include <stdint.h>

struct sumac_host_id {
	char name[64];
	char boot[40];
	uint64_t network, pids, users; /* namespaces */
};

/* To be compared by memcmp(). */
void sumac_host_id_get(struct sumac_host_id *id_out);

#endif
