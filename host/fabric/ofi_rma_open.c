/*
 * Chooses a provider that writes and reads other ranks' memory, opens an endpoint of it, registers this rank's memory
 * there, and takes in what others tell about theirs.
 */
#include <rdma/fi_cm.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/say.h"
#include "fabric/ofi_rma_private.h"
#include "fabric/ofi_seal.h"
#include "spec/spec.h"
#include "sumac.h"

enum { MAX_KEYS = 100 }; /* keys to try */

int sumac_ofi_rma_new(const struct sumac_ofi_rma_host *host, void *memory, size_t len_bytes, bool by_card,
		      struct sumac_ofi_offer *offer_out, struct sumac_ofi_rma **rma_out)
{
	struct sumac_ofi_rma *rma = calloc(1, sizeof(*rma));
	int err = rma ? sumac_libfabric_load(&rma->library)
		  : sumac_fail(SUMAC_ENOMEM, "no memory for reaching other hosts' memory");

	if (err) {
		free(rma);
		return err;
	}
	rma->host = *host;
	rma->memory = memory;
	rma->len_bytes = len_bytes;
	rma->need.by_card = by_card;
	sumac_ofi_ways_find(rma->library, &rma->need, offer_out, rma->infos);
	*rma_out = rma;
	return 0;
}

int sumac_ofi_rma_choose(struct sumac_ofi_rma *rma, const struct sumac_ofi_offer *offers, int n_ranks, int rank)
{
	char text[SUMAC_OFI_WAYS_TEXT_CAP];

	rma->n_ranks = n_ranks;
	rma->info = sumac_ofi_ways_take(rma->library, &rma->need, offers, n_ranks, rank, rma->infos);
	sumac_ofi_ways_text(rma->infos, text);
	if (!rma->info)
		return sumac_fail(SUMAC_EIO, "no provider of libfabric that all ranks have writes and reads the memory of other "
					     "hosts (FI_RMA with FI_PROGRESS_AUTO); those here: %s", *text ? text : "none");
	if (!rank)
		sumac_say(SUMAC_SAY_DECISIONS, "symmetric heaps of other hosts are written and read by %s on %s",
			  rma->info->fabric_attr->prov_name, rma->info->fabric_attr->name);
	return 0;
}

static int check(const struct sumac_ofi_rma *rma, int ret, const char *what)
{
	return ret ? sumac_fail(SUMAC_EIO, "libfabric: %s for remote memory: %s", what, rma->library->strerror(-ret)) : 0;
}

static int open_endpoint(struct sumac_ofi_rma *rma)
{
	struct fi_av_attr av_attr = { .type = FI_AV_TABLE, .count = (size_t)rma->n_ranks };
	struct fi_cq_attr cq_attr = { .format = FI_CQ_FORMAT_CONTEXT, .size = SUMAC_OFI_RMA_OPS };
	int err = check(rma, rma->library->fabric(rma->info->fabric_attr, &rma->fabric, NULL), "opening the fabric");

	if (!err)
		err = check(rma, fi_domain(rma->fabric, rma->info, &rma->domain, NULL), "opening the domain");
	if (!err)
		err = check(rma, fi_av_open(rma->domain, &av_attr, &rma->av, NULL), "opening the address vector");
	if (!err)
		err = check(rma, fi_cq_open(rma->domain, &cq_attr, &rma->cq, NULL), "opening the completion queue");
	if (!err)
		err = check(rma, fi_endpoint(rma->domain, rma->info, &rma->ep, NULL), "opening the endpoint");
	if (!err)
		err = check(rma, fi_ep_bind(rma->ep, &rma->av->fid, 0), "binding the address vector");
	if (!err)
		err = check(rma, fi_ep_bind(rma->ep, &rma->cq->fid, FI_TRANSMIT | FI_RECV), "binding the completion queue");
	return err ? err : check(rma, fi_enable(rma->ep), "enabling the endpoint");
}

/* Anybody who reaches the port and names the key may write the memory, so nobody must guess it. Some providers make keys
 * themselves (FI_MR_PROV_KEY), and ignore ours. A short key may be in use already; then the next one will do. */
static int register_by_key(struct sumac_ofi_rma *rma, void *start, size_t len_bytes, uint64_t access, struct fid_mr **mr_out)
{
	const struct fi_domain_attr *attr = rma->info->domain_attr;
	uint64_t key = 0;
	int err = 0, ret = -FI_ENOKEY;

	for (int i = 0; i < MAX_KEYS && !err && ret == -FI_ENOKEY; i++) {
		if (!(attr->mr_mode & FI_MR_PROV_KEY))
			err = sumac_ofi_secret_key(attr->mr_key_size, &key);
		if (!err)
			ret = fi_mr_reg(rma->domain, start, len_bytes, access, 0, key, 0, mr_out, NULL);
	}
	return err ? err : check(rma, ret, "registering memory");
}

