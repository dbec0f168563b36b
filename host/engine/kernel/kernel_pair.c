/*
 * Kernels of pairs of a value and its index. Only the bits of the chosen value and index are put over left's pair, so
 * that the padding is left's. Without branches, so that compilers vectorise them where an element is a word or two.
 */
#include "engine/kernel/kernel_family.h"
#include "engine/kernel/kernel_x80.h"

/* Orders words by an int32 that begins at that bit. */
#define INDEX_AT(bit, word) ((int64_t)((uint64_t)(word) >> (bit) << 32))

#define PAIRS(op, type, loose, ...) \
	KERNEL_FUNCTION(op, type) \
	{ \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) \
			__VA_ARGS__ \
	}

/* One of two words, by a mask. */
#define CHOOSE(mask, left, right) ((left) ^ (((left) ^ (right)) & (mask)))

/* A word's bits as the number that they are. All of an element is loaded as words of one type, and each once: compilers then
 * take elements apart in registers, where they would otherwise leave the last ones to a loop without vectors. */
#define AS(number_t, word) (((union { __typeof__(word) bits; number_t number; }){ word }).number)

/* Value and index are of one size, and that is all. They are compared as what they are, and chosen as words. */
#define FIELDS(op, type, value_t, index_t, word_t, operator) \
	typedef struct { word_t value, index; } __attribute__((packed, may_alias)) op##_##type; \
	PAIRS(op, type, op##_##type, { \
		const word_t l = lefts[i].value, l_index = lefts[i].index, r = rights[i].value, r_index = rights[i].index; \
		const value_t left = AS(value_t, l), right = AS(value_t, r); \
		const word_t lower = -(word_t)(AS(index_t, r_index) < AS(index_t, l_index)); \
		const word_t better = -(word_t)(right operator left), takes = better | (-(word_t)(right == left) & lower); \
		results[i].value = CHOOSE(better, l, r); \
		results[i].index = CHOOSE(takes, l_index, r_index); \
	})

/* A value of 64 bits, an index of 32, and padding, which is in the index's word. */
#define VALUE_AND_WORD(op, type, value_t, operator) \
	typedef struct { int64_t value, word; } __attribute__((packed, may_alias)) op##_##type; \
	PAIRS(op, type, op##_##type, { \
		const int64_t l = lefts[i].value, l_word = lefts[i].word, r = rights[i].value, r_word = rights[i].word; \
		const value_t left = AS(value_t, l), right = AS(value_t, r); \
		const int64_t lower = -(int64_t)(INDEX_AT(0, r_word) < INDEX_AT(0, l_word)); \
		const int64_t better = -(int64_t)(right operator left), takes = better | (-(int64_t)(right == left) & lower); \
		results[i].value = CHOOSE(better, l, r); \
		results[i].word = CHOOSE(takes & 0xFFFFFFFF, l_word, r_word); \
	})

/* A value of 16 bits, padding, and an index of 32, all in one word. */
#define ONE_WORD(op, type, operator) \
	typedef int64_t op##_##type __attribute__((aligned(1), may_alias)); \
	PAIRS(op, type, op##_##type, { \
		const int64_t l = lefts[i], r = rights[i]; \
		const int64_t left = (int64_t)((uint64_t)l << 48), right = (int64_t)((uint64_t)r << 48); \
		const int64_t lower = -(int64_t)(INDEX_AT(32, r) < INDEX_AT(32, l)), equal = -(int64_t)(right == left); \
		const int64_t better = -(int64_t)(right operator left), takes = better | (equal & lower); \
		results[i] = CHOOSE((better & 0xFFFF) | (takes & (int64_t)0xFFFFFFFF00000000), l, r); \
	})

/* An x87 value is 10 of its 16 bytes; then come an index and padding. */
#define X87(op, type, operator) \
	typedef struct { loose_half value, index; } op##_##type; \
	PAIRS(op, type, op##_##type, { \
		const uint64_t left_head = sumac_x80_head(&lefts[i]), right_head = sumac_x80_head(&rights[i]); \
		const loose_half l = lefts[i].value, l_index = lefts[i].index, r = rights[i].value, r_index = rights[i].index; \
		loose_half better, takes; \
		if (__builtin_expect(sumac_x80_heads_tell(left_head, right_head), 1)) { \
			takes = better = (loose_half)(sumac_x80_place(right_head) operator sumac_x80_place(left_head)); \
		} else { \
			const long double left = sumac_x80_of(&lefts[i]), right = sumac_x80_of(&rights[i]); \
			const int64_t lower = -(int64_t)((int32_t)r_index[0] < (int32_t)l_index[0]); \
			const int64_t is_better = -(int64_t)(right operator left); \
			const int64_t does_take = is_better | (-(int64_t)(right == left) & lower); \
			better = (loose_half){ is_better, is_better }; \
			takes = (loose_half){ does_take, does_take }; \
		} \
		results[i].value = CHOOSE(better & SUMAC_X80_NUMBER, l, r); \
		results[i].index = CHOOSE((takes & (loose_half){ 0xFFFFFFFF, 0 }), l_index, r_index); \
	})

#define MAKE_PAIR_F32_I32(op, operator) FIELDS(op, PAIR_F32_I32, float, int32_t, int32_t, operator)
#define MAKE_PAIR_I32_I32(op, operator) FIELDS(op, PAIR_I32_I32, int32_t, int32_t, int32_t, operator)
#define MAKE_PAIR_F32_F32(op, operator) FIELDS(op, PAIR_F32_F32, float, float, int32_t, operator)
#define MAKE_PAIR_F64_F64(op, operator) FIELDS(op, PAIR_F64_F64, double, double, int64_t, operator)
#define MAKE_PAIR_F64_I32(op, operator) VALUE_AND_WORD(op, PAIR_F64_I32, double, operator)
#define MAKE_PAIR_I64_I32(op, operator) VALUE_AND_WORD(op, PAIR_I64_I32, int64_t, operator)
#define MAKE_PAIR_I16_I32(op, operator) ONE_WORD(op, PAIR_I16_I32, operator)
#define MAKE_PAIR_X80_I32(op, operator) X87(op, PAIR_X80_I32, operator)
#define MAKE_MINLOC(type) MAKE_##type(MINLOC, <)
#define MAKE_MAXLOC(type) MAKE_##type(MAXLOC, >)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(...)
#define MAKE_COMPLEX(...)
#define MAKE_HALF(...)
#define MAKE_WIDE(...)
#define MAKE_PAIR(op, type, ...) MAKE_##op(type)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
