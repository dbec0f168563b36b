/*
 * The libfabric back end's own structure, for the files that open it and those that use it.
 */
#ifndef SUMAC_FABRIC_OFI_H
#define SUMAC_FABRIC_OFI_H

#include <rdma/fi_domain.h>

#include "fabric/fabric_private.h"
#include "fabric/host_rings.h"
#include "fabric/libfabric.h"
#include "fabric/ofi_gone.h"
#include "fabric/ofi_seal.h"

struct sumac_bootstrap;

/* Set in the tag of control messages; the sender's rank stands below it. Providers may keep the upper bits of tags. We believe
 * nothing of a message before its seal was checked. */
#define SUMAC_OFI_TAG_CONTROL (UINT64_C(1) << 32)

struct sumac_ofi_peer {
	fi_addr_t address;
	struct sumac_ofi_secret secret; /* seals messages to this peer */
	int64_t not_before_ns; /* when to try an unreachable peer again; 0: it can be reached */
	bool is_met;	       /* a message has got through, either way */
	struct sumac_ofi_gone gone;
};

struct sumac_fabric_ofi {
	struct sumac_fabric base;
	const struct sumac_libfabric *library;
	struct fi_info *info;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_ep *ep;
	struct sumac_host_rings *rings;	  /* for the peers on this host; NULL: none */
	struct sumac_ofi_peer *peers;	  /* by rank in the job */
	struct sumac_fabric_send *unsent; /* libfabric gave these back */
	int n_to_post;	      /* receives that could not yet be posted */
	int n_controls_to_post;
	struct sumac_fabric_buf *resting, **resting_end; /* their receives ended in an error, oldest first */
	int n_resting;
};

extern const struct sumac_fabric_ops sumac_fabric_ofi_ops;

/* Opens the endpoint and the address vector; collective.
 * sumac_fabric_ofi_down() closes what it has opened. */
int sumac_fabric_ofi_up(struct sumac_fabric_ofi *fabric, struct sumac_bootstrap *bootstrap);
void sumac_fabric_ofi_down(struct sumac_fabric_ofi *fabric);

static inline struct sumac_fabric_ofi *sumac_fabric_ofi_of(struct sumac_fabric *fabric)
{
	return (struct sumac_fabric_ofi *)fabric;
}

static inline void sumac_fabric_ofi_met(struct sumac_fabric_ofi *fabric, int rank)
{
	fabric->peers[rank].is_met = true;
	fabric->peers[rank].not_before_ns = 0;
	if (fabric->peers[rank].gone.pause_ns)
		sumac_ofi_gone_end(&fabric->peers[rank].gone);
}

/* Sends to a rank on another host, as in struct sumac_fabric_ops; and takes what libfabric tells about a send afterwards: that it
 * is done, or an error of it. */
int sumac_fabric_ofi_send(struct sumac_fabric *base, struct sumac_fabric_send *send);
void sumac_fabric_ofi_sent(struct sumac_fabric_ofi *fabric, struct sumac_fabric_send *send);
void sumac_fabric_ofi_send_failed(struct sumac_fabric_ofi *fabric, struct sumac_fabric_send *send, int error);
/* Retries sends that libfabric has given back. */
void sumac_fabric_ofi_send_again(struct sumac_fabric_ofi *fabric);

/* Posts the receives that are missing. */
int sumac_fabric_ofi_post(struct sumac_fabric_ofi *fabric);

#endif
