/*
 * Choosing between two long doubles without the x87 unit, whose loads take longer than all the rest.
 */
#ifndef SUMAC_KERNEL_X80_H
#define SUMAC_KERNEL_X80_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef long double loose_x80 __attribute__((aligned(1), may_alias));
typedef int64_t loose_half __attribute__((vector_size(16), aligned(1), may_alias));
/* Loads the number from where it is: compilers would rather store a vector that was loaded from there, and load that. */
static inline __attribute__((always_inline)) long double sumac_x80_of(const void *number)
{
	__asm__("" : "+r"(number));
	return *(const loose_x80 *)number;
}

typedef double sumac_x80_places __attribute__((vector_size(16)));

/* A number's bits in its 16 bytes; the others are padding. */
#define SUMAC_X80_NUMBER ((loose_half){ -1, 0xFFFF })

/* Sign, exponent and the first 48 bits of what follows, as they lie in memory. */
static inline __attribute__((always_inline)) uint64_t sumac_x80_head(const void *number)
{
	uint64_t head;

	memcpy(&head, (const char *)number + 2, sizeof(head));
	return head;
}

/* Whether heads alone say which number is lower: they differ, and in both the exponent is from -8191 to 8192 and the next bit
 * is 1, as it is in normal numbers. As a double such a head is a normal number, too, and these have the same order. */
static inline __attribute__((always_inline)) bool sumac_x80_heads_tell(uint64_t left, uint64_t right)
{
	const uint64_t up = UINT64_C(0x2000) << 48, bits = UINT64_C(1) << 62 | UINT64_C(1) << 47;

	return ((left + up) & (right + up) & bits) == bits && left != right;
}

/* The head as a double, twice, so that a comparison gives a mask for all 16 bytes. */
static inline __attribute__((always_inline)) sumac_x80_places sumac_x80_place(uint64_t head)
{
	double place;

	memcpy(&place, &head, sizeof(place));
	return (sumac_x80_places){ place, place };
}

#endif
