/*
 * The fabric over libfabric, between hosts; within a host it uses rings (host_rings.h). Tagged messages go into a
 * pool of posted receives, and progress reads completions. The tag says whether a message is control, and who sent
 * it; we believe both once the message's seal was checked.
 */
#include "fabric/fabric_ofi.h"

#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/say.h"
#include "spec/spec.h"

enum {
	N_RECEIVES = 16,	/* posted at a time; further messages wait in libfabric */
	N_CONTROL_RECEIVES = 16,
	N_RESTING = 16,		/* receives that ended in an error */
	N_COMPLETIONS = 16,	/* read at once */
	MAX_READS = 8,		/* per call of progress */
};

#define TAG_SENDER UINT64_C(0xFFFFFFFF)
/* Receives take every tag: a message that none of them took would lie in libfabric's memory for good. */
#define ANY_TAG (~SUMAC_OFI_TAG_CONTROL)

static int post_one(struct sumac_fabric_ofi *fabric, bool is_control)
{
	struct sumac_fabric_buf *buf = is_control ? sumac_fabric_control_new(&fabric->base) :
						    sumac_fabric_buf_new(&fabric->base);
	size_t len_bytes = SUMAC_FABRIC_SEAL_BYTES + (is_control ? (size_t)SUMAC_FABRIC_CONTROL_BYTES :
								     SUMAC_FABRIC_HEADER_BYTES + fabric->base.payload_bytes);
	ssize_t ret;

	if (!buf)
		return -SUMAC_ENOMEM;
	buf->is_posted = true;
	ret = fi_trecv(fabric->ep, buf->seal, len_bytes, NULL, FI_ADDR_UNSPEC, is_control ? SUMAC_OFI_TAG_CONTROL : 0,
		       ANY_TAG, buf);
	if (ret)
		sumac_fabric_buf_put(buf);
	return ret ? sumac_fail(ret == -FI_EAGAIN ? SUMAC_ENORES : SUMAC_EIO,
				       "libfabric: posting a receive: %s", fabric->library->strerror((int)-ret)) : 0;
}

static int post_all(struct sumac_fabric_ofi *fabric, bool is_control, int *n_to_post)
{
	while (*n_to_post) {
		int err = post_one(fabric, is_control);

		if (err)
			return err;
		--*n_to_post;
	}
	return 0;
}

int sumac_fabric_ofi_post(struct sumac_fabric_ofi *fabric)
{
	int err;

	fabric->n_to_post = N_RECEIVES;
	fabric->n_controls_to_post = N_CONTROL_RECEIVES;
	err = post_all(fabric, false, &fabric->n_to_post);
	return err ? err : post_all(fabric, true, &fabric->n_controls_to_post);
}

/* Strangers may send as often as they like, so only the first such message is worth a line. */
static void drop_foreign(struct sumac_fabric_ofi *fabric, struct sumac_fabric_buf *buf)
{
	if (!fabric->base.n_foreign++)
		sumac_say(SUMAC_SAY_ALWAYS, "rank %d drops messages that do not come from this job: another program sends to its "
			  "port of libfabric on %s; they are not believed, but let the setting network name a network that "
			  "only the job's hosts reach", fabric->base.rank, fabric->info->fabric_attr->name);
	sumac_fabric_buf_put(buf);
}

/* len_bytes counts all bytes that came. A message shorter than seal and header is not the job's, and has nothing to check. */
static bool is_of_job(const struct sumac_fabric_ofi *fabric, const struct sumac_fabric_buf *buf, uint64_t tag, size_t len_bytes)
{
	size_t least_bytes = sizeof(buf->seal) + (buf->is_control ? 0 : sizeof(buf->header));

	return len_bytes >= least_bytes &&
	       sumac_ofi_seal_is_good(&fabric->peers[fabric->base.rank].secret, tag, buf->header, len_bytes - sizeof(buf->seal),
				      buf->is_control, buf->seal);
}

static void end_receive(struct sumac_fabric_ofi *fabric, struct sumac_fabric_buf *buf, uint64_t tag, size_t len_bytes)
{
	uint64_t src = tag & TAG_SENDER;
	size_t header_bytes = buf->is_control ? 0 : SUMAC_FABRIC_HEADER_BYTES;

	if (!is_of_job(fabric, buf, tag, len_bytes)) {
		drop_foreign(fabric, buf);
		return;
	}
	len_bytes -= sizeof(buf->seal);
	if (src >= (uint64_t)fabric->base.size) {
		sumac_fabric_buf_put(buf);
		return;
	}
	sumac_fabric_ofi_met(fabric, (int)src);
	buf->src = (int)src;
	buf->len_bytes = len_bytes - header_bytes;
	sumac_fabric_arrive(&fabric->base, buf);
}