int sumac_ofi_rma_register(struct sumac_ofi_rma *rma, void *start, size_t len_bytes, uint64_t access, struct fid_mr **mr_out)
{
	int err = register_by_key(rma, start, len_bytes, access, mr_out);

	if (!err && (rma->info->domain_attr->mr_mode & FI_MR_ENDPOINT)) {
		err = check(rma, fi_mr_bind(*mr_out, &rma->ep->fid, 0), "binding memory");
		if (!err)
			err = check(rma, fi_mr_enable(*mr_out), "enabling memory");
	}
	return err;
}

static int make_ops(struct sumac_ofi_rma *rma)
{
	rma->peers = calloc((size_t)rma->n_ranks, sizeof(*rma->peers));
	rma->ops = calloc(SUMAC_OFI_RMA_OPS, sizeof(*rma->ops));
	if (!rma->peers || !rma->ops)
		return sumac_fail(SUMAC_ENOMEM, "no memory for reaching that of %d ranks", rma->n_ranks);
	for (int i = 0; i < SUMAC_OFI_RMA_OPS; i++) {
		rma->ops[i].next = rma->free_ops;
		rma->free_ops = &rma->ops[i];
	}
	return 0;
}

static int open_all(struct sumac_ofi_rma *rma)
{
	int mr_mode = rma->info->domain_attr->mr_mode, err = make_ops(rma);
	size_t address_bytes = sizeof(rma->card.address);

	if (!err)
		err = open_endpoint(rma);
	if (!err)
		err = sumac_ofi_rma_register(rma, rma->memory, rma->len_bytes,
					     FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE, &rma->mr);
	if (!err && (mr_mode & FI_MR_LOCAL))
		err = sumac_ofi_rma_register(rma, rma->ops, SUMAC_OFI_RMA_OPS * sizeof(*rma->ops), FI_WRITE, &rma->copies_mr);
	if (!err)
		err = check(rma, fi_getname(&rma->ep->fid, rma->card.address, &address_bytes), "asking for its address");
	if (err)
		return err;
	rma->card.address_bytes = (uint32_t)address_bytes;
	rma->card.key = fi_mr_key(rma->mr);
	rma->card.base = mr_mode & FI_MR_VIRT_ADDR ? (uintptr_t)rma->memory : 0;
	return 0;
}

int sumac_ofi_rma_card(struct sumac_ofi_rma *rma, struct sumac_ofi_rma_card *card_out)
{
	if (!rma->is_opened) {
		rma->is_opened = true;
		rma->open_status = open_all(rma);
		if (rma->open_status)
			snprintf(rma->card.why_not, sizeof(rma->card.why_not), "%s", sumac_last_error());
	}
	*card_out = rma->card;
	return rma->open_status ? sumac_fail(rma->open_status, "%s", rma->card.why_not) : 0;
}

/* If two ranks meet each other at the same time, they do this twice. */
int sumac_ofi_rma_meet(struct sumac_ofi_rma *rma, int rank, const struct sumac_ofi_rma_card *card)
{
	struct sumac_ofi_rma_peer *peer = &rma->peers[rank];

	if (peer->is_met)
		return 0;
	if (!card->address_bytes || card->address_bytes > sizeof(card->address))
		return sumac_fail(SUMAC_EIO, "rank %d does not let its memory be written and read: %.*s", rank,
				  (int)sizeof(card->why_not), card->why_not);
	if (fi_av_insert(rma->av, card->address, 1, &peer->address, 0, NULL) != 1)
		return sumac_fail(SUMAC_EIO, "libfabric does not take the address of rank %d", rank);
	peer->key = card->key;
	peer->base = card->base;
	peer->is_met = true;
	return 0;
}

static void close_fid(struct fid *fid)
{
	if (fid)
		fi_close(fid);
}

void sumac_ofi_rma_close(struct sumac_ofi_rma *rma)
{
	close_fid(rma->ep ? &rma->ep->fid : NULL);
	for (int i = 0; rma->ops && i < SUMAC_OFI_RMA_OPS; i++)
		close_fid(rma->ops[i].mr ? &rma->ops[i].mr->fid : NULL);
	close_fid(rma->copies_mr ? &rma->copies_mr->fid : NULL);
	close_fid(rma->mr ? &rma->mr->fid : NULL);
	close_fid(rma->cq ? &rma->cq->fid : NULL);
	close_fid(rma->av ? &rma->av->fid : NULL);
	close_fid(rma->domain ? &rma->domain->fid : NULL);
	close_fid(rma->fabric ? &rma->fabric->fid : NULL);
	sumac_ofi_ways_free(rma->library, rma->infos);
	if (rma->info)
		rma->library->freeinfo(rma->info);
	free(rma->peers);
	free(rma->ops);
	free(rma);
}
