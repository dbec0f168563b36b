/*
 * Waiting for messages and sends.
 */
#include "fabric_help.h"

#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <time.h>

#include "fabric/fabric_ofi.h"

struct sumac_fabric_buf *fabric_receive(struct sumac_fabric *fabric, struct sumac_fabric *other)
{
	time_t end = time(NULL) + 10;

	while (time(NULL) < end) {
		struct sumac_fabric_buf *buf = sumac_fabric_next(fabric, SUMAC_FABRIC_ENGINE);

		if (buf)
			return buf;
		sumac_fabric_progress(fabric);
		if (other)
			sumac_fabric_progress(other);
	}
	return NULL;
}

int fabric_finish(struct sumac_fabric *fabric, struct sumac_fabric_send *send)
{
	time_t end = time(NULL) + 10;
	int status;

	while ((status = sumac_fabric_send_status(send)) > 0 && time(NULL) < end)
		sumac_fabric_progress(fabric);
	return status;
}

/* Any completion will do, even an error: libfabric has finished with the message. */
static int send_by(struct fid_ep *ep, struct fid_cq *cq, fi_addr_t to, uint64_t tag, const void *message, size_t len_bytes,
		   bool is_cut)
{
	struct fi_cq_tagged_entry entry;
	time_t end = time(NULL) + 10;
	ssize_t ret;

	do {
		ret = fi_tsend(ep, message, len_bytes, NULL, to, tag, NULL);
		fi_cq_read(cq, &entry, 0);
	} while (ret == -FI_EAGAIN && time(NULL) < end);
	if (is_cut)
		return (int)ret;
	while (!ret && (ret = fi_cq_read(cq, &entry, 1)) == -FI_EAGAIN && time(NULL) < end)
		ret = 0;
	return ret != 1 && ret != -FI_EAVAIL;
}

int fabric_send_foreign(struct sumac_fabric *base, int rank, uint64_t tag, const void *message, size_t len_bytes, bool is_cut)
{
	struct sumac_fabric_ofi *fabric = sumac_fabric_ofi_of(base);
	struct fi_av_attr av_attr = { .type = FI_AV_TABLE };
	struct fi_cq_attr cq_attr = { .format = FI_CQ_FORMAT_TAGGED };
	struct fi_info *info = fabric->library->dupinfo(fabric->info);
	uint8_t address[128];
	size_t address_bytes = sizeof(address);
	struct fid_domain *domain;
	struct fid_ep *ep;
	struct fid_av *av;
	struct fid_cq *cq;
	fi_addr_t to;
	int err;

	REQUIRE(!fi_av_lookup(fabric->av, fabric->peers[rank].address, address, &address_bytes));
	REQUIRE(!fi_domain(fabric->fabric, info, &domain, NULL) && !fi_av_open(domain, &av_attr, &av, NULL));
	REQUIRE(!fi_cq_open(domain, &cq_attr, &cq, NULL) && !fi_endpoint(domain, info, &ep, NULL));
	REQUIRE(!fi_ep_bind(ep, &av->fid, 0) && !fi_ep_bind(ep, &cq->fid, FI_SEND | FI_RECV) && !fi_enable(ep));
	REQUIRE(fi_av_insert(av, address, 1, &to, 0, NULL) == 1);
	err = send_by(ep, cq, to, tag, message, len_bytes, is_cut);
	fi_close(&ep->fid);
	fi_close(&cq->fid);
	fi_close(&av->fid);
	fi_close(&domain->fid);
	fabric->library->freeinfo(info);
	return err;
}

void fabric_fill(unsigned char *bytes, size_t len_bytes, unsigned seed)
{
	for (size_t i = 0; i < len_bytes; i++)
		bytes[i] = (unsigned char)(seed * 31 + i * 7 + (i >> 8));
}
