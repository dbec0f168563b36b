/*
 * Messages: requests, each of which its owner executes and answers, and answers. So few are under way to a peer at once that
 * the owner has room for all that it owes; and who waits for room executes what others ask for meanwhile, so nobody waits
 * in a circle. Short ones are control messages, which the fabric copies; long ones have their data where they lie.
 */
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fabric/segment.h"
#include "remote/remote_private.h"

enum kind { PUT, GET, AMO, ANSWER };

struct header {
	uint32_t port;
	uint8_t kind, region, op, width;
	uint32_t id, len_bytes;
	int32_t status;
	uint32_t zero;
	uint64_t offset, value, compare;
};

enum { DATA_BYTES = SUMAC_FABRIC_CONTROL_BYTES - sizeof(struct header) };

struct message {
	struct header header;
	uint8_t data[DATA_BYTES];
};

/* The header of one that has its data elsewhere. */
struct long_header {
	struct header header;
	uint8_t zero[SUMAC_FABRIC_PORT_AT - sizeof(struct header)];
	uint32_t port;
};
_Static_assert(sizeof(struct long_header) == SUMAC_FABRIC_HEADER_BYTES, "a header's size");

/* Of those so many to a peer at once: more would fill the memory of networks, and be no faster. */
enum { LONG_IN_FLIGHT = 8 };
_Static_assert(sizeof(struct message) == SUMAC_FABRIC_CONTROL_BYTES, "a control message's size");

static size_t len_of(const struct message *message, size_t data_bytes)
{
	return sizeof(message->header) + data_bytes;
}

/* 0, 1 (not now) or -SUMAC_E.... The receiver's thread may sleep, since nobody else there expects anything. */
static int after_sending(struct sumac_remote *remote, int rank, int err)
{
	if (!err && remote->peers[rank].place >= 0)
		sumac_segment_ring(remote->segment, remote->peers[rank].place);
	return err < 0 ? sumac_fail(err, "rank %d cannot be sent messages", rank) : err;
}

static int send_short(struct sumac_remote *remote, int rank, const struct message *message, size_t data_bytes)
{
	return after_sending(remote, rank, sumac_fabric_send_control(remote->fabric, rank, message, len_of(message, data_bytes)));
}

static int send_long(struct sumac_remote *remote, int rank, const struct header *header, const void *data,
		     struct sumac_fabric_send **send_out)
{
	struct long_header whole = { .header = *header, .port = SUMAC_FABRIC_REMOTE };

	return after_sending(remote, rank, sumac_fabric_send(remote->fabric, rank, (const uint8_t *)&whole, data,
							     header->len_bytes, send_out));
}

struct sending {
	struct sumac_remote *remote;
	int rank, err;
	const struct message *message;
	size_t data_bytes;
	const void *data; /* of a long one */
	int most;	  /* that may be under way before it */
};

static bool has_room(void *arg)
{
	const struct sending *sending = arg;

	return __builtin_popcount(sending->remote->peers[sending->rank].flight->busy) < sending->most;
}

static bool is_sent(void *arg)
{
	struct sending *sending = arg;

	struct sumac_remote_flight *flight = sending->remote->peers[sending->rank].flight;
	const struct header *header = &sending->message->header;

	sending->err = sending->data ? send_long(sending->remote, sending->rank, header, sending->data, &flight->awaits[header->id].send) :
				       send_short(sending->remote, sending->rank, sending->message, sending->data_bytes);
	return sending->err <= 0;
}

/* Waits for room, and sends. data: of a long one, which stays there until the answer. */
static int request(struct sumac_remote *remote, int rank, struct message *message, const void *data, void *into)
{
	const struct header *header = &message->header;
	struct sending sending = { .remote = remote, .rank = rank, .message = message, .data = data,
				   .data_bytes = header->kind == PUT ? header->len_bytes : 0,
				   .most = header->len_bytes > DATA_BYTES ? LONG_IN_FLIGHT : SUMAC_REMOTE_IN_FLIGHT };
	struct sumac_remote_peer *peer = &remote->peers[rank];
	struct sumac_remote_flight *flight = peer->flight;
	int err = 0;

	if (!flight)
		flight = peer->flight = calloc(1, sizeof(*flight));
	if (!flight)
		return sumac_fail(SUMAC_ENOMEM, "no memory for messages to rank %d", rank);
	if (!has_room(&sending))
		err = remote->host.until(remote->host.ctx, has_room, &sending, "another rank's answer");
	if (err)
		return err;
	message->header.port = SUMAC_FABRIC_REMOTE;
	message->header.id = (uint32_t)__builtin_ctz(~flight->busy);
	flight->awaits[header->id] = (struct sumac_remote_await){ into, into ? header->len_bytes : 0, NULL };
	flight->busy |= UINT32_C(1) << header->id;
	remote->n_flying++;
	if (!is_sent(&sending))
		err = remote->host.until(remote->host.ctx, is_sent, &sending, "room for a message to another rank");
	return err ? err : sending.err;
}

