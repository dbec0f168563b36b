/*
 * The libfabric back end's own structure, for the files that open it and that use it.
 */
#ifndef SUMAC_FABRIC_OFI_H
#define SUMAC_FABRIC_OFI_H

#include <rdma/fi_domain.h>

#include "fabric/fabric_private.h"
#include "fabric/libfabric.h"

struct sumac_bootstrap;

struct sumac_fabric_ofi {
	struct sumac_fabric base;
	const struct sumac_libfabric *library;
	struct fi_info *info;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_ep *ep;
	fi_addr_t *peers;     /* by rank in the job */
	int n_to_post;	      /* receives that could not yet be posted */
	int n_controls_to_post;
};

extern const struct sumac_fabric_ops sumac_fabric_ofi_ops;

/* Opens the endpoint and the address vector; collective.
 * sumac_fabric_ofi_down() closes what it has opened. */
int sumac_fabric_ofi_up(struct sumac_fabric_ofi *fabric, struct sumac_bootstrap *bootstrap);
void sumac_fabric_ofi_down(struct sumac_fabric_ofi *fabric);

/* Posts the receives that are missing. */
int sumac_fabric_ofi_post(struct sumac_fabric_ofi *fabric);

#endif
