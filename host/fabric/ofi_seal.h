/*
 * The seal tells messages of the job from those of strangers. libfabric delivers everything that reaches a rank's
 * port, and a message's writer names the sender. So each rank draws a secret of 128 random bits when it opens its
 * endpoint, and the bootstrap hands it to the ranks of the job. Every message begins with a seal, a hash that only
 * the receiver's secret can make. Our own messages never carry the secret, since libfabric may be led to send a
 * message to a stranger who claims to be the receiver. The bootstrap carries it: anybody who reads the traffic of the
 * launcher or of the host MPI can pose as a rank.
 *
 * A seal does not tell a message from an older copy of it: a receiver that must not take a message twice has to
 * number it.
 */
#ifndef SUMAC_OFI_SEAL_H
#define SUMAC_OFI_SEAL_H

#include <stdbool.h>

#include "base/siphash.h"
#include "fabric/fabric.h"

struct sumac_ofi_secret {
	uint8_t bytes[SUMAC_SIPHASH_BYTES];
};

/* 0, or -SUMAC_EIO with the story. */
int sumac_ofi_secret_draw(struct sumac_ofi_secret *secret_out);
/* A random number that nobody can guess, for a key of that many bytes. 0, or -SUMAC_EIO with the story. */
int sumac_ofi_secret_key(size_t key_bytes, uint64_t *key_out);

/* Seals a message with that tag. len_bytes counts from the header on; a control message is sealed whole, others up to the payload.
 * A payload is not sealed: to hash it would take as long as to send it. */
void sumac_ofi_seal(const struct sumac_ofi_secret *secret, uint64_t tag, const uint8_t *header, size_t len_bytes, bool is_control,
		    uint8_t seal_out[SUMAC_FABRIC_SEAL_BYTES]);
/* Takes the same time wherever the seal is wrong. */
bool sumac_ofi_seal_is_good(const struct sumac_ofi_secret *secret, uint64_t tag, const uint8_t *header, size_t len_bytes,
			    bool is_control, const uint8_t seal[SUMAC_FABRIC_SEAL_BYTES]);

#endif
