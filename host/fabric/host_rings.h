/*
 * Messages between the ranks of a host, through the segment: all that the fabric within a host has, and what a fabric between
 * hosts has for those of its peers who need no network.
 */
#ifndef SUMAC_HOST_RINGS_H
#define SUMAC_HOST_RINGS_H

#include "fabric/fabric_private.h"

struct sumac_host_rings;
struct sumac_segment;

/* What arrives becomes the fabric's, and so does a peer whose memory says what cannot be. */
int sumac_host_rings_open(struct sumac_segment *segment, struct sumac_fabric *fabric, struct sumac_host_rings **rings_out);

/* Whether a rank of the job is on this host. */
bool sumac_host_rings_reach(const struct sumac_host_rings *rings, int rank);

/* To such a rank; both as of struct sumac_fabric_ops. */
int sumac_host_rings_send(struct sumac_host_rings *rings, struct sumac_fabric_send *send);
int sumac_host_rings_progress(struct sumac_host_rings *rings);

/* The rings stay in the segment until that is closed: the others may still read them. */
void sumac_host_rings_close(struct sumac_host_rings *rings);

#endif
