/*
 * A hash of bytes (FNV-1a, 64 bits), for digests that ranks compare and for telling texts apart. It does not protect
 * against anybody who wants two inputs to collide.
 */
#ifndef SUMAC_FNV_H
#define SUMAC_FNV_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* The hash of nothing: what the first call continues from. */
#define SUMAC_FNV_START UINT64_C(0xcbf29ce484222325)

/* Continues an earlier hash with more bytes. */
uint64_t sumac_fnv(uint64_t hash, const void *bytes, size_t len_bytes);

#pragma GCC visibility pop

#endif
