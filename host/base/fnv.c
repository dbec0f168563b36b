/*
 * FNV-1a: for each byte, exclusive or, then multiply.
 */
#include "base/fnv.h"

static const uint64_t PRIME = 0x100000001b3;

uint64_t sumac_fnv(uint64_t hash, const void *bytes, size_t len_bytes)
{
	for (size_t i = 0; i < len_bytes; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * PRIME;
	return hash;
}
