/*
 * Ranges of memory that share bytes.
 */
#ifndef SUMAC_OVERLAP_H
#define SUMAC_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NULL, and an empty range, share nothing. */
static inline bool sumac_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
	uintptr_t left = (uintptr_t)a, right = (uintptr_t)b;

	return a && b && a_bytes && b_bytes && (left < right ? right - left < a_bytes : left - right < b_bytes);
}

#endif
