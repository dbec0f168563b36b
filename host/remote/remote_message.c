/*
 * Asks a rank for its memory by messages. Few are under way to a peer at once, so that the owner has room for all its
 * answers; and a rank that waits for room executes others' requests meanwhile, so no circle of waiting arises.
 */
#include <stdlib.h>

#include "base/fail.h"
#include "segment/segment.h"
#include "remote/remote_wire.h"

/* The header of a message whose data lies elsewhere. */
struct long_header {
	struct sumac_remote_header header;
	uint8_t zero[SUMAC_FABRIC_PORT_AT - sizeof(struct sumac_remote_header)];
	uint32_t port;
};
_Static_assert(sizeof(struct long_header) == SUMAC_FABRIC_HEADER_BYTES, "a header's size");

/* At most this many of those to a peer at once: more would fill the memory of networks, and be no faster. */
enum { LONG_IN_FLIGHT = 8 };

struct sumac_remote_flight *sumac_remote_flight_of(struct sumac_remote *remote, int rank)
{
	struct sumac_remote_peer *peer = &remote->peers[rank];

	if (!peer->flight)
		peer->flight = calloc(1, sizeof(*peer->flight));
	if (!peer->flight)
		sumac_fail(SUMAC_ENOMEM, "no memory for messages to rank %d", rank);
	return peer->flight;
}

/* 0, 1 (not now) or -SUMAC_E.... The receiver's thread may sleep, since nothing else is expected there. */
static int after_sending(struct sumac_remote *remote, int rank, int err)
{
	if (!err && remote->peers[rank].local_rank >= 0)
		sumac_segment_ring(remote->segment, remote->peers[rank].local_rank, SUMAC_SEGMENT_PROGRESS);
	return err < 0 ? sumac_fail(err, "cannot send messages to rank %d", rank) : err;
}

int sumac_remote_send_short(struct sumac_remote *remote, int rank, const struct sumac_remote_message *message, size_t data_bytes)
{
	return after_sending(remote, rank, sumac_fabric_send_control(remote->fabric, rank, message,
								     sizeof(message->header) + data_bytes));
}

int sumac_remote_send_long(struct sumac_remote *remote, int rank, const struct sumac_remote_header *header, const void *data,
			   struct sumac_fabric_send **send_out)
{
	struct long_header whole = { .header = *header, .port = SUMAC_FABRIC_REMOTE };

	return after_sending(remote, rank, sumac_fabric_send(remote->fabric, rank, (const uint8_t *)&whole, data,
							     header->len_bytes, send_out));
}

struct posting {
	struct sumac_remote *remote;
	int rank, err;
	struct sumac_remote_message *message;
	const void *data; /* of a long one */
	struct sumac_remote_await await;
};

/* 0; 1: there is no room now; or -SUMAC_E.... A request gets its number once it is sent. */
static int post(struct posting *posting)
{
	struct sumac_remote_flight *flight = posting->remote->peers[posting->rank].flight;
	struct sumac_remote_header *header = &posting->message->header;
	int most = header->len_bytes > SUMAC_REMOTE_DATA_BYTES ? LONG_IN_FLIGHT : SUMAC_REMOTE_IN_FLIGHT, err;
	bool has_data = header->kind == SUMAC_REMOTE_PUT || header->kind == SUMAC_REMOTE_BATCH || header->kind == SUMAC_REMOTE_MEET;

	if (__builtin_popcount(flight->busy) >= most)
		return 1;
	header->port = SUMAC_FABRIC_REMOTE;
	header->number = flight->next_number;
	err = posting->data ? sumac_remote_send_long(posting->remote, posting->rank, header, posting->data, &posting->await.send) :
			      sumac_remote_send_short(posting->remote, posting->rank, posting->message,
						      has_data ? header->len_bytes : 0);
	if (err)
		return err;
	posting->await.is_message = true;
	posting->await.number = flight->next_number++;
	sumac_remote_await_begin(flight, __builtin_ctz(~flight->busy), &posting->await);
	return 0;
}

/* The batch was counted when it was begun. */
static int post_batch(struct sumac_remote *remote, int rank)
{
	struct sumac_remote_flight *flight = remote->peers[rank].flight;
	struct posting posting = { .remote = remote, .rank = rank, .message = &flight->batch,
				   .await = { .flow = flight->batch_flow } };
	int err = flight->batch.header.len_bytes ? post(&posting) : 0;

	if (!err && flight->batch.header.len_bytes) {
		flight->batch.header.len_bytes = 0;
		remote->n_batches--;
	}
	return err;
}

