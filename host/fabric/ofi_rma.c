/*
 * Writes and reads of other ranks' memory, and their completions. A short write is copied first, so that its source
 * is the caller's again at once.
 */
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <string.h>

#include "base/fail.h"
#include "fabric/ofi_rma_private.h"
#include "spec/spec.h"

enum {
	N_COMPLETIONS = 16, /* read at once */
	MAX_READS = 8,	    /* per call of progress */
	MOST_BYTES = 1 << 30,
};

size_t sumac_ofi_rma_most(const struct sumac_ofi_rma *rma)
{
	return rma->info->ep_attr->max_msg_size < MOST_BYTES ? rma->info->ep_attr->max_msg_size : MOST_BYTES;
}

static void let_go(struct sumac_ofi_rma *rma, struct sumac_ofi_rma_op *op)
{
	if (op->mr)
		fi_close(&op->mr->fid);
	op->mr = NULL;
	op->next = rma->free_ops;
	rma->free_ops = op;
}

/* The description of near memory that libfabric needs, if any: shared memory and the copies are registered for good, other memory
 * for this one operation. */
static int describe(struct sumac_ofi_rma *rma, struct sumac_ofi_rma_op *op, void *near, size_t len_bytes, uint64_t access,
		    void **desc_out)
{
	int err;

	*desc_out = NULL;
	if (!(rma->info->domain_attr->mr_mode & FI_MR_LOCAL))
		return 0;
	if (near == op->copy) {
		*desc_out = fi_mr_desc(rma->copies_mr);
		return 0;
	}
	if ((uint8_t *)near >= rma->memory && (size_t)((uint8_t *)near - rma->memory) < rma->len_bytes) {
		*desc_out = fi_mr_desc(rma->mr);
		return 0;
	}
	err = sumac_ofi_rma_register(rma, near, len_bytes, access, &op->mr);
	if (!err)
		*desc_out = fi_mr_desc(op->mr);
	return err;
}

static int start(struct sumac_ofi_rma *rma, int rank, uint64_t offset, void *near, size_t len_bytes, int id, bool is_write)
{
	const struct sumac_ofi_rma_peer *peer = &rma->peers[rank];
	struct sumac_ofi_rma_op *op = rma->free_ops;
	void *desc;
	int err;

	if (!op)
		return 1;
	rma->free_ops = op->next;
	op->rank = rank;
	op->id = id;
	if (is_write && len_bytes <= sizeof(op->copy))
		near = memcpy(op->copy, near, len_bytes);
	err = describe(rma, op, near, len_bytes, is_write ? FI_WRITE : FI_READ, &desc);
	if (err) {
		let_go(rma, op);
		return err;
	}
	err = (int)(is_write ? fi_write(rma->ep, near, len_bytes, desc, peer->address, peer->base + offset, peer->key, op) :
			       fi_read(rma->ep, near, len_bytes, desc, peer->address, peer->base + offset, peer->key, op));
	op->is_under_way = !err;
	if (err)
		let_go(rma, op);
	if (!err || err == -FI_EAGAIN)
		return err ? 1 : 0;
	return sumac_fail(SUMAC_EPEER, "libfabric: the memory of rank %d cannot be %s: %s", rank, is_write ? "written" : "read",
			  rma->library->strerror(-err));
}

int sumac_ofi_rma_write(struct sumac_ofi_rma *rma, int rank, uint64_t offset, const void *near, size_t len_bytes, int id)
{
	return start(rma, rank, offset, (void *)(uintptr_t)near, len_bytes, id, true);
}

int sumac_ofi_rma_read(struct sumac_ofi_rma *rma, int rank, uint64_t offset, void *near, size_t len_bytes, int id)
{
	return start(rma, rank, offset, near, len_bytes, id, false);
}

/* After an error libfabric may report the same operation again, and still hold its memory, so we do not reuse it. */
static void end(struct sumac_ofi_rma *rma, struct sumac_ofi_rma_op *op, const char *why_lost)
{
	if (!op || !op->is_under_way)
		return;
	op->is_under_way = false;
	rma->host.done(rma->host.ctx, op->rank, op->id, why_lost);
	if (!why_lost)
		let_go(rma, op);
}

static void read_error(struct sumac_ofi_rma *rma)
{
	struct fi_cq_err_entry error = { 0 };

	if (fi_cq_readerr(rma->cq, &error, 0) == 1)
		end(rma, error.op_context, rma->library->strerror(error.err ? error.err : FI_EIO));
}

int sumac_ofi_rma_progress(struct sumac_ofi_rma *rma)
{
	struct fi_cq_entry entries[N_COMPLETIONS];
	int moved = 0;

	for (int reads = 0; rma->cq && reads < MAX_READS; reads++) {
		ssize_t n = fi_cq_read(rma->cq, entries, N_COMPLETIONS);

		if (n == -FI_EAVAIL)
			read_error(rma);
		for (ssize_t i = 0; i < n; i++)
			end(rma, entries[i].op_context, NULL);
		moved |= n > 0;
		if (n < N_COMPLETIONS && n != -FI_EAVAIL)
			break;
	}
	return moved;
}
