/*
 * Kernels of integers, truth values and bytes: loops over the expressions of rules.def, which compilers
 * vectorise.
 */
#include "engine/kernel/kernel_family.h"

#define MAKE_INTEGER(op, type, ctype, calc, how, body) \
	ELEMENT_FUNCTION(op, type, ctype) \
	{ \
		typedef ctype T; \
		typedef calc C __attribute__((unused)); \
		return body; \
	} \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef ctype T; \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const T left = lefts[i], right = rights[i]; \
			results[i] = ELEMENT(op, type)(left, right); \
		} \
	}
#define MAKE_FLOAT(...)
#define MAKE_COMPLEX(...)
#define MAKE_HALF(...)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
#undef MAKE_INTEGER

/* Folds. Where the sign changes no bit, they are the unsigned type's; where each bit stands alone, those of bytes. */
#define UNSIGNED(op) \
	FOLD_FUNCTION(op, U8, uint8_t) FOLD_FUNCTION(op, U16, uint16_t) \
	FOLD_FUNCTION(op, U32, uint32_t) FOLD_FUNCTION(op, U64, uint64_t)
#define SIGNED(op) \
	FOLD_FUNCTION(op, I8, int8_t) FOLD_FUNCTION(op, I16, int16_t) \
	FOLD_FUNCTION(op, I32, int32_t) FOLD_FUNCTION(op, I64, int64_t)
UNSIGNED(SUM)
UNSIGNED(PROD)
UNSIGNED(TEST_SUB)
UNSIGNED(LAND)
UNSIGNED(LOR)
UNSIGNED(LXOR)
UNSIGNED(MIN)
SIGNED(MIN)
UNSIGNED(MAX)
SIGNED(MAX)
FOLD_FUNCTION(AND, B8, uint8_t)
FOLD_FUNCTION(OR, B8, uint8_t)
FOLD_FUNCTION(XOR, B8, uint8_t)

#define UNSIGNED_I8 U8
#define UNSIGNED_I16 U16
#define UNSIGNED_I32 U32
#define UNSIGNED_I64 U64
#define UNSIGNED_U8 U8
#define UNSIGNED_U16 U16
#define UNSIGNED_U32 U32
#define UNSIGNED_U64 U64
#define UNSIGNED_L8 U8
#define UNSIGNED_L16 U16
#define UNSIGNED_L32 U32
#define UNSIGNED_L64 U64
#define LIKE_SUM(type, T) FOLD_LIKE(SUM, type, UNSIGNED_##type, 1)
#define LIKE_PROD(type, T) FOLD_LIKE(PROD, type, UNSIGNED_##type, 1)
#define LIKE_TEST_SUB(type, T) FOLD_LIKE(TEST_SUB, type, UNSIGNED_##type, 1)
#define LIKE_LAND(type, T) FOLD_LIKE(LAND, type, UNSIGNED_##type, 1)
#define LIKE_LOR(type, T) FOLD_LIKE(LOR, type, UNSIGNED_##type, 1)
#define LIKE_LXOR(type, T) FOLD_LIKE(LXOR, type, UNSIGNED_##type, 1)
#define LIKE_MIN(type, T) FOLD_LIKE(MIN, type, type, 1)
#define LIKE_MAX(type, T) FOLD_LIKE(MAX, type, type, 1)
#define LIKE_AND(type, T) FOLD_LIKE(AND, type, B8, sizeof(T))
#define LIKE_OR(type, T) FOLD_LIKE(OR, type, B8, sizeof(T))
#define LIKE_XOR(type, T) FOLD_LIKE(XOR, type, B8, sizeof(T))

#define MAKE_INTEGER(op, type, ctype) LIKE_##op(type, ctype)
#define SUMAC_COMBINATION(op, type, ctype, ...) KERNEL_MAKE(type)(op, type, ctype)
#include "spec/combinations.def"