/* In as many messages as it takes. Long ones are awaited, since the source is the caller's again when this returns. */
int sumac_remote_send_put(struct sumac_remote *remote, int rank, enum sumac_remote_region region, uint64_t offset,
			  const void *source, size_t len_bytes)
{
	struct message message = { .header = { .kind = PUT, .region = (uint8_t)region } };
	bool is_long = len_bytes > DATA_BYTES && sumac_fabric_payload_bytes(remote->fabric) > DATA_BYTES;
	size_t most = is_long ? sumac_fabric_payload_bytes(remote->fabric) : DATA_BYTES;
	int err = 0;

	for (size_t done = 0, n; done < len_bytes && !err; done += n) {
		const uint8_t *from = (const uint8_t *)source + done;

		n = len_bytes - done < most ? len_bytes - done : most;
		message.header.offset = offset + done;
		message.header.len_bytes = (uint32_t)n;
		if (!is_long)
			memcpy(message.data, from, n);
		err = request(remote, rank, &message, is_long ? from : NULL, NULL);
	}
	return err || !is_long ? err : sumac_remote_wait(remote, rank);
}

int sumac_remote_send_get(struct sumac_remote *remote, int rank, enum sumac_remote_region region, uint64_t offset, void *dest,
			  size_t len_bytes)
{
	struct message message = { .header = { .kind = GET, .region = (uint8_t)region } };
	size_t payload_bytes = sumac_fabric_payload_bytes(remote->fabric), most = payload_bytes > DATA_BYTES ? payload_bytes : DATA_BYTES;
	int err = 0;

	for (size_t done = 0, n; done < len_bytes && !err; done += n) {
		n = len_bytes - done < most ? len_bytes - done : most;
		message.header.offset = offset + done;
		message.header.len_bytes = (uint32_t)n;
		err = request(remote, rank, &message, NULL, (uint8_t *)dest + done);
	}
	return err;
}

int sumac_remote_send_amo(struct sumac_remote *remote, int rank, enum sumac_remote_region region, uint64_t offset,
			  const struct sumac_amo *amo, void *fetch_out)
{
	struct message message = { .header = { .kind = AMO, .region = (uint8_t)region, .op = amo->op, .width = amo->width,
					       .len_bytes = amo->width, .offset = offset, .value = amo->value,
					       .compare = amo->compare } };

	return request(remote, rank, &message, NULL, fetch_out);
}

/* What of this rank a request is for; NULL: it has nothing there. */
static void *place_of(const struct sumac_remote *remote, const struct header *header)
{
	if (header->region == SUMAC_REMOTE_HEAP && header->offset <= remote->heap_bytes &&
	    header->len_bytes <= remote->heap_bytes - header->offset)
		return remote->heap + header->offset;
	if (header->region == SUMAC_REMOTE_DATA && sumac_remote_image_holds(&remote->image, header->offset, header->len_bytes))
		return (void *)(uintptr_t)(remote->image.base + header->offset);
	return NULL;
}

/* Where the data of a message that came begins: behind the header, or apart from it. */
static uint8_t *data_of(struct sumac_fabric_buf *buf)
{
	return buf->is_control ? buf->header + sizeof(struct header) : buf->payload;
}

/* Whether it is one that could be meant so. */
static bool is_plausible(const struct sumac_remote *remote, const struct sumac_fabric_buf *buf)
{
	const struct header *header = (const struct header *)buf->header;
	size_t data_bytes = buf->is_control ? buf->len_bytes - sizeof(*header) : buf->len_bytes;

	if (buf->is_control && buf->len_bytes < sizeof(*header))
		return false;
	if (header->kind == AMO)
		return buf->is_control && header->op < SUMAC_N_AMO_OPS && (header->width == 4 || header->width == 8) &&
		       header->len_bytes == header->width && header->offset % header->width == 0;
	if (header->kind == GET)
		return buf->is_control && (header->len_bytes <= DATA_BYTES ||
					   header->len_bytes <= sumac_fabric_payload_bytes(remote->fabric));
	return header->kind <= ANSWER && header->len_bytes <= data_bytes;
}

