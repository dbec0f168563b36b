/*
 * The tables as C constants. Every number here is expanded from a row of a .def file in this folder;
 * none is written in this file. Public programs use sumac.h instead.
 */
#ifndef SUMAC_SPEC_H
#define SUMAC_SPEC_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

#include "spec_hash.h"

/* Operations, types, collectives and status codes, unless the public header has already defined them. */
#ifndef SUMAC_CODES_DEFINED
#define SUMAC_CODES_DEFINED
enum sumac_op {
#define SUMAC_OP(name, code, scope, help) SUMAC_OP_##name = code,
#include "rows.def"
};

enum sumac_class {
#define SUMAC_CLASS(name, code, help) SUMAC_CLASS_##name = code,
#include "rows.def"
};

enum sumac_type {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) SUMAC_TYPE_##name = code,
#include "rows.def"
};

enum sumac_coll {
#define SUMAC_COLL(name, code, ...) SUMAC_COLL_##name = code,
#include "rows.def"
};

/* A function returns 0 or the negative of one of these. */
enum sumac_status {
#define SUMAC_STATUS(name, code, class_, message) SUMAC_##name = code,
#include "rows.def"
};
#endif

/* Records: bytes; words: bits; flags and features: masks. */
enum {
#define SUMAC_RECORD(name, bytes, packing, help) SUMAC_##name##_BYTES = bytes,
#define SUMAC_WORD(name, bits, help) SUMAC_##name##_BITS = bits,
#define SUMAC_FIELD(record, name, offset, bytes, help) \
	SUMAC_##record##_##name##_OFFSET = offset, SUMAC_##record##_##name##_BYTES = bytes,
#define SUMAC_ALIAS(record, name, offset, bytes, help) \
	SUMAC_##record##_##name##_OFFSET = offset, SUMAC_##record##_##name##_BYTES = bytes,
#define SUMAC_FLAG(record, name, bit, help) SUMAC_##record##_FLAG_##name = 1 << (bit),
#define SUMAC_BITS(word, name, lsb, bits, help) \
	SUMAC_##word##_##name##_LSB = lsb, SUMAC_##word##_##name##_BITS = bits,
#define SUMAC_KIND(name, code, help) SUMAC_KIND_##name = code,
#define SUMAC_STREAM(name, code, help) SUMAC_STREAM_##name = code,
#define SUMAC_REG(name, offset, access, help) SUMAC_REG_##name = offset,
#define SUMAC_GREG(name, offset, access, help) SUMAC_##name = offset,
#define SUMAC_FEATURE(name, bit, help) SUMAC_FEATURE_##name = 1 << (bit),
#define SUMAC_COUNTER(name, index, help) SUMAC_CNT_##name = index,
#define SUMAC_STAGE(name, index, help) SUMAC_STAGE_##name = index,
#define SUMAC_CAUSE(name, code, help) SUMAC_CAUSE_##name = code,
#define SUMAC_PARAM(name, def, small, low, high, kind, help) SUMAC_DEF_##name = def, SUMAC_HIGH_##name = high,
#define SUMAC_EXACT_HEAD(name, index, help) SUMAC_EXACT_AT_##name = index,
#include "rows.def"
};

/* Parameters of a NIC, in the order of their registers. */
enum {
#define SUMAC_PARAM(name, ...) SUMAC_PARAM_##name,
#include "rows.def"
	SUMAC_N_PARAMS
};
#define SUMAC_REG_PARAM(name) (SUMAC_PARAM_BASE + 4 * SUMAC_PARAM_##name)

#define SUMAC_CONST(name, value, help) enum { SUMAC_##name = value };
#include "rows.def"

/* The types that kernels compute on. Their layouts are those of C's _Complex and of MPI's pairs. */
#define SUMAC_COMPLEX(type, tag, part) struct tag { part re, im; };
#define SUMAC_PAIR(type, tag, value_type, value_bytes, index_type, index_bytes, index_offset) \
	struct tag { value_type value; index_type index; };
#include "rows.def"

/* Writes an unsigned field of up to 8 bytes into a record, little endian. */
static inline void sumac_record_put(void *record, unsigned offset, unsigned bytes, uint64_t value)
{
	value = htole64(value);
	memcpy((unsigned char *)record + offset, &value, bytes);
}

static inline uint64_t sumac_record_get(const void *record, unsigned offset, unsigned bytes)
{
	uint64_t value = 0;

	memcpy(&value, (const unsigned char *)record + offset, bytes);
	return le64toh(value);
}

/* The same with a field's name: SUMAC_PUT(desc, DESC, COUNT, 12). */
#define SUMAC_PUT(buf, record, name, value) \
	sumac_record_put(buf, SUMAC_##record##_##name##_OFFSET, SUMAC_##record##_##name##_BYTES, value)
#define SUMAC_GET(buf, record, name) \
	sumac_record_get(buf, SUMAC_##record##_##name##_OFFSET, SUMAC_##record##_##name##_BYTES)

/* Bits of a word. */
#define SUMAC_BITS_PUT(word, name, value) \
	(((uint32_t)(value) & ((1u << SUMAC_##word##_##name##_BITS) - 1)) << SUMAC_##word##_##name##_LSB)
#define SUMAC_BITS_GET(bits, word, name) \
	(((uint32_t)(bits) >> SUMAC_##word##_##name##_LSB) & ((1u << SUMAC_##word##_##name##_BITS) - 1))

#endif
