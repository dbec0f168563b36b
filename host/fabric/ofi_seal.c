/*
 * Draws secrets from the kernel, and makes and checks seals.
 */
#include "fabric/ofi_seal.h"

#include <errno.h>
#include <string.h>

#include "base/fail.h"
#include "base/random.h"
#include "spec/spec.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a short key is the first bytes of a word");
_Static_assert((int)SUMAC_FABRIC_SEAL_BYTES == (int)SUMAC_SIPHASH_BYTES, "a seal is a hash");

static int draw(void *bytes_out, size_t len_bytes)
{
	return sumac_random(bytes_out, len_bytes)
	       ? sumac_fail(SUMAC_EIO, "the kernel gives no random numbers: %s", strerror(errno)) : 0;
}

int sumac_ofi_secret_draw(struct sumac_ofi_secret *secret_out)
{
	return draw(secret_out->bytes, sizeof(secret_out->bytes));
}

int sumac_ofi_secret_key(size_t key_bytes, uint64_t *key_out)
{
	*key_out = 0;
	return draw(key_out, key_bytes && key_bytes < sizeof(*key_out) ? key_bytes : sizeof(*key_out));
}

void sumac_ofi_seal(const struct sumac_ofi_secret *secret, uint64_t tag, const uint8_t *header, size_t len_bytes, bool is_control,
		    uint8_t seal_out[SUMAC_FABRIC_SEAL_BYTES])
{
	const uint64_t words[2] = { tag, len_bytes };

	sumac_siphash(secret->bytes, words, header, is_control ? len_bytes : (size_t)SUMAC_FABRIC_HEADER_BYTES, seal_out);
}

bool sumac_ofi_seal_is_good(const struct sumac_ofi_secret *secret, uint64_t tag, const uint8_t *header, size_t len_bytes,
			    bool is_control, const uint8_t seal[SUMAC_FABRIC_SEAL_BYTES])
{
	uint8_t good[SUMAC_FABRIC_SEAL_BYTES], differences = 0;

	sumac_ofi_seal(secret, tag, header, len_bytes, is_control, good);
	for (int i = 0; i < SUMAC_FABRIC_SEAL_BYTES; i++)
		differences |= good[i] ^ seal[i];
	return !differences;
}
