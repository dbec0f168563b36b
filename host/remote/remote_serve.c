/*
 * Serves other ranks' requests: judges them, executes them in the order in which each rank has sent them, and
 * answers.
 */
#include "remote/remote_wire.h"
#include "sumac.h"

/* The place in this rank's memory; NULL: it has nothing there. */
static void *place_of(const struct sumac_remote *remote, uint8_t region, uint64_t offset, size_t len_bytes)
{
	if (region == SUMAC_REMOTE_HEAP && offset <= remote->heap_bytes && len_bytes <= remote->heap_bytes - offset)
		return remote->heap + offset;
	if (region == SUMAC_REMOTE_DATA && sumac_remote_image_holds(&remote->image, offset, len_bytes))
		return (void *)(uintptr_t)(remote->image.base + offset);
	return NULL;
}

/* The length that a put or get spans; a span longer than all memory lies nowhere. */
static size_t span_of(const struct sumac_remote_header *header)
{
	size_t span;

	if (!header->block_bytes)
		return header->len_bytes;
	if (__builtin_mul_overflow(header->len_bytes / header->block_bytes - 1, header->stride, &span) ||
	    __builtin_add_overflow(span, header->block_bytes, &span))
		return SIZE_MAX;
	return span;
}

/* All blocks have one length, which may be that of the whole. */
static bool has_good_blocks(const struct sumac_remote_header *header)
{
	return !header->block_bytes || (header->len_bytes && header->len_bytes <= SUMAC_REMOTE_DATA_BYTES &&
					header->len_bytes % header->block_bytes == 0);
}

/* Whether it is a request that somebody could have meant. */
static bool is_plausible(const struct sumac_remote *remote, const struct sumac_fabric_buf *buf)
{
	const struct sumac_remote_header *header = (const struct sumac_remote_header *)buf->header;
	size_t data_bytes = buf->is_control ? buf->len_bytes - sizeof(*header) : buf->len_bytes;

	if (buf->is_control && buf->len_bytes < sizeof(*header))
		return false;
	switch (header->kind) {
	case SUMAC_REMOTE_AMO:
		return buf->is_control && header->op < SUMAC_N_AMO_OPS && (header->width == 4 || header->width == 8) &&
		       header->len_bytes == header->width && header->offset % header->width == 0;
	case SUMAC_REMOTE_GET:
		return buf->is_control && has_good_blocks(header) &&
		       (header->len_bytes <= SUMAC_REMOTE_DATA_BYTES ||
			header->len_bytes <= sumac_fabric_payload_bytes(remote->fabric));
	case SUMAC_REMOTE_PUT:
		return header->len_bytes <= data_bytes && has_good_blocks(header);
	case SUMAC_REMOTE_BATCH:
		return buf->is_control && header->len_bytes <= data_bytes;
	case SUMAC_REMOTE_MEET:
		return buf->is_control && header->len_bytes <= data_bytes && header->len_bytes == sizeof(struct sumac_ofi_rma_card);
	default:
		return header->kind == SUMAC_REMOTE_ANSWER && header->len_bytes <= data_bytes;
	}
}

/* Moves between packed data and memory, either way. */
static void move_blocks(const struct sumac_remote_header *header, uint8_t *at, uint8_t *data, bool is_put)
{
	size_t len = header->block_bytes ? header->block_bytes : header->len_bytes;

	for (size_t done = 0, i = 0; done < header->len_bytes; done += len, i++)
		sumac_move_whole(is_put ? at + i * header->stride : data + done, is_put ? data + done : at + i * header->stride,
				 len);
}

static bool do_item(const struct sumac_remote *remote, const struct sumac_remote_item *item, const uint8_t *data)
{
	bool is_put = item->op == SUMAC_N_AMO_OPS;
	struct sumac_amo amo = { .op = item->op, .width = item->width };
	void *at;

	if (!is_put && (item->op > SUMAC_N_AMO_OPS || item->len_bytes != sizeof(amo.value) ||
			(item->width != 4 && item->width != 8) || item->offset % item->width))
		return false;
	at = place_of(remote, item->region, item->offset, is_put ? item->len_bytes : item->width);
	if (!at)
		return false;
	if (is_put) {
		sumac_move_whole(at, data, item->len_bytes);
	} else {
		memcpy(&amo.value, data, sizeof(amo.value));
		sumac_amo_here(&amo, at);
	}
	return true;
}

static bool do_batch(const struct sumac_remote *remote, const uint8_t *data, size_t len_bytes)
{
	struct sumac_remote_item item;

	for (size_t done = 0; done < len_bytes; done += sumac_remote_item_bytes(item.len_bytes)) {
		if (len_bytes - done < sizeof(item))
			return false;
		memcpy(&item, data + done, sizeof(item));
		if (sumac_remote_item_bytes(item.len_bytes) > len_bytes - done ||
		    !do_item(remote, &item, data + done + sizeof(item)))
			return false;
	}
	return true;
}

