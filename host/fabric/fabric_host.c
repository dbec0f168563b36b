/*
 * The fabric within a host: messages through the segment, by a ring for each two ranks, which the sender makes when it has
 * its first message. A rank has two things that others must find: a table of its rings, by receiver, which it writes; and
 * a bit for each sender that has news for it, which senders set. Long or short, a message is copied in and out.
 */
#include "fabric/fabric_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fabric/ring.h"
#include "fabric/segment_private.h"
#include "spec/spec.h"

enum { MESSAGES_A_RING = 4, AT_ONCE = 16, WORD_BITS = 64 };

/* What lies on each rank's board. */
struct board {
	_Atomic uint64_t table; /* offset of n_places offsets of rings; 0: nothing was sent yet */
	_Alignas(128) _Atomic uint64_t news[];
};

enum { MAX_PLACES = (SUMAC_SEGMENT_BOARD_BYTES - sizeof(struct board)) / sizeof(uint64_t) * WORD_BITS };

struct host_fabric {
	struct sumac_fabric base;
	struct sumac_segment *segment;
	int n_places, n_words; /* places are ranks here */
	size_t ring_bytes;
	_Atomic uint64_t *table; /* own */
	struct sumac_ring_out *outs;
	struct sumac_ring_in *ins;
	uint64_t *pending; /* news that have been seen, a bit a sender */
	int next;	   /* whose turn it is to be looked at */
};

static struct host_fabric *host_of(struct sumac_fabric *fabric)
{
	return (struct host_fabric *)fabric;
}

static struct board *board_of(const struct host_fabric *fabric, int place)
{
	return sumac_segment_board(fabric->segment, place);
}

static void blame(struct host_fabric *fabric, int peer)
{
	if (fabric->base.fault_peer < 0)
		fabric->base.fault_peer = peer;
}

static int make_table(struct host_fabric *fabric)
{
	uint64_t offset;

	fabric->table = sumac_segment_alloc(fabric->segment, (size_t)fabric->n_places * sizeof(*fabric->table), &offset);
	if (!fabric->table)
		return sumac_fail(SUMAC_ENOMEM, "no room for messages between %d ranks of this host", fabric->n_places);
	atomic_store_explicit(&board_of(fabric, fabric->base.rank)->table, offset, memory_order_release);
	return 0;
}

static int make_ring(struct host_fabric *fabric, int peer)
{
	struct sumac_ring *ring;
	uint64_t offset;
	int err = fabric->table ? 0 : make_table(fabric);

	if (err)
		return err;
	ring = sumac_segment_alloc(fabric->segment, fabric->ring_bytes, &offset);
	if (!ring)
		return sumac_fail(SUMAC_ENOMEM, "no room for messages to rank %d: chunks (the setting cpu_chunk_bytes) are too "
				  "long for so many ranks", peer);
	sumac_ring_out_init(&fabric->outs[peer], ring, (uint32_t)(fabric->ring_bytes - sizeof(*ring)));
	atomic_store_explicit(&fabric->table[peer], offset, memory_order_release);
	return 0;
}

static void tell(struct host_fabric *fabric, int peer)
{
	int me = fabric->base.rank;

	atomic_fetch_or(&board_of(fabric, peer)->news[me / WORD_BITS], UINT64_C(1) << me % WORD_BITS);
	sumac_segment_wake(fabric->segment, peer);
}

static int host_send(struct sumac_fabric *base, struct sumac_fabric_send *send)
{
	struct host_fabric *fabric = host_of(base);
	struct sumac_ring_out *out = &fabric->outs[send->peer];
	size_t header_bytes = send->is_control ? 0 : sizeof(send->header);
	uint32_t len_bytes = (uint32_t)(header_bytes + send->len_bytes);
	int err = out->ring ? 0 : make_ring(fabric, send->peer);
	void *at;

	if (!err)
		err = sumac_ring_room(out, len_bytes, &at);
	if (err) {
		if (err == -SUMAC_EIO)
			blame(fabric, send->peer);
		return err;
	}
	memcpy(at, send->header, header_bytes);
	if (send->len_bytes)
		memcpy((uint8_t *)at + header_bytes, send->payload, send->len_bytes);
	sumac_ring_push(out, len_bytes, send->is_control);
	tell(fabric, send->peer);
	sumac_fabric_send_end(send, 0);
	return 0;
}

/* 0, 1 (there is none yet: somebody else set the bit), or -SUMAC_EIO. */
static int find_ring(struct host_fabric *fabric, int peer)
{
	size_t table_bytes = (size_t)fabric->n_places * sizeof(uint64_t);
	uint64_t offset = atomic_load_explicit(&board_of(fabric, peer)->table, memory_order_acquire);
	_Atomic uint64_t *table = sumac_segment_at(fabric->segment, peer, offset, table_bytes);
	struct sumac_ring *ring;

	if (!offset)
		return 1;
	if (!table || offset % sizeof(*table))
		return -SUMAC_EIO;
	offset = atomic_load_explicit(&table[fabric->base.rank], memory_order_acquire);
	if (!offset)
		return 1;
	ring = sumac_segment_at(fabric->segment, peer, offset, fabric->ring_bytes);
	if (!ring || offset % _Alignof(struct sumac_ring))
		return -SUMAC_EIO;
	sumac_ring_in_init(&fabric->ins[peer], ring, (uint32_t)(fabric->ring_bytes - sizeof(*ring)));
	return 0;
}