static bool is_batch_posted(void *arg)
{
	struct posting *posting = arg;

	posting->err = post_batch(posting->remote, posting->rank);
	return posting->err <= 0;
}

static bool is_posted(void *arg)
{
	struct posting *posting = arg;

	posting->err = post(posting);
	return posting->err <= 0;
}

static int await_room(struct posting *posting, bool (*is_done)(void *arg))
{
	struct sumac_remote *remote = posting->remote;
	int err = is_done(posting) ? 0 : remote->host.until(remote->host.ctx, is_done, posting,
							    "room for a message to another rank");

	return err ? err : posting->err;
}

int sumac_remote_send_batch(struct sumac_remote *remote, int rank)
{
	struct posting posting = { .remote = remote, .rank = rank };
	struct sumac_remote_flight *flight = remote->peers[rank].flight;

	return flight && flight->batch.header.len_bytes ? await_room(&posting, is_batch_posted) : 0;
}

void sumac_remote_send_batches(struct sumac_remote *remote)
{
	for (int rank = 0; rank < remote->size && remote->n_batches; rank++)
		if (remote->peers[rank].flight && post_batch(remote, rank) < 0)
			remote->fault = -SUMAC_EPEER;
}

/* Waits for room, and sends. data: of a long message; it stays in place until the answer. */
static int request(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, struct sumac_remote_message *message,
		   const void *data, void *into, size_t near_stride)
{
	const struct sumac_remote_header *header = &message->header;
	bool is_amo = header->kind == SUMAC_REMOTE_AMO;
	struct posting posting = { .remote = remote, .rank = rank, .message = message, .data = data,
				   .await = { .flow = flow, .into = into, .len_bytes = into ? header->len_bytes : 0,
					      .near_stride = near_stride, .block_bytes = is_amo ? 0 : header->block_bytes } };
	int err = sumac_remote_flight_of(remote, rank) ? sumac_remote_send_batch(remote, rank) : -SUMAC_ENOMEM;

	if (err)
		return err;
	sumac_remote_count(remote, rank, flow, 1);
	return await_room(&posting, is_posted);
}

/* A peer on this host looks only when it is notified, so we send to it at once. */
bool sumac_remote_may_wait(const struct sumac_remote *remote, const struct sumac_remote_flow *flow, int rank, size_t len_bytes)
{
	return flow->is_batched && len_bytes <= SUMAC_REMOTE_BATCHED_BYTES && remote->peers[rank].local_rank < 0;
}

/* 0 once it is in the peer's batch. */
static int add(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, const struct sumac_remote_item *item,
	       const void *data)
{
	struct sumac_remote_flight *flight = sumac_remote_flight_of(remote, rank);
	size_t item_bytes = sumac_remote_item_bytes(item->len_bytes);
	struct sumac_remote_header *header;
	int err = flight ? 0 : -SUMAC_ENOMEM;

	while (!err && flight->batch.header.len_bytes &&
	       (flight->batch_flow != flow || flight->batch.header.len_bytes + item_bytes > SUMAC_REMOTE_DATA_BYTES))
		err = sumac_remote_send_batch(remote, rank);
	if (err)
		return err;
	header = &flight->batch.header;
	if (!header->len_bytes) {
		*header = (struct sumac_remote_header){ .kind = SUMAC_REMOTE_BATCH };
		flight->batch_flow = flow;
		remote->n_batches++;
		sumac_remote_count(remote, rank, flow, 1);
	}
	memset(flight->batch.data + header->len_bytes, 0, item_bytes);
	memcpy(flight->batch.data + header->len_bytes, item, sizeof(*item));
	memcpy(flight->batch.data + header->len_bytes + sizeof(*item), data, item->len_bytes);
	header->len_bytes += (uint32_t)item_bytes;
	return 0;
}

