/*
 * Opens libfabric endpoints on the way that all ranks have (ofi_ways.h). The ranks exchange offers, addresses and
 * secrets over the bootstrap.
 */
#include "fabric/fabric_ofi.h"

#include <rdma/fi_cm.h>
#include <rdma/fi_endpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "bootstrap/bootstrap.h"
#include "fabric/ofi_ways.h"
#include "spec/spec.h"
#include "sumac.h"

enum { MAX_ADDRESS_BYTES = 120 };

struct address {
	uint32_t len_bytes; /* 0: this rank could not open its endpoint */
	uint32_t format;
	struct sumac_ofi_secret secret;
	uint8_t bytes[MAX_ADDRESS_BYTES];
};

static int choose(struct sumac_fabric_ofi *fabric, const struct sumac_ofi_need *need, const struct sumac_ofi_offer *offers,
		  struct fi_info *infos[SUMAC_OFI_MAX_WAYS])
{
	bool is_wanted = *sumac_setting_string(SUMAC_SETTING_NETWORK);
	bool is_one_host = !is_wanted && sumac_ofi_ways_share_host(offers, fabric->base.size);
	char text[SUMAC_OFI_WAYS_TEXT_CAP];

	fabric->info = sumac_ofi_ways_take(fabric->library, need, offers, fabric->base.size, fabric->base.rank, infos);
	if (fabric->info && !fabric->base.rank && !is_one_host)
		sumac_say(SUMAC_SAY_DECISIONS, "the hosts of the ranks are joined by %s on %s",
			  fabric->info->fabric_attr->prov_name, fabric->info->fabric_attr->name);
	if (fabric->info)
		return 0;
	if (is_one_host)
		return sumac_fail(SUMAC_EIO, "libfabric has no provider of tagged messages between reliable datagram endpoints on "
					     "127.0.0.1");
	sumac_ofi_ways_text(infos, text);
	return sumac_fail(SUMAC_EIO, "no network joins all ranks; libfabric has here%s: %s; the setting network names one",
			  is_wanted ? " of what the setting network allows" : "", *text ? text : "nothing");
}

/* has_met_out: the ranks have exchanged their offers, so they will exchange addresses, too, even if this one fails. */
static int find_info(struct sumac_fabric_ofi *fabric, struct sumac_bootstrap *bootstrap, bool *has_met_out)
{
	struct sumac_ofi_need need = { .message_bytes = SUMAC_FABRIC_SEAL_BYTES + SUMAC_FABRIC_HEADER_BYTES +
						       fabric->base.payload_bytes };
	struct sumac_ofi_offer mine, *offers = calloc((size_t)fabric->base.size, sizeof(offers[0]));
	struct fi_info *infos[SUMAC_OFI_MAX_WAYS];
	int err, exchange_err;

	if (!offers)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the networks of %d ranks", fabric->base.size);
	memset(&mine, 0, sizeof(mine));
	memset(infos, 0, sizeof(infos));
	err = sumac_libfabric_load(&fabric->library);
	if (!err)
		sumac_ofi_ways_find(fabric->library, &need, &mine, infos);
	exchange_err = sumac_bootstrap_allgather(bootstrap, &mine, sizeof(mine), offers);
	*has_met_out = !exchange_err;
	if (!err && exchange_err)
		err = sumac_fail(SUMAC_EBOOTSTRAP, "the ranks cannot compare their hosts: %s", sumac_last_error());
	if (!err)
		err = choose(fabric, &need, offers, infos);
	sumac_ofi_ways_free(fabric->library, infos);
	free(offers);
	return err;
}

static int check(const struct sumac_fabric_ofi *fabric, int ret, const char *what)
{
	return ret ? sumac_fail(SUMAC_EIO, "libfabric: %s: %s", what, fabric->library->strerror(-ret)) : 0;
}

static int open_endpoint(struct sumac_fabric_ofi *fabric)
{
	struct fi_av_attr av_attr = { .type = FI_AV_TABLE, .count = (size_t)fabric->base.size };
	struct fi_cq_attr cq_attr = { .format = FI_CQ_FORMAT_TAGGED };
	int err;

	err = check(fabric, fabric->library->fabric(fabric->info->fabric_attr, &fabric->fabric, NULL), "opening the fabric");
	if (!err)
		err = check(fabric, fi_domain(fabric->fabric, fabric->info, &fabric->domain, NULL), "opening the domain");
	if (!err)
		err = check(fabric, fi_av_open(fabric->domain, &av_attr, &fabric->av, NULL), "opening the address vector");
	if (!err)
		err = check(fabric, fi_cq_open(fabric->domain, &cq_attr, &fabric->cq, NULL), "opening the completion queue");
	if (!err)
		err = check(fabric, fi_endpoint(fabric->domain, fabric->info, &fabric->ep, NULL), "opening the endpoint");
	if (!err)
		err = check(fabric, fi_ep_bind(fabric->ep, &fabric->av->fid, 0), "binding the address vector");
	if (!err)
		err = check(fabric, fi_ep_bind(fabric->ep, &fabric->cq->fid, FI_SEND | FI_RECV),
			    "binding the completion queue");
	if (!err)
		err = check(fabric, fi_enable(fabric->ep), "enabling the endpoint");
	return err;
}

static int own_address(struct sumac_fabric_ofi *fabric, struct address *address_out)
{
	size_t len_bytes = sizeof(address_out->bytes);
	int err = check(fabric, fi_getname(&fabric->ep->fid, address_out->bytes, &len_bytes), "asking for its address");

	if (!err)
		err = sumac_ofi_secret_draw(&address_out->secret);
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
		fabric->peers[rank].secret = addresses[rank].secret;
	}
	return 0;
}

/* A rank that cannot open its endpoint still takes part in the exchange, since the others wait for it. */
int sumac_fabric_ofi_up(struct sumac_fabric_ofi *fabric, struct sumac_bootstrap *bootstrap)
{
	struct address mine, *addresses;
	int err, exchange_err;
	bool has_met = false;

	memset(&mine, 0, sizeof(mine));
	addresses = calloc((size_t)fabric->base.size, sizeof(addresses[0]));
	if (!addresses)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d addresses", fabric->base.size);
	err = find_info(fabric, bootstrap, &has_met);
	if (!has_met) {
		free(addresses);
		return err;
	}
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
		fabric->library->freeinfo(fabric->info);
	for (int rank = 0; fabric->peers && rank < fabric->base.size; rank++)
		sumac_ofi_gone_end(&fabric->peers[rank].gone);
	free(fabric->peers);
}

int sumac_fabric_open_ofi(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment, size_t payload_bytes,
			  struct sumac_fabric **fabric_out)
{
	struct sumac_fabric_ofi *fabric = calloc(1, sizeof(*fabric));
	int err;

	if (!fabric)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a fabric");
	fabric->resting_end = &fabric->resting;
	err = sumac_fabric_init(&fabric->base, &sumac_fabric_ofi_ops, bootstrap->rank(bootstrap->ctx),
				bootstrap->size(bootstrap->ctx), payload_bytes);
	if (!err)
		err = sumac_fabric_ofi_up(fabric, bootstrap);
	if (!err && segment)
		err = sumac_host_rings_open(segment, &fabric->base, &fabric->rings);
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