/* Copies one message out. 0; 1: there is none, or no memory for it now; or -SUMAC_EIO. */
static int receive_one(struct host_fabric *fabric, int peer)
{
	struct sumac_ring_in *in = &fabric->ins[peer];
	struct sumac_fabric_buf *buf;
	size_t header_bytes, cap_bytes;
	uint32_t len_bytes;
	const void *data;
	bool is_control;
	int err = sumac_ring_peek(in, &data, &len_bytes, &is_control);

	if (err)
		return err;
	header_bytes = is_control ? 0 : sizeof(buf->header);
	cap_bytes = is_control ? (size_t)SUMAC_FABRIC_CONTROL_BYTES : header_bytes + fabric->base.payload_bytes;
	if (len_bytes < header_bytes || len_bytes > cap_bytes)
		return -SUMAC_EIO;
	buf = is_control ? sumac_fabric_control_new(&fabric->base) : sumac_fabric_buf_new(&fabric->base);
	if (!buf)
		return 1;
	buf->src = peer;
	buf->len_bytes = len_bytes - header_bytes;
	memcpy(buf->header, data, len_bytes); /* the payload follows the header */
	sumac_ring_pop(in);
	sumac_fabric_arrive(&fabric->base, buf);
	return 0;
}

/* So many messages at most that a peer which never stops does not keep us here. */
static int receive_from(struct host_fabric *fabric, int peer)
{
	int err = fabric->ins[peer].ring ? 0 : find_ring(fabric, peer), n = 0;

	while (!err && n < AT_ONCE) {
		err = receive_one(fabric, peer);
		n += !err;
	}
	if (err)
		fabric->pending[peer / WORD_BITS] &= ~(UINT64_C(1) << peer % WORD_BITS);
	if (err < 0)
		blame(fabric, peer);
	return n;
}

/* Whether anybody has news. A bit is taken down before its ring is looked at: what comes after that sets it again. */
static bool collect_news(struct host_fabric *fabric)
{
	struct board *board = board_of(fabric, fabric->base.rank);
	uint64_t any = 0;

	for (int i = 0; i < fabric->n_words; i++) {
		if (atomic_load_explicit(&board->news[i], memory_order_relaxed))
			fabric->pending[i] |= atomic_exchange(&board->news[i], 0);
		any |= fabric->pending[i];
	}
	return any;
}

static int host_progress(struct sumac_fabric *base)
{
	struct host_fabric *fabric = host_of(base);
	int n = 0, peer = fabric->next;

	if (!collect_news(fabric))
		return 0;
	for (int i = 0; i < fabric->n_places; i++, peer = peer + 1 < fabric->n_places ? peer + 1 : 0)
		if (fabric->pending[peer / WORD_BITS] >> peer % WORD_BITS & 1)
			n += receive_from(fabric, peer);
	fabric->next = fabric->next + 1 < fabric->n_places ? fabric->next + 1 : 0;
	return n;
}

/* The rings stay in the segment until that is closed: the others may still read them. */
static void host_close(struct sumac_fabric *base)
{
	struct host_fabric *fabric = host_of(base);

	sumac_fabric_fini(base);
	free(fabric->outs);
	free(fabric->ins);
	free(fabric->pending);
	free(fabric);
}

static const struct sumac_fabric_ops host_ops = {
	.send = host_send,
	.progress = host_progress,
	.close = host_close,
};

/* The same on all ranks. A few long messages fit, or, where there are many ranks, one; a page is the least. */
static size_t choose_ring_bytes(const struct host_fabric *fabric)
{
	const size_t page = SUMAC_SEGMENT_PAGE_BYTES;
	const size_t longest = SUMAC_FABRIC_HEADER_BYTES + (fabric->base.payload_bytes + 63) / 64 * 64;
	size_t n = fabric->segment->far_bytes / 2 / (size_t)fabric->n_places / longest;

	n = n > MESSAGES_A_RING ? MESSAGES_A_RING : n < 1 ? 1 : n;
	return (sizeof(struct sumac_ring) + n * longest + page - 1) / page * page;
}

int sumac_fabric_open_host(struct sumac_segment *segment, size_t payload_bytes, struct sumac_fabric **fabric_out)
{
	int n_places = sumac_segment_n_places(segment);
	struct host_fabric *fabric = calloc(1, sizeof(*fabric));

	if (!fabric || sumac_fabric_init(&fabric->base, &host_ops, sumac_segment_place(segment), n_places, payload_bytes)) {
		free(fabric);
		return sumac_fail(SUMAC_ENOMEM, "no memory for a fabric of %d ranks", n_places);
	}
	fabric->segment = segment;
	fabric->n_places = n_places;
	fabric->n_words = (n_places + WORD_BITS - 1) / WORD_BITS;
	fabric->ring_bytes = choose_ring_bytes(fabric);
	fabric->outs = calloc((size_t)n_places, sizeof(*fabric->outs));
	fabric->ins = calloc((size_t)n_places, sizeof(*fabric->ins));
	fabric->pending = calloc((size_t)fabric->n_words, sizeof(*fabric->pending));
	if (fabric->outs && fabric->ins && fabric->pending && n_places <= MAX_PLACES) {
		*fabric_out = &fabric->base;
		return 0;
	}
	host_close(&fabric->base);
	return sumac_fail(SUMAC_ENOMEM, "no memory for a fabric of %d ranks", n_places);
}
