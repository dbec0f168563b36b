/*
 * Messages between the ranks of a host, through the segment: all that the fabric within a host has, and what a fabric
 * between hosts uses for the peers that need no network.
 */
#ifndef SUMAC_HOST_RINGS_H
#define SUMAC_HOST_RINGS_H

#include "fabric/fabric_private.h"

struct sumac_host_rings;
struct sumac_segment;

/* Arrived messages become the fabric's; a peer whose memory holds impossible values is reported to the fabric. */
int sumac_host_rings_open(struct sumac_segment *segment, struct sumac_fabric *fabric, struct sumac_host_rings **rings_out);

/* Whether a rank of the job is on this host. */
bool sumac_host_rings_reach(const struct sumac_host_rings *rings, int rank);

/* Sends to such a rank; both as in struct sumac_fabric_ops. */
int sumac_host_rings_send(struct sumac_host_rings *rings, struct sumac_fabric_send *send);
int sumac_host_rings_progress(struct sumac_host_rings *rings);

/* The rings stay in the segment until that is closed: the others may still read them. */
void sumac_host_rings_close(struct sumac_host_rings *rings);

#endif