/* Sends as many messages as it takes. It waits for the long ones, since the source is the caller's again when this returns. */
int sumac_remote_send_put(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, const void *source, size_t len_bytes)
{
	struct sumac_remote_message message = { .header = { .kind = SUMAC_REMOTE_PUT, .region = (uint8_t)region } };
	struct sumac_remote_item item = { .offset = offset, .len_bytes = (uint16_t)len_bytes, .region = (uint8_t)region,
					  .op = SUMAC_N_AMO_OPS };
	size_t payload_bytes = sumac_fabric_payload_bytes(remote->fabric);
	bool is_long = len_bytes > SUMAC_REMOTE_DATA_BYTES && payload_bytes > SUMAC_REMOTE_DATA_BYTES;
	size_t most = is_long ? payload_bytes : SUMAC_REMOTE_DATA_BYTES;
	int err = 0;

	if (sumac_remote_may_wait(remote, flow, rank, len_bytes))
		return add(remote, flow, rank, &item, source);
	for (size_t done = 0, n; done < len_bytes && !err; done += n) {
		const uint8_t *from = (const uint8_t *)source + done;

		n = len_bytes - done < most ? len_bytes - done : most;
		message.header.offset = offset + done;
		message.header.len_bytes = (uint32_t)n;
		if (!is_long)
			memcpy(message.data, from, n);
		err = request(remote, flow, rank, &message, is_long ? from : NULL, NULL, 0);
	}
	return err || !is_long ? err : sumac_remote_wait(remote, flow, rank);
}

int sumac_remote_send_get(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, void *dest, size_t len_bytes)
{
	struct sumac_remote_message message = { .header = { .kind = SUMAC_REMOTE_GET, .region = (uint8_t)region } };
	size_t payload_bytes = sumac_fabric_payload_bytes(remote->fabric);
	size_t most = payload_bytes > SUMAC_REMOTE_DATA_BYTES ? payload_bytes : SUMAC_REMOTE_DATA_BYTES;
	int err = 0;

	for (size_t done = 0, n; done < len_bytes && !err; done += n) {
		n = len_bytes - done < most ? len_bytes - done : most;
		message.header.offset = offset + done;
		message.header.len_bytes = (uint32_t)n;
		err = request(remote, flow, rank, &message, NULL, (uint8_t *)dest + done, 0);
	}
	return err;
}

int sumac_remote_send_amo(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, const struct sumac_amo *amo, void *fetch_out)
{
	struct sumac_remote_message message = { .header = { .kind = SUMAC_REMOTE_AMO, .region = (uint8_t)region, .op = amo->op,
							    .width = amo->width, .len_bytes = amo->width, .offset = offset,
							    .value = amo->value, .compare = amo->compare } };
	struct sumac_remote_item item = { .offset = offset, .len_bytes = sizeof(amo->value), .region = (uint8_t)region,
					  .op = amo->op, .width = amo->width };

	if (!fetch_out && amo->op != SUMAC_AMO_COMPARE_SWAP && sumac_remote_may_wait(remote, flow, rank, sizeof(amo->value)))
		return add(remote, flow, rank, &item, &amo->value);
	return request(remote, flow, rank, &message, NULL, fetch_out, 0);
}

int sumac_remote_send_meet(struct sumac_remote *remote, int rank, const struct sumac_ofi_rma_card *mine,
			   struct sumac_ofi_rma_card *theirs_out)
{
	struct sumac_remote_message message = { .header = { .kind = SUMAC_REMOTE_MEET, .len_bytes = sizeof(*mine) } };
	int err;

	memcpy(message.data, mine, sizeof(*mine));
	err = request(remote, &remote->flow, rank, &message, NULL, theirs_out, 0);
	return err ? err : sumac_remote_wait(remote, &remote->flow, rank);
}

int sumac_remote_send_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			     uint64_t offset, void *near, const struct sumac_remote_blocks *blocks, size_t n_blocks, bool is_put)
{
	const size_t len = blocks->block_bytes, most = SUMAC_REMOTE_DATA_BYTES / len;
	struct sumac_remote_message message = { .header = { .kind = is_put ? SUMAC_REMOTE_PUT : SUMAC_REMOTE_GET,
							    .region = (uint8_t)region, .stride = blocks->far_stride,
							    .block_bytes = len } };
	int err = 0;

	if (most < 2)
		return 1;
	for (size_t done = 0, n; done < n_blocks && !err; done += n) {
		uint8_t *at = (uint8_t *)near + done * blocks->near_stride;

		n = n_blocks - done < most ? n_blocks - done : most;
		message.header.offset = offset + done * blocks->far_stride;
		message.header.len_bytes = (uint32_t)(n * len);
		for (size_t i = 0; i < n && is_put; i++)
			memcpy(message.data + i * len, at + i * blocks->near_stride, len);
		err = request(remote, flow, rank, &message, NULL, is_put ? NULL : at, blocks->near_stride);
	}
	return err;
}
