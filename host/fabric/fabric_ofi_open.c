/*
 * Opens libfabric endpoints: reliable datagrams with tags over tcp, on the loopback when all ranks share a
 * host, so that no network but 127.0.0.1 is needed. The ranks exchange addresses over the bootstrap.
 */
#include "fabric/fabric_ofi.h"

#include <rdma/fi_cm.h>
#include <rdma/fi_endpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fabric/bootstrap.h"
#include "fabric/host_id.h"
#include "spec/spec.h"
#include "sumac.h"

enum { API_VERSION = FI_VERSION(1, 14), MAX_ADDRESS_BYTES = 120 };

struct address {
	uint32_t len_bytes; /* 0: this rank could not open its endpoint */
	uint32_t format;
	uint8_t bytes[MAX_ADDRESS_BYTES];
};

/* Whatever the setting ranks_a_host says: ranks on one machine reach each other over its loopback. */
static int share_a_host(struct sumac_bootstrap *bootstrap, bool *shared_out)
{
	int n_ranks = bootstrap->size(bootstrap->ctx), err;
	struct sumac_host_id mine, *ids = calloc((size_t)n_ranks, sizeof(ids[0]));

	sumac_host_id_get(&mine);
	if (!ids)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the hosts of %d ranks", n_ranks);
	err = sumac_bootstrap_allgather(bootstrap, &mine, sizeof(mine), ids);
	if (err)
		sumac_fail(SUMAC_EBOOTSTRAP, "the ranks cannot compare their hosts: %s", sumac_last_error());
	*shared_out = true;
	for (int rank = 0; rank < n_ranks && !err; rank++)
		if (memcmp(&ids[rank], &mine, sizeof(mine)))
			*shared_out = false;
	free(ids);
	return err;
}

static struct fi_info *find_provider(const char *provider, const char *node)
{
	struct fi_info *hints = fi_allocinfo(), *info = NULL;

	if (!hints)
		return NULL;
	hints->ep_attr->type = FI_EP_RDM;
	hints->caps = FI_TAGGED;
	hints->mode = 0;
	hints->domain_attr->mr_mode = 0;
	hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
	hints->domain_attr->control_progress = FI_PROGRESS_MANUAL;
	hints->domain_attr->av_type = FI_AV_TABLE;
	hints->fabric_attr->prov_name = strdup(provider);
	if (fi_getinfo(API_VERSION, node, NULL, node ? FI_SOURCE : 0, hints, &info))
		info = NULL;
	fi_freeinfo(hints);
	return info;
}

static int find_info(bool shared, struct fi_info **info_out)
{
	const char *node = shared ? "127.0.0.1" : NULL;

	*info_out = find_provider("tcp;ofi_rxm", node);
	if (!*info_out)
		*info_out = find_provider("tcp", node);
	return *info_out ? 0 :
	       sumac_fail(SUMAC_EIO, "libfabric has neither the provider tcp;ofi_rxm nor a tcp that does "
				 "tagged messages between reliable datagram endpoints%s",
				 shared ? " on 127.0.0.1" : "");
}

static int check(int ret, const char *what)
{
	return ret ? sumac_fail(SUMAC_EIO, "libfabric: %s: %s", what, fi_strerror(-ret)) : 0;
}

static int open_endpoint(struct sumac_fabric_ofi *fabric)
{
	struct fi_av_attr av_attr = { .type = FI_AV_TABLE, .count = (size_t)fabric->base.size };
	struct fi_cq_attr cq_attr = { .format = FI_CQ_FORMAT_TAGGED };
	int err;

	err = check(fi_fabric(fabric->info->fabric_attr, &fabric->fabric, NULL), "opening the fabric");
	if (!err)
		err = check(fi_domain(fabric->fabric, fabric->info, &fabric->domain, NULL), "opening the domain");
	if (!err)
		err = check(fi_av_open(fabric->domain, &av_attr, &fabric->av, NULL), "opening the address vector");
	if (!err)
		err = check(fi_cq_open(fabric->domain, &cq_attr, &fabric->cq, NULL), "opening the completion queue");
	if (!err)
		err = check(fi_endpoint(fabric->domain, fabric->info, &fabric->ep, NULL), "opening the endpoint");
	if (!err)
		err = check(fi_ep_bind(fabric->ep, &fabric->av->fid, 0), "binding the address vector");
	if (!err)
		err = check(fi_ep_bind(fabric->ep, &fabric->cq->fid, FI_SEND | FI_RECV), "binding the completion queue");
	if (!err)
		err = check(fi_enable(fabric->ep), "enabling the endpoint");
	return err;
}

