/*
 * Many elements at once. Packed sums and products have the scalar instructions' rule for NaN. Packed minimum
 * and maximum return their second operand unless the first is less or greater: so the first is right, the
 * second left.
 */
#include "campaign/bulk.h"

#include <stdint.h>
#include <string.h>

#include "oracle/oracle.h"
#include "sumac_ops.h"

enum { PACK_BYTES = 16, BLOCK = 256 };

#define PACKED(instruction, first, second) \
	do { \
		for (size_t at = 0; at < len_bytes; at += PACK_BYTES) \
			__asm__ volatile("movups (%0), %%xmm0; movups (%1), %%xmm1; " instruction \
					 " %%xmm1, %%xmm0; movups %%xmm0, (%2)" \
					 : \
					 : "r"((const char *)(first) + at), \
					   "r"((const char *)(second) + at), "r"((char *)dst + at) \
					 : "xmm0", "xmm1", "memory"); \
		return 0; \
	} while (0)

#define PACKED_OPERATIONS(name, suffix) \
	static int name(int op, const void *left, const void *right, size_t len_bytes, void *dst) \
	{ \
		switch (op) { \
		case SUMAC_OP_SUM: PACKED("add" suffix, left, right); \
		case SUMAC_OP_PROD: PACKED("mul" suffix, left, right); \
		case SUMAC_OP_MIN: PACKED("min" suffix, right, left); \
		case SUMAC_OP_MAX: PACKED("max" suffix, right, left); \
		} \
		return -1; \
	}

PACKED_OPERATIONS(packed_singles, "ps")
PACKED_OPERATIONS(packed_doubles, "pd")

/* 4 of 16 bits. A NaN keeps its payload; a signalling one comes out quiet, which a comparison does not tell. */
static void widen(int type, const uint16_t *halves, float *floats)
{
	uint32_t words[4];

	if (type == SUMAC_TYPE_F16) {
		__asm__ volatile("vcvtph2ps (%0), %%xmm0; vmovups %%xmm0, (%1)"
				 :
				 : "r"(halves), "r"(floats)
				 : "xmm0", "memory");
		return;
	}
	for (int i = 0; i < 4; i++)
		words[i] = (uint32_t)halves[i] << 16;
	memcpy(floats, words, sizeof(words));
}

static void narrow(int type, const float *floats, uint16_t *halves)
{
	uint32_t words[4];

	if (type == SUMAC_TYPE_F16) {
		__asm__ volatile("vmovups (%0), %%xmm0; vcvtps2ph $0, %%xmm0, (%1)"
				 :
				 : "r"(floats), "r"(halves)
				 : "xmm0", "memory");
		return;
	}
	memcpy(words, floats, sizeof(words));
	for (int i = 0; i < 4; i++) /* a NaN has no bits below those that are kept */
		halves[i] = (uint16_t)((words[i] + 0x7FFF + (words[i] >> 16 & 1)) >> 16);
}

/* Whole packs, that is of 4. */
static int halves(int op, int type, const uint16_t *left, const uint16_t *right, size_t count, uint16_t *dst)
{
	float l[BLOCK], r[BLOCK], value[BLOCK];

	for (size_t start = 0; start < count; start += BLOCK) {
		size_t n = count - start < BLOCK ? count - start : BLOCK;

		for (size_t i = 0; i < n; i += 4) {
			widen(type, left + start + i, l + i);
			widen(type, right + start + i, r + i);
		}
		if (op == SUMAC_OP_MIN || op == SUMAC_OP_MAX) {
			for (size_t i = 0; i < n; i++)
				dst[start + i] = (op == SUMAC_OP_MIN ? r[i] < l[i] : r[i] > l[i])
							 ? right[start + i]
							 : left[start + i];
			continue;
		}
		if (packed_singles(op, l, r, n * sizeof(float), value))
			return -1;
		for (size_t i = 0; i < n; i += 4)
			narrow(type, value + i, dst + start + i);
	}
	return 0;
}

int oracle_combine_all(int op, int type, const void *left, const void *right, size_t count, void *dst)
{
	size_t bytes = oracle_elem_bytes(type), n = 0;

	if (type == SUMAC_TYPE_F32) {
		n = count / 4 * 4;
		if (packed_singles(op, left, right, n * bytes, dst))
			return -1;
	} else if (type == SUMAC_TYPE_F64) {
		n = count / 2 * 2;
		if (packed_doubles(op, left, right, n * bytes, dst))
			return -1;
	} else if (type == SUMAC_TYPE_BF16 || (type == SUMAC_TYPE_F16 && __builtin_cpu_supports("f16c"))) {
		n = count / 4 * 4;
		if (halves(op, type, left, right, n, dst))
			return -1;
	}
	for (size_t at = n * bytes; at < count * bytes; at += bytes)
		if (oracle_combine(op, type, (const char *)left + at, (const char *)right + at,
				   (char *)dst + at))
			return -1;
	return bytes ? 0 : -1;
}
