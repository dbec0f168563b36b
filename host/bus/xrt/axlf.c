/*
 * The container of an xclbin. Its lengths and offsets come from a file that may hold anything, so each is compared
 * with what is there before it is used.
 */
#include "bus/xrt/axlf.h"

#include "base/fail.h"
#include "base/fnv.h"

enum {
	UUID_BYTES = SUMAC_AXLF_TOP_UUID_BYTES,
	MAX_SECTIONS = 0x10000 /* XRT's own limit */
};

static const unsigned char *section_header(const struct sumac_axlf *axlf, uint32_t index)
{
	return axlf->bytes + SUMAC_AXLF_TOP_BYTES + (size_t)index * SUMAC_AXLF_SECTION_BYTES;
}

int sumac_axlf_open(const void *bytes, size_t len_bytes, struct sumac_axlf *axlf_out)
{
	struct sumac_axlf axlf = { bytes, len_bytes, 0 };
	uint64_t told;

	if (len_bytes < SUMAC_AXLF_TOP_BYTES || memcmp(bytes, SUMAC_AXLF_MAGIC, SUMAC_AXLF_TOP_MAGIC_BYTES))
		return sumac_fail(SUMAC_EINVAL, "it does not start like an xclbin");
	told = SUMAC_AXLF_GET(axlf.bytes, TOP, LENGTH);
	if (told > len_bytes)
		return sumac_fail(SUMAC_EINVAL, "it is cut off: %zu bytes of %llu", len_bytes,
				  (unsigned long long)told);
	axlf.n_sections = (uint32_t)SUMAC_AXLF_GET(axlf.bytes, TOP, N_SECTIONS);
	if (axlf.n_sections > MAX_SECTIONS ||
	    told < SUMAC_AXLF_TOP_BYTES + (uint64_t)axlf.n_sections * SUMAC_AXLF_SECTION_BYTES)
		return sumac_fail(SUMAC_EINVAL, "its %u sections do not fit into its %llu bytes", axlf.n_sections,
				  (unsigned long long)told);
	axlf.len_bytes = (size_t)told; /* a signature may follow */
	for (uint32_t i = 0; i < axlf.n_sections; i++) {
		uint64_t offset = SUMAC_AXLF_GET(section_header(&axlf, i), SECTION, OFFSET);
		uint64_t size = SUMAC_AXLF_GET(section_header(&axlf, i), SECTION, SIZE);

		if (offset > told || size > told - offset)
			return sumac_fail(SUMAC_EINVAL, "its section %u reaches beyond its end", i);
	}
	*axlf_out = axlf;
	return 0;
}

void sumac_axlf_section(const struct sumac_axlf *axlf, uint32_t index, struct sumac_axlf_section *section_out)
{
	const unsigned char *header = section_header(axlf, index);

	memset(section_out, 0, sizeof(*section_out));
	section_out->kind = (uint32_t)SUMAC_AXLF_GET(header, SECTION, KIND);
	memcpy(section_out->name, SUMAC_AXLF_AT(header, SECTION, NAME), SUMAC_AXLF_SECTION_NAME_BYTES);
	section_out->offset_bytes = (size_t)SUMAC_AXLF_GET(header, SECTION, OFFSET);
	section_out->len_bytes = (size_t)SUMAC_AXLF_GET(header, SECTION, SIZE);
	section_out->bytes = axlf->bytes + section_out->offset_bytes;
}

int sumac_axlf_find(const struct sumac_axlf *axlf, uint32_t kind, struct sumac_axlf_section *section_out)
{
	for (uint32_t i = 0; i < axlf->n_sections; i++) {
		sumac_axlf_section(axlf, i, section_out);
		if (section_out->kind == kind)
			return 0;
	}
	return -1;
}

int sumac_axlf_entries(const struct sumac_axlf_section *section, size_t head_bytes, size_t entry_bytes)
{
	uint64_t n;

	/* A count is 32 bits, signed; a negative one is too many. */
	n = section->len_bytes < head_bytes ? UINT64_MAX : sumac_record_get(section->bytes, 0, 4);
	if (n > INT32_MAX || n > (section->len_bytes - head_bytes) / entry_bytes)
		return sumac_fail(SUMAC_EINVAL, "its section %s is shorter than its list",
				  sumac_axlf_kind_name(section->kind));
	return (int)n;
}

static uint64_t hash_without_names(uint64_t hash, const unsigned char *bytes, size_t len_bytes)
{
	size_t before = SUMAC_AXLF_TOP_UNIQUE_ID_OFFSET, after_id = before + SUMAC_AXLF_TOP_UNIQUE_ID_BYTES;
	size_t uuid = SUMAC_AXLF_TOP_UUID_OFFSET, after_uuid = uuid + UUID_BYTES;

	hash = sumac_fnv(hash, bytes, before);
	hash = sumac_fnv(hash, bytes + after_id, uuid - after_id);
	return sumac_fnv(hash, bytes + after_uuid, len_bytes - after_uuid);
}

void sumac_axlf_digest(const void *bytes, size_t len_bytes, unsigned char *uuid_out)
{
	uint64_t first = hash_without_names(SUMAC_FNV_START, bytes, len_bytes);

	sumac_record_put(uuid_out, 0, 8, first);
	sumac_record_put(uuid_out, 8, 8, hash_without_names(first, bytes, len_bytes));
	uuid_out[6] = (uuid_out[6] & 0x0f) | 0x80; /* RFC 9562: a UUID of our own making (version 8) */
	uuid_out[8] = (uuid_out[8] & 0x3f) | 0x80;
}

const char *sumac_axlf_kind_name(uint32_t kind)
{
	switch (kind) {
#define AXLF_KIND(name, code) case code: return #name;
#include "bus/xrt/axlf.def"
	}
	return "?";
}

const char *sumac_axlf_mode_name(uint32_t mode)
{
	switch (mode) {
#define AXLF_MODE(name, code) case code: return #name;
#include "bus/xrt/axlf.def"
	}
	return "?";
}

const char *sumac_axlf_memory_name(uint32_t type)
{
	switch (type) {
#define AXLF_MEMORY(name, code) case code: return #name;
#include "bus/xrt/axlf.def"
	}
	return "?";
}