static int own_address(struct sumac_fabric_ofi *fabric, struct address *address_out)
{
	size_t len_bytes = sizeof(address_out->bytes);
	int err = check(fi_getname(&fabric->ep->fid, address_out->bytes, &len_bytes), "asking for its address");

	if (err)
		return err;
	address_out->len_bytes = (uint32_t)len_bytes;
	address_out->format = fabric->info->addr_format;
	return 0;
}

static int insert_addresses(struct sumac_fabric_ofi *fabric, const struct address *addresses)
{
	fabric->peers = calloc((size_t)fabric->base.size, sizeof(fabric->peers[0]));
	if (!fabric->peers)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d addresses", fabric->base.size);
	for (int rank = 0; rank < fabric->base.size; rank++) {
		if (!addresses[rank].len_bytes)
			return sumac_fail(SUMAC_EIO, "rank %d could not open an endpoint", rank);
		if (addresses[rank].format != addresses[fabric->base.rank].format)
			return sumac_fail(SUMAC_EIO, "rank %d has another kind of address", rank);
		if (fi_av_insert(fabric->av, addresses[rank].bytes, 1, &fabric->peers[rank].address, 0, NULL) != 1)
			return sumac_fail(SUMAC_EIO, "libfabric does not take the address of rank %d", rank);
	}
	return 0;
}

/* A rank that cannot open its endpoint takes part in the exchange all the same: the others wait for it. */
int sumac_fabric_ofi_up(struct sumac_fabric_ofi *fabric, struct sumac_bootstrap *bootstrap)
{
	struct address mine, *addresses;
	bool shared = false;
	int err, exchange_err;

	memset(&mine, 0, sizeof(mine));
	err = share_a_host(bootstrap, &shared);
	if (err)
		return err;
	addresses = calloc((size_t)fabric->base.size, sizeof(addresses[0]));
	if (!addresses)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d addresses", fabric->base.size);
	err = find_info(shared, &fabric->info);
	if (!err)
		err = open_endpoint(fabric);
	if (!err)
		err = own_address(fabric, &mine);
	if (err)
		mine.len_bytes = 0;
	exchange_err = sumac_bootstrap_allgather(bootstrap, &mine, sizeof(mine), addresses);
	if (!err && exchange_err)
		err = sumac_fail(SUMAC_EBOOTSTRAP, "the ranks cannot exchange addresses: %s",
					sumac_last_error());
	if (!err)
		err = insert_addresses(fabric, addresses);
	free(addresses);
	return err;
}

static void close_fid(struct fid *fid)
{
	if (fid)
		fi_close(fid);
}

void sumac_fabric_ofi_down(struct sumac_fabric_ofi *fabric)
{
	close_fid(fabric->ep ? &fabric->ep->fid : NULL);
	close_fid(fabric->cq ? &fabric->cq->fid : NULL);
	close_fid(fabric->av ? &fabric->av->fid : NULL);
	close_fid(fabric->domain ? &fabric->domain->fid : NULL);
	close_fid(fabric->fabric ? &fabric->fabric->fid : NULL);
	if (fabric->info)
		fi_freeinfo(fabric->info);
	free(fabric->peers);
}

int sumac_fabric_open_ofi(struct sumac_bootstrap *bootstrap, size_t payload_bytes, struct sumac_fabric **fabric_out)
{
	struct sumac_fabric_ofi *fabric = calloc(1, sizeof(*fabric));
	int err;

	if (!fabric)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a fabric");
	err = sumac_fabric_init(&fabric->base, &sumac_fabric_ofi_ops, bootstrap->rank(bootstrap->ctx),
				bootstrap->size(bootstrap->ctx), payload_bytes);
	if (!err)
		err = sumac_fabric_ofi_up(fabric, bootstrap);
	if (!err)
		err = sumac_fabric_ofi_post(fabric);
	if (err) {
		sumac_fabric_ofi_down(fabric);
		sumac_fabric_fini(&fabric->base);
		free(fabric);
		return err;
	}
	*fabric_out = &fabric->base;
	return 0;
}
