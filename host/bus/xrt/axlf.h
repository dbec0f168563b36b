/*
 * The container of an xclbin as bytes: its rows as constants, and its sections, none of which reaches beyond the
 * bytes.
 */
#ifndef SUMAC_AXLF_H
#define SUMAC_AXLF_H

#include <stddef.h>
#include <stdint.h>

#include "spec/spec.h"

enum {
#define AXLF_RECORD(name, bytes, struct_) SUMAC_AXLF_##name##_BYTES = bytes,
#define AXLF_FIELD(record, name, offset, bytes, struct_, member) \
	SUMAC_AXLF_##record##_##name##_OFFSET = offset, SUMAC_AXLF_##record##_##name##_BYTES = bytes,
#define AXLF_LIST(name, bytes, struct_, member) SUMAC_AXLF_##name##_HEAD_BYTES = bytes,
#define AXLF_KIND(name, code) SUMAC_AXLF_KIND_##name = code,
#define AXLF_MODE(name, code) SUMAC_AXLF_MODE_##name = code,
#define AXLF_MEMORY(name, code) SUMAC_AXLF_MEMORY_##name = code,
#include "bus/xrt/axlf.def"
	SUMAC_AXLF_UNIT_IS_KERNEL = 1, /* a unit's type */
};

/* Eight bytes, with the zero at their end. */
#define SUMAC_AXLF_MAGIC "xclbin2"

/* A field of up to 8 bytes, and a field of text or any bytes. */
#define SUMAC_AXLF_PUT(at, record, name, value) \
	sumac_record_put(at, SUMAC_AXLF_##record##_##name##_OFFSET, SUMAC_AXLF_##record##_##name##_BYTES, value)
#define SUMAC_AXLF_GET(at, record, name) \
	sumac_record_get(at, SUMAC_AXLF_##record##_##name##_OFFSET, SUMAC_AXLF_##record##_##name##_BYTES)
#define SUMAC_AXLF_AT(at, record, name) ((at) + SUMAC_AXLF_##record##_##name##_OFFSET)

struct sumac_axlf {
	const unsigned char *bytes;
	size_t len_bytes;
	uint32_t n_sections;
};

struct sumac_axlf_section {
	uint32_t kind;
	char name[SUMAC_AXLF_SECTION_NAME_BYTES + 1];
	const unsigned char *bytes;
	size_t offset_bytes, len_bytes;
};

/* Checks the top and where each section lies. The bytes stay the caller's. */
int sumac_axlf_open(const void *bytes, size_t len_bytes, struct sumac_axlf *axlf_out);
/* One of its n_sections. */
void sumac_axlf_section(const struct sumac_axlf *axlf, uint32_t index, struct sumac_axlf_section *section_out);
/* The first section of a kind; 0, or -1 if there is none. */
int sumac_axlf_find(const struct sumac_axlf *axlf, uint32_t kind, struct sumac_axlf_section *section_out);
/* The entries of a section that is a counted list: how many, none of which reaches beyond it, or a negative status. */
int sumac_axlf_entries(const struct sumac_axlf_section *section, size_t head_bytes, size_t entry_bytes);
/* The UUID that our own packer gives: the hash of all bytes but the UUID and the unique id. */
void sumac_axlf_digest(const void *bytes, size_t len_bytes, unsigned char *uuid_out);
/* A row's name; "?" if no row has that value. */
const char *sumac_axlf_kind_name(uint32_t kind);
const char *sumac_axlf_mode_name(uint32_t mode);
const char *sumac_axlf_memory_name(uint32_t type);

#endif
