/*
 * The structure of remote memory over libfabric, for the files that open it and those that use it.
 */
#ifndef SUMAC_OFI_RMA_PRIVATE_H
#define SUMAC_OFI_RMA_PRIVATE_H

#include <rdma/fi_domain.h>

#include "fabric/ofi_rma.h"

enum { SUMAC_OFI_RMA_OPS = 64 }; /* under way at once, to all ranks */

struct sumac_ofi_rma_op {
	struct fi_context2 context; /* first, since libfabric gives this address back */
	struct sumac_ofi_rma_op *next;
	int rank, id;
	bool is_under_way;
	struct fid_mr *mr; /* of the caller's memory, while the operation is under way */
	uint8_t copy[SUMAC_OFI_RMA_COPIED_BYTES];
};

struct sumac_ofi_rma {
	struct sumac_ofi_rma_host host;
	const struct sumac_libfabric *library;
	struct fi_info *infos[SUMAC_OFI_MAX_WAYS]; /* until one was chosen */
	struct fi_info *info;
	struct sumac_ofi_need need;
	int n_ranks;
	uint8_t *memory;
	size_t len_bytes;
	struct sumac_ofi_rma_card card; /* valid once opened */
	bool is_opened;
	int open_status;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_ep *ep;
	struct fid_mr *mr, *copies_mr;
	struct sumac_ofi_rma_peer {
		fi_addr_t address;
		uint64_t key, base;
		bool is_met;
	} *peers;
	struct sumac_ofi_rma_op *ops, *free_ops;
};

/* Registers memory for use by this rank's own endpoint, or by others'. */
int sumac_ofi_rma_register(struct sumac_ofi_rma *rma, void *start, size_t len_bytes, uint64_t access, struct fid_mr **mr_out);

#endif
