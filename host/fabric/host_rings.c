/*
 * Messages between the ranks of a host: by a ring for each two of them, which the sender makes when it has its first
 * message. A rank has two things that others must find: a table of its rings, by receiver, which it writes; and a bit
 * for each sender that has news for it, which senders set. Long or short, a message is copied in and out. This file
 * counts peers by their local ranks; the fabric knows them by their ranks in the job.
 */
#include "fabric/host_rings.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fabric/ring.h"
#include "segment/segment.h"
#include "spec/spec.h"

enum { MESSAGES_A_RING = 4, AT_ONCE = 16, WORD_BITS = 64 };

/* The contents of each rank's board. */
struct board {
	_Atomic uint64_t table; /* offset of n_local offsets of rings; 0: nothing was sent yet */
	_Alignas(128) _Atomic uint64_t news[];
};

enum { MAX_LOCAL = (SUMAC_SEGMENT_BOARD_BYTES - sizeof(struct board)) / sizeof(uint64_t) * WORD_BITS };

struct sumac_host_rings {
	struct sumac_fabric *fabric;
	struct sumac_segment *segment;
	int local_rank, n_local, n_words;
	int *ranks; /* by local rank */
	size_t ring_bytes;
	_Atomic uint64_t *table; /* own */
	struct sumac_ring_out *outs;
	struct sumac_ring_in *ins;
	uint64_t *pending; /* news already seen, a bit for each sender */
	int next;	   /* the sender to look at next */
};

static struct board *board_of(const struct sumac_host_rings *rings, int local_rank)
{
	return sumac_segment_board(rings->segment, local_rank);
}

static void blame(struct sumac_host_rings *rings, int peer)
{
	if (rings->fabric->fault_peer < 0)
		rings->fabric->fault_peer = rings->ranks[peer];
}

static int make_table(struct sumac_host_rings *rings)
{
	uint64_t offset;

	rings->table = sumac_segment_alloc(rings->segment, (size_t)rings->n_local * sizeof(*rings->table), &offset);
	if (!rings->table)
		return sumac_fail(SUMAC_ENOMEM, "no room for messages between %d ranks of this host", rings->n_local);
	atomic_store_explicit(&board_of(rings, rings->local_rank)->table, offset, memory_order_release);
	return 0;
}

static int make_ring(struct sumac_host_rings *rings, int peer)
{
	struct sumac_ring *ring;
	uint64_t offset;
	int err = rings->table ? 0 : make_table(rings);

	if (err)
		return err;
	ring = sumac_segment_alloc(rings->segment, rings->ring_bytes, &offset);
	if (!ring)
		return sumac_fail(SUMAC_ENOMEM, "no room for messages to rank %d: chunks (the setting cpu_chunk_bytes) are too "
				  "long for so many ranks", rings->ranks[peer]);
	sumac_ring_out_init(&rings->outs[peer], ring, (uint32_t)(rings->ring_bytes - sizeof(*ring)));
	atomic_store_explicit(&rings->table[peer], offset, memory_order_release);
	return 0;
}

static void tell(struct sumac_host_rings *rings, int peer)
{
	int me = rings->local_rank;

	atomic_fetch_or(&board_of(rings, peer)->news[me / WORD_BITS], UINT64_C(1) << me % WORD_BITS);
	sumac_segment_wake(rings->segment, peer);
}

bool sumac_host_rings_reach(const struct sumac_host_rings *rings, int rank)
{
	return sumac_segment_local_rank_of(rings->segment, rank) >= 0;
}

int sumac_host_rings_send(struct sumac_host_rings *rings, struct sumac_fabric_send *send)
{
	int peer = sumac_segment_local_rank_of(rings->segment, send->peer);
	struct sumac_ring_out *out = &rings->outs[peer];
	size_t header_bytes = send->is_control ? 0 : sizeof(send->header);
	uint32_t len_bytes = (uint32_t)(header_bytes + send->len_bytes);
	int err = out->ring ? 0 : make_ring(rings, peer);
	void *at;

	if (!err)
		err = sumac_ring_room(out, len_bytes, &at);
	if (err) {
		if (err == -SUMAC_EIO)
			blame(rings, peer);
		return err;
	}
	memcpy(at, send->header, header_bytes);
	if (send->len_bytes)
		memcpy((uint8_t *)at + header_bytes, send->payload, send->len_bytes);
	sumac_ring_push(out, len_bytes, send->is_control);
	tell(rings, peer);
	sumac_fabric_send_end(send, 0);
	return 0;
}

/* 0, 1 (there is none yet: another sender set the bit), or -SUMAC_EIO. */
static int find_ring(struct sumac_host_rings *rings, int peer)
{
	size_t table_bytes = (size_t)rings->n_local * sizeof(uint64_t);
	uint64_t offset = atomic_load_explicit(&board_of(rings, peer)->table, memory_order_acquire);
	_Atomic uint64_t *table = sumac_segment_at(rings->segment, peer, offset, table_bytes);
	struct sumac_ring *ring;

	if (!offset)
		return 1;
	if (!table || offset % sizeof(*table))
		return -SUMAC_EIO;
	offset = atomic_load_explicit(&table[rings->local_rank], memory_order_acquire);
	if (!offset)
		return 1;
	ring = sumac_segment_at(rings->segment, peer, offset, rings->ring_bytes);
	if (!ring || offset % _Alignof(struct sumac_ring))
		return -SUMAC_EIO;
	sumac_ring_in_init(&rings->ins[peer], ring, (uint32_t)(rings->ring_bytes - sizeof(*ring)));
	return 0;
}

