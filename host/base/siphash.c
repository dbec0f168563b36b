/*
 * SipHash by Aumasson and Bernstein, after their paper and their reference code for 128 bits.
 */
#include "base/siphash.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "SipHash reads and writes words in this order");

struct state {
	uint64_t a, b, c, d;
};

static inline uint64_t rotate(uint64_t word, int n)
{
	return word << n | word >> (64 - n);
}

static inline void mix(struct state *state, int n_rounds)
{
	for (int i = 0; i < n_rounds; i++) {
		state->a += state->b;
		state->c += state->d;
		state->b = rotate(state->b, 13) ^ state->a;
		state->d = rotate(state->d, 16) ^ state->c;
		state->a = rotate(state->a, 32);
		state->c += state->b;
		state->a += state->d;
		state->b = rotate(state->b, 17) ^ state->c;
		state->d = rotate(state->d, 21) ^ state->a;
		state->c = rotate(state->c, 32);
	}
}

static inline void take(struct state *state, uint64_t word)
{
	state->d ^= word;
	mix(state, 2);
	state->a ^= word;
}

static inline uint64_t fold(const struct state *state)
{
	return state->a ^ state->b ^ state->c ^ state->d;
}

void sumac_siphash(const uint8_t key[SUMAC_SIPHASH_BYTES], const uint64_t words[2], const void *bytes, size_t len_bytes,
		   uint8_t hash_out[SUMAC_SIPHASH_BYTES])
{
	const uint8_t *at = bytes;
	uint64_t k[2], hash[2], word, last = (uint64_t)(len_bytes + 2 * sizeof(word)) << 56;
	struct state state;

	memcpy(k, key, sizeof(k));
	state = (struct state){ k[0] ^ UINT64_C(0x736f6d6570736575), k[1] ^ UINT64_C(0x646f72616e646f6d) ^ 0xEE,
				k[0] ^ UINT64_C(0x6c7967656e657261), k[1] ^ UINT64_C(0x7465646279746573) };
	take(&state, words[0]);
	take(&state, words[1]);
	for (; len_bytes >= sizeof(word); len_bytes -= sizeof(word), at += sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		take(&state, word);
	}
	for (size_t i = 0; i < len_bytes; i++)
		last |= (uint64_t)at[i] << 8 * i;
	take(&state, last);
	state.c ^= 0xEE;
	mix(&state, 4);
	hash[0] = fold(&state);
	state.b ^= 0xDD;
	mix(&state, 4);
	hash[1] = fold(&state);
	memcpy(hash_out, hash, sizeof(hash));
}
