/*
 * SipHash-2-4 with 128 bits: without the key nobody can make the hash of a short message, and hashes do not reveal
 * the key.
 */
#ifndef SUMAC_SIPHASH_H
#define SUMAC_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

enum { SUMAC_SIPHASH_BYTES = 16 };

/* Hashes the two words, and the bytes after them. */
void sumac_siphash(const uint8_t key[SUMAC_SIPHASH_BYTES], const uint64_t words[2], const void *bytes, size_t len_bytes,
		   uint8_t hash_out[SUMAC_SIPHASH_BYTES]);

#endif