/* Copies one message out. 0; 1: there is none, or no memory for it now; or -SUMAC_EIO. */
static int receive_one(struct sumac_host_rings *rings, int peer)
{
	struct sumac_ring_in *in = &rings->ins[peer];
	struct sumac_fabric_buf *buf;
	size_t header_bytes, cap_bytes;
	uint32_t len_bytes;
	const void *data;
	bool is_control;
	int err = sumac_ring_peek(in, &data, &len_bytes, &is_control);

	if (err)
		return err;
	header_bytes = is_control ? 0 : sizeof(buf->header);
	cap_bytes = is_control ? (size_t)SUMAC_FABRIC_CONTROL_BYTES : header_bytes + rings->fabric->payload_bytes;
	if (len_bytes < header_bytes || len_bytes > cap_bytes)
		return -SUMAC_EIO;
	buf = is_control ? sumac_fabric_control_new(rings->fabric) : sumac_fabric_buf_new(rings->fabric);
	if (!buf)
		return 1;
	buf->src = rings->ranks[peer];
	buf->len_bytes = len_bytes - header_bytes;
	memcpy(buf->header, data, len_bytes); /* the payload follows the header */
	sumac_ring_pop(in);
	sumac_fabric_arrive(rings->fabric, buf);
	return 0;
}

/* At most this many messages, so that a peer which never stops does not keep us here. */
static int receive_from(struct sumac_host_rings *rings, int peer)
{
	int err = rings->ins[peer].ring ? 0 : find_ring(rings, peer), n = 0;

	while (!err && n < AT_ONCE) {
		err = receive_one(rings, peer);
		n += !err;
	}
	if (err)
		rings->pending[peer / WORD_BITS] &= ~(UINT64_C(1) << peer % WORD_BITS);
	if (err < 0)
		blame(rings, peer);
	return n;
}

/* Whether anybody has news. We clear a bit before we look at its ring: anything that comes later sets it again. */
static bool collect_news(struct sumac_host_rings *rings)
{
	struct board *board = board_of(rings, rings->local_rank);
	uint64_t any = 0;

	for (int i = 0; i < rings->n_words; i++) {
		if (atomic_load_explicit(&board->news[i], memory_order_relaxed))
			rings->pending[i] |= atomic_exchange(&board->news[i], 0);
		any |= rings->pending[i];
	}
	return any;
}

int sumac_host_rings_progress(struct sumac_host_rings *rings)
{
	int n = 0, peer = rings->next;

	if (!collect_news(rings))
		return 0;
	for (int i = 0; i < rings->n_local; i++, peer = peer + 1 < rings->n_local ? peer + 1 : 0)
		if (rings->pending[peer / WORD_BITS] >> peer % WORD_BITS & 1)
			n += receive_from(rings, peer);
	rings->next = rings->next + 1 < rings->n_local ? rings->next + 1 : 0;
	return n;
}

/* The same on all ranks. A few long messages fit, or, among many ranks, one; a page is the least. */
static size_t choose_ring_bytes(const struct sumac_host_rings *rings)
{
	const size_t page = SUMAC_SEGMENT_PAGE_BYTES;
	const size_t longest = SUMAC_FABRIC_HEADER_BYTES + (rings->fabric->payload_bytes + 63) / 64 * 64;
	size_t n = sumac_segment_far_bytes(rings->segment) / 2 / (size_t)rings->n_local / longest;

	n = n > MESSAGES_A_RING ? MESSAGES_A_RING : n < 1 ? 1 : n;
	return (sizeof(struct sumac_ring) + n * longest + page - 1) / page * page;
}

static void name_ranks(struct sumac_host_rings *rings)
{
	for (int rank = 0; rank < rings->fabric->size; rank++) {
		int local_rank = sumac_segment_local_rank_of(rings->segment, rank);

		if (local_rank >= 0)
			rings->ranks[local_rank] = rank;
	}
}

int sumac_host_rings_open(struct sumac_segment *segment, struct sumac_fabric *fabric, struct sumac_host_rings **rings_out)
{
	struct sumac_host_rings *rings = calloc(1, sizeof(*rings));
	int n_local = sumac_segment_n_local(segment);

	if (!rings)
		return sumac_fail(SUMAC_ENOMEM, "no memory for messages between %d ranks of this host", n_local);
	rings->fabric = fabric;
	rings->segment = segment;
	rings->local_rank = sumac_segment_local_rank(segment);
	rings->n_local = n_local;
	rings->n_words = (n_local + WORD_BITS - 1) / WORD_BITS;
	rings->ring_bytes = choose_ring_bytes(rings);
	rings->ranks = calloc((size_t)n_local, sizeof(*rings->ranks));
	rings->outs = calloc((size_t)n_local, sizeof(*rings->outs));
	rings->ins = calloc((size_t)n_local, sizeof(*rings->ins));
	rings->pending = calloc((size_t)rings->n_words, sizeof(*rings->pending));
	if (!rings->ranks || !rings->outs || !rings->ins || !rings->pending || n_local > MAX_LOCAL) {
		sumac_host_rings_close(rings);
		return sumac_fail(SUMAC_ENOMEM, "no memory for messages between %d ranks of this host", n_local);
	}
	name_ranks(rings);
	*rings_out = rings;
	return 0;
}

void sumac_host_rings_close(struct sumac_host_rings *rings)
{
	free(rings->ranks);
	free(rings->outs);
	free(rings->ins);
	free(rings->pending);
	free(rings);
}