/* A request that has been executed, kept until its answer is sent: in its own buffer. The data of a long answer is sent from
 * where it lies. */
struct owed {
	struct sumac_remote_header header; /* of the answer */
	const void *data;		   /* NULL: behind the header */
	struct sumac_fabric_send *send;
};
_Static_assert(sizeof(struct owed) <= SUMAC_FABRIC_HEADER_BYTES, "it lies where the header was");

/* Turns the request's header into the answer's; the answer's data lies behind it or, if it is long, at data_out. */
static int execute(struct sumac_remote *remote, struct sumac_fabric_buf *buf, struct sumac_remote_header *header,
		   const void **data_out)
{
	const struct sumac_remote_header asked = *header;
	struct sumac_amo amo = { asked.op, asked.width, asked.value, asked.compare };
	bool is_amo = asked.kind == SUMAC_REMOTE_AMO;
	uint8_t *data = sumac_remote_data_of(buf), *at;
	uint64_t old;

	header->kind = SUMAC_REMOTE_ANSWER;
	header->len_bytes = 0;
	if (asked.kind == SUMAC_REMOTE_BATCH)
		return do_batch(remote, data, asked.len_bytes) ? 0 : -SUMAC_EINVAL;
	if (asked.kind == SUMAC_REMOTE_MEET) {
		sumac_remote_rma_answer(remote, buf->src, data);
		header->len_bytes = asked.len_bytes;
		return 0;
	}
	at = place_of(remote, asked.region, asked.offset, is_amo ? asked.width : span_of(&asked));
	if (!at)
		return -SUMAC_EINVAL;
	if (asked.kind == SUMAC_REMOTE_PUT) {
		move_blocks(&asked, at, data, true);
		return 0;
	}
	header->len_bytes = asked.len_bytes;
	if (is_amo) {
		old = sumac_amo_here(&amo, at);
		memcpy(data, &old, asked.width);
	} else if (asked.len_bytes > SUMAC_REMOTE_DATA_BYTES) {
		*data_out = at;
	} else {
		move_blocks(&asked, at, data, false);
	}
	return 0;
}

static void serve(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	struct owed owed = { .data = NULL };

	memcpy(&owed.header, buf->header, sizeof(owed.header));
	owed.header.status = execute(remote, buf, &owed.header, &owed.data);
	/* Short data begins where that of an owed long answer continues. */
	memcpy(buf->header, &owed, owed.data ? sizeof(owed) : sizeof(owed.header));
	buf->next = NULL;
	*remote->owed_end = buf;
	remote->owed_end = &buf->next;
}

/* Each request keeps its place until its turn comes; a sender that numbers them wrongly is not served. */
static bool take_request(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	uint64_t number = ((const struct sumac_remote_header *)buf->header)->number;
	struct sumac_remote_flight *flight = sumac_remote_flight_of(remote, buf->src);
	struct sumac_fabric_buf **next;

	if (!flight || number - flight->next_served >= SUMAC_REMOTE_IN_FLIGHT || flight->held[number % SUMAC_REMOTE_IN_FLIGHT])
		return false;
	flight->held[number % SUMAC_REMOTE_IN_FLIGHT] = buf;
	while (*(next = &flight->held[flight->next_served % SUMAC_REMOTE_IN_FLIGHT])) {
		buf = *next;
		*next = NULL;
		flight->next_served++;
		serve(remote, buf);
	}
	return true;
}

static void take(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	bool is_plausible_one = is_plausible(remote, buf);

	if (is_plausible_one && ((const struct sumac_remote_header *)buf->header)->kind != SUMAC_REMOTE_ANSWER &&
	    take_request(remote, buf))
		return;
	if (is_plausible_one && ((const struct sumac_remote_header *)buf->header)->kind == SUMAC_REMOTE_ANSWER)
		sumac_remote_take_answer(remote, buf);
	sumac_fabric_buf_put(buf);
}

/* 1: it is still owed. */
static int send_answer(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	struct owed *owed = (struct owed *)buf->header;

	if (owed->header.len_bytes <= SUMAC_REMOTE_DATA_BYTES)
		return sumac_remote_send_short(remote, buf->src, (const struct sumac_remote_message *)buf->header,
					       owed->header.len_bytes);
	if (!owed->send && sumac_remote_send_long(remote, buf->src, &owed->header, owed->data, &owed->send) > 0)
		return 1;
	return owed->send ? sumac_fabric_send_status(owed->send) : 0;
}

/* The oldest goes first; a peer without room for its own answer delays nobody else. */
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
	sumac_remote_send_batches(remote);
	moved |= remote->rma && sumac_ofi_rma_progress(remote->rma) > 0;
	return send_owed(remote) || moved;
}
