/*
 * A ring: messages from one rank of a host to another, in pages of the sender's part. The receiver writes one word in
 * it, which says how many it has taken. Each side keeps its own count in private memory and rejects impossible values
 * of the other's.
 */
#ifndef SUMAC_RING_H
#define SUMAC_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUMAC_RING_SLOTS = 64 }; /* a power of two, as counts wrap */

/* Whenever the ring is empty the data are used from their beginning again, so an exchange of small messages touches one page. */
struct sumac_ring {
	_Alignas(128) _Atomic uint32_t n_sent;
	_Alignas(128) _Atomic uint32_t n_taken;
	struct sumac_ring_slot {
		_Atomic uint32_t offset, len_bytes;
	} slots[SUMAC_RING_SLOTS];
	_Alignas(64) uint8_t data[];
};

struct sumac_ring_out {
	struct sumac_ring *ring;
	uint32_t data_bytes;
	uint32_t n_sent, n_free_to; /* messages; those before n_free_to have been taken */
	uint32_t end;		    /* where the next one may begin */
	uint32_t offsets[SUMAC_RING_SLOTS];
};

struct sumac_ring_in {
	struct sumac_ring *ring;
	uint32_t data_bytes, n_taken;
};

/* ring: zeroed memory of sizeof(struct sumac_ring) + data_bytes. */
void sumac_ring_out_init(struct sumac_ring_out *out, struct sumac_ring *ring, uint32_t data_bytes);

/* A place for a message of len_bytes in *data_out; sumac_ring_push() then sends it. 0; 1: there is no room now; -SUMAC_EIO: the
 * receiver's count is impossible. */
int sumac_ring_room(struct sumac_ring_out *out, uint32_t len_bytes, void **data_out);
void sumac_ring_push(struct sumac_ring_out *out, uint32_t len_bytes, bool is_control);

/* The same for the receiver's side. */
void sumac_ring_in_init(struct sumac_ring_in *in, struct sumac_ring *ring, uint32_t data_bytes);

/* The oldest message, which lies where it is until sumac_ring_pop(). 1: there is none; 0; -SUMAC_EIO: the sender's description of
 * it is impossible. Its bytes may change all the time: copy them first, then look at the copy. */
int sumac_ring_peek(const struct sumac_ring_in *in, const void **data_out, uint32_t *len_bytes_out, bool *is_control_out);
void sumac_ring_pop(struct sumac_ring_in *in);

#endif