/* A request that has been executed, kept until its answer is sent: in its own buffer. What a long answer brings is sent from
 * where it lies. */
struct owed {
	struct header header; /* of the answer */
	const void *data;     /* NULL: behind the header */
	struct sumac_fabric_send *send;
};
_Static_assert(sizeof(struct owed) <= SUMAC_FABRIC_HEADER_BYTES, "it lies where the header was");

static void execute(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	struct header header;
	struct sumac_amo amo;
	uint64_t old;
	void *at;

	memcpy(&header, buf->header, sizeof(header));
	amo = (struct sumac_amo){ header.op, header.width, header.value, header.compare };
	at = place_of(remote, &header);
	header.status = at ? 0 : -SUMAC_EINVAL;
	if (at && header.kind == PUT)
		memcpy(at, data_of(buf), header.len_bytes);
	if (!at || header.kind == PUT)
		header.len_bytes = 0;
	memcpy(buf->header, &header, sizeof(header));
	buf->header[offsetof(struct header, kind)] = ANSWER;
	if (at && header.kind == AMO) {
		old = sumac_amo_here(&amo, at);
		memcpy(data_of(buf), &old, header.width);
	} else if (header.len_bytes > DATA_BYTES) {
		((struct owed *)buf->header)->data = at;
		((struct owed *)buf->header)->send = NULL;
	} else if (header.len_bytes) {
		memcpy(data_of(buf), at, header.len_bytes);
	}
}

static void take_answer(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	const struct header *header = (const struct header *)buf->header;
	struct sumac_remote_flight *flight = remote->peers[buf->src].flight;
	struct sumac_remote_await *await;

	if (!flight || header->id >= SUMAC_REMOTE_IN_FLIGHT || !(flight->busy >> header->id & 1))
		return;
	await = &flight->awaits[header->id];
	if (header->status)
		remote->fault = header->status;
	else if (await->into && await->len_bytes <= header->len_bytes)
		memcpy(await->into, data_of(buf), await->len_bytes);
	if (await->send)
		sumac_fabric_send_forget(await->send);
	flight->busy &= ~(UINT32_C(1) << header->id);
	remote->n_flying--;
}

static void take(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	bool is_plausible_one = is_plausible(remote, buf);

	if (is_plausible_one && buf->header[offsetof(struct header, kind)] != ANSWER) {
		execute(remote, buf);
		buf->next = NULL;
		*remote->owed_end = buf;
		remote->owed_end = &buf->next;
		return;
	}
	if (is_plausible_one)
		take_answer(remote, buf);
	sumac_fabric_buf_put(buf);
}

/* 1: it is still owed. */
static int send_answer(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	struct owed *owed = (struct owed *)buf->header;

	if (owed->header.len_bytes <= DATA_BYTES)
		return send_short(remote, buf->src, (const struct message *)buf->header, owed->header.len_bytes);
	if (!owed->send && send_long(remote, buf->src, &owed->header, owed->data, &owed->send) > 0)
		return 1;
	return owed->send ? sumac_fabric_send_status(owed->send) : 0;
}

/* The oldest first; who has no room for its own delays nobody else. */
static int send_owed(struct sumac_remote *remote)
{
	struct sumac_fabric_buf **at = &remote->owed, *buf;
	int moved = 0;

	while ((buf = *at)) {
		if (send_answer(remote, buf) > 0) {
			at = &buf->next;
			continue;
		}
		*at = buf->next;
		sumac_fabric_buf_put(buf);
		moved = 1;
	}
	remote->owed_end = at;
	return moved;
}

int sumac_remote_progress(struct sumac_remote *remote)
{
	struct sumac_fabric_buf *buf;
	int moved = 0;

	while ((buf = sumac_fabric_next(remote->fabric, SUMAC_FABRIC_REMOTE))) {
		take(remote, buf);
		moved = 1;
	}
	return send_owed(remote) || moved;
}
