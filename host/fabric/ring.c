/*
 * One sender, one receiver: slots say where messages lie, and counts say which slots are in use.
 */
#include "fabric/ring.h"

#include "spec/spec.h"

enum { ALIGN_BYTES = 64 };

#define IS_CONTROL (UINT32_C(1) << 31)

void sumac_ring_out_init(struct sumac_ring_out *out, struct sumac_ring *ring, uint32_t data_bytes)
{
	*out = (struct sumac_ring_out){ .ring = ring, .data_bytes = data_bytes };
}

/* Gives back the space of messages that the receiver has taken. */
static int reclaim(struct sumac_ring_out *out)
{
	uint32_t n_taken = atomic_load_explicit(&out->ring->n_taken, memory_order_acquire);

	if (n_taken - out->n_free_to > out->n_sent - out->n_free_to)
		return -SUMAC_EIO;
	out->n_free_to = n_taken;
	return 0;
}

/* Where that many bytes fit, or UINT32_MAX. The used part goes from the oldest message to the end, perhaps round the wrap; it
 * never fills the data whole, so that its two ends differ. */
static uint32_t find_place(const struct sumac_ring_out *out, uint32_t need)
{
	uint32_t begin = out->offsets[out->n_free_to % SUMAC_RING_SLOTS], end = out->end;

	if (out->n_sent == out->n_free_to)
		return need <= out->data_bytes ? 0 : UINT32_MAX;
	if (end < begin)
		return need < begin - end ? end : UINT32_MAX;
	if (need <= out->data_bytes - end)
		return end;
	return need < begin ? 0 : UINT32_MAX;
}

static uint32_t need_of(uint32_t len_bytes)
{
	return len_bytes ? (len_bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES : ALIGN_BYTES;
}

int sumac_ring_room(struct sumac_ring_out *out, uint32_t len_bytes, void **data_out)
{
	int err = reclaim(out);
	uint32_t at;

	if (err)
		return err;
	at = out->n_sent - out->n_free_to == SUMAC_RING_SLOTS ? UINT32_MAX : find_place(out, need_of(len_bytes));
	if (at == UINT32_MAX)
		return 1;
	out->offsets[out->n_sent % SUMAC_RING_SLOTS] = at;
	*data_out = out->ring->data + at;
	return 0;
}

void sumac_ring_push(struct sumac_ring_out *out, uint32_t len_bytes, bool is_control)
{
	struct sumac_ring_slot *slot = &out->ring->slots[out->n_sent % SUMAC_RING_SLOTS];
	uint32_t at = out->offsets[out->n_sent % SUMAC_RING_SLOTS];

	atomic_store_explicit(&slot->offset, at, memory_order_relaxed);
	atomic_store_explicit(&slot->len_bytes, len_bytes | (is_control ? IS_CONTROL : 0), memory_order_relaxed);
	out->end = at + need_of(len_bytes);
	atomic_store_explicit(&out->ring->n_sent, ++out->n_sent, memory_order_release);
}

void sumac_ring_in_init(struct sumac_ring_in *in, struct sumac_ring *ring, uint32_t data_bytes)
{
	*in = (struct sumac_ring_in){ .ring = ring, .data_bytes = data_bytes };
}

int sumac_ring_peek(const struct sumac_ring_in *in, const void **data_out, uint32_t *len_bytes_out, bool *is_control_out)
{
	uint32_t n_sent = atomic_load_explicit(&in->ring->n_sent, memory_order_acquire), offset, len_bytes;
	struct sumac_ring_slot *slot = &in->ring->slots[in->n_taken % SUMAC_RING_SLOTS];

	if (n_sent == in->n_taken)
		return 1;
	offset = atomic_load_explicit(&slot->offset, memory_order_relaxed);
	len_bytes = atomic_load_explicit(&slot->len_bytes, memory_order_relaxed);
	*is_control_out = len_bytes & IS_CONTROL;
	len_bytes &= ~IS_CONTROL;
	if (n_sent - in->n_taken > SUMAC_RING_SLOTS || offset > in->data_bytes || len_bytes > in->data_bytes - offset)
		return -SUMAC_EIO;
	*data_out = in->ring->data + offset;
	*len_bytes_out = len_bytes;
	return 0;
}

void sumac_ring_pop(struct sumac_ring_in *in)
{
	atomic_store_explicit(&in->ring->n_taken, ++in->n_taken, memory_order_release);
}