/*
 * After an error libfabric may report the same receive again (1.17 does when a peer dies in a rendezvous), and may
 * still hold its memory. So the buffer rests until some others have come to rest, too. We do not keep it for good, as
 * strangers may leave in the middle of a message as often as they like.
 */
static void let_rest(struct sumac_fabric_ofi *fabric, struct sumac_fabric_buf *buf)
{
	buf->next = NULL;
	*fabric->resting_end = buf;
	fabric->resting_end = &buf->next;
	if (++fabric->n_resting <= N_RESTING)
		return;
	buf = fabric->resting;
	fabric->resting = buf->next;
	fabric->n_resting--;
	sumac_fabric_buf_put(buf);
}

/*
 * context: the buffer or the send that libfabric was given; its first word says which. error: libfabric's, or 0. A
 * message that was too long for its buffer is not the job's; libfabric has then finished with the buffer.
 */
static void end_operation(struct sumac_fabric_ofi *fabric, void *context, uint64_t tag, size_t len_bytes, int error)
{
	struct sumac_fabric_buf *buf = context;

	if (!*(const int *)context) {
		if (error)
			sumac_fabric_ofi_send_failed(fabric, context, error);
		else
			sumac_fabric_ofi_sent(fabric, context);
		return;
	}
	if (!buf->is_posted)
		return;
	buf->is_posted = false;
	*(buf->is_control ? &fabric->n_controls_to_post : &fabric->n_to_post) += 1;
	if (!error)
		end_receive(fabric, buf, tag, len_bytes);
	else if (error == FI_ETRUNC)
		drop_foreign(fabric, buf);
	else
		let_rest(fabric, buf);
}

static void read_error(struct sumac_fabric_ofi *fabric)
{
	struct fi_cq_err_entry error = { 0 };

	if (fi_cq_readerr(fabric->cq, &error, 0) == 1 && error.op_context)
		end_operation(fabric, error.op_context, error.tag, error.len, error.err ? error.err : FI_EIO);
}

static int ofi_send(struct sumac_fabric *base, struct sumac_fabric_send *send)
{
	struct sumac_host_rings *rings = sumac_fabric_ofi_of(base)->rings;

	return rings && sumac_host_rings_reach(rings, send->peer) ? sumac_host_rings_send(rings, send) :
								    sumac_fabric_ofi_send(base, send);
}

/* Reads completions, a bounded number of times: peers that never stop sending must not keep us here. */
static int ofi_progress(struct sumac_fabric *base)
{
	struct sumac_fabric_ofi *fabric = sumac_fabric_ofi_of(base);
	struct fi_cq_tagged_entry entries[N_COMPLETIONS];
	int moved = fabric->rings ? sumac_host_rings_progress(fabric->rings) : 0;

	for (int reads = 0; reads < MAX_READS; reads++) {
		ssize_t n = fi_cq_read(fabric->cq, entries, N_COMPLETIONS);

		if (n == -FI_EAVAIL)
			read_error(fabric);
		for (ssize_t i = 0; i < n; i++)
			end_operation(fabric, entries[i].op_context, entries[i].tag, entries[i].len, 0);
		moved |= n > 0;
		if (n < N_COMPLETIONS && n != -FI_EAVAIL)
			break;
	}
	if (fabric->unsent)
		sumac_fabric_ofi_send_again(fabric);
	/* Receives that cannot be posted now are posted later; meanwhile messages wait in libfabric. */
	if (!post_all(fabric, false, &fabric->n_to_post))
		post_all(fabric, true, &fabric->n_controls_to_post);
	return moved;
}

static void ofi_close(struct sumac_fabric *base)
{
	struct sumac_fabric_ofi *fabric = sumac_fabric_ofi_of(base);

	sumac_fabric_ofi_down(fabric);
	if (fabric->rings)
		sumac_host_rings_close(fabric->rings);
	sumac_fabric_fini(base);
	free(fabric);
}

const struct sumac_fabric_ops sumac_fabric_ofi_ops = {
	.send = ofi_send,
	.progress = ofi_progress,
	.close = ofi_close,
};
