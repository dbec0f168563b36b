/*
 * An xclbin's sections, and the container around them. Nothing about the machine or the time goes in, and the UUID is
 * the hash of all the rest.
 */
#include "bitstreams/xclbin/xclbin_pack.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/fail.h"
#include "bitstreams/xclbin/kernel_xml.h"
#include "bitstreams/xclbin/xclbin_buffer.h"
#include "bus/xrt/axlf.h"
#include "bus/xrt/xclbin.h"
#include "sumac.h"

/* Where the unit's registers are: any address will do in emulation. */
#define UNIT_BASE 0x1800000ull

enum {
	MAX_SECTIONS = 8,
	ALIGN_BYTES = 8,
	UNIT_PROPERTIES = 0 /* no interrupt, AP_CTRL_HS */
};

enum bank {
#define KERNEL_BANK(name, tag, type, base, kib) BANK_##name,
#include "bitstreams/xclbin/kernel_ports.def"
	N_BANKS
};

struct section {
	uint32_t kind;
	const char *name;
	struct sumac_xclbin_buffer body;
};

static void put_text(unsigned char *at, size_t field_bytes, const char *text)
{
	size_t len = strlen(text);

	memcpy(at, text, len < field_bytes ? len : field_bytes - 1);
}

static void put_count(struct sumac_xclbin_buffer *body, size_t head_bytes, uint32_t n)
{
	unsigned char *at = sumac_xclbin_buffer_extend(body, head_bytes);

	if (at)
		sumac_record_put(at, 0, 4, n);
}

static void put_bank(struct sumac_xclbin_buffer *body, const char *tag, unsigned type, uint64_t base,
		     uint64_t size_kib)
{
	unsigned char *at = sumac_xclbin_buffer_extend(body, SUMAC_AXLF_BANK_BYTES);

	if (!at)
		return;
	SUMAC_AXLF_PUT(at, BANK, TYPE, type);
	SUMAC_AXLF_PUT(at, BANK, IS_USED, 1);
	SUMAC_AXLF_PUT(at, BANK, SIZE_KIB, size_kib);
	SUMAC_AXLF_PUT(at, BANK, BASE, base);
	put_text(SUMAC_AXLF_AT(at, BANK, TAG), SUMAC_AXLF_BANK_TAG_BYTES, tag);
}

static void put_banks(struct sumac_xclbin_buffer *body, const struct sumac_xclbin_recipe *recipe)
{
	put_count(body, SUMAC_AXLF_BANKS_HEAD_BYTES, recipe->lacks_host ? N_BANKS - 1 : N_BANKS);
#define KERNEL_BANK(name, tag, type, base, kib) \
	if (BANK_##name != BANK_HOST || !recipe->lacks_host) \
		put_bank(body, tag, SUMAC_AXLF_MEMORY_##type, base, kib);
#include "bitstreams/xclbin/kernel_ports.def"
}

static void put_link(struct sumac_xclbin_buffer *body, uint32_t argument, uint32_t bank)
{
	unsigned char *at = sumac_xclbin_buffer_extend(body, SUMAC_AXLF_LINK_BYTES);

	if (!at)
		return;
	SUMAC_AXLF_PUT(at, LINK, ARGUMENT, argument);
	SUMAC_AXLF_PUT(at, LINK, UNIT, 0);
	SUMAC_AXLF_PUT(at, LINK, BANK, bank);
}

static void put_links(struct sumac_xclbin_buffer *body, const struct sumac_xclbin_recipe *recipe)
{
	uint32_t n = 0;

#define KERNEL_ARGUMENT(name, index, port, offset, bank) n++;
#include "bitstreams/xclbin/kernel_ports.def"
	put_count(body, SUMAC_AXLF_LINKS_HEAD_BYTES, n);
#define KERNEL_ARGUMENT(name, index, port, offset, bank) \
	put_link(body, index, recipe->lacks_host ? BANK_DEVICE : BANK_##bank);
#include "bitstreams/xclbin/kernel_ports.def"
}

static void put_unit(struct sumac_xclbin_buffer *body)
{
	unsigned char *at;

	put_count(body, SUMAC_AXLF_UNITS_HEAD_BYTES, 1);
	at = sumac_xclbin_buffer_extend(body, SUMAC_AXLF_UNIT_BYTES);
	if (!at)
		return;
	SUMAC_AXLF_PUT(at, UNIT, TYPE, SUMAC_AXLF_UNIT_IS_KERNEL);
	SUMAC_AXLF_PUT(at, UNIT, PROPERTIES, UNIT_PROPERTIES);
	SUMAC_AXLF_PUT(at, UNIT, BASE, UNIT_BASE);
	put_text(SUMAC_AXLF_AT(at, UNIT, NAME), SUMAC_AXLF_UNIT_NAME_BYTES,
		 SUMAC_XCLBIN_KERNEL ":" SUMAC_XCLBIN_UNIT);
}

static void put_keys(struct sumac_xclbin_buffer *body, const struct sumac_xclbin_recipe *recipe)
{
	sumac_xclbin_buffer_print(body,
				  "{\"keyvalue_metadata\":{\"key_values\":[{\"key\":"
				  "\"%s\",\"value\":\"0x%08X\"},"
				  "{\"key\":\"%s\",\"value\":\"%s\"},{\"key\":\"%s\","
				  "\"value\":\"%s\"}]}}\n",
				  SUMAC_XCLBIN_KEY_SPEC, recipe->spec_hash, SUMAC_XCLBIN_KEY_GIT, recipe->git_id,
				  SUMAC_XCLBIN_KEY_UUID, SUMAC_XCLBIN_UUID_IS_DIGEST);
}

static void put_all(struct sumac_xclbin_buffer *body, const void *bytes, size_t len_bytes)
{
	unsigned char *at = sumac_xclbin_buffer_extend(body, len_bytes);

	if (at)
		memcpy(at, bytes, len_bytes);
}

static size_t padded(size_t len_bytes)
{
	return (len_bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
}

static void put_top(unsigned char *top, const struct sumac_xclbin_recipe *recipe, size_t len_bytes, int n_sections)
{
	memcpy(SUMAC_AXLF_AT(top, TOP, MAGIC), SUMAC_AXLF_MAGIC, SUMAC_AXLF_TOP_MAGIC_BYTES);
	SUMAC_AXLF_PUT(top, TOP, SIGNATURE_LENGTH, UINT32_MAX); /* -1: none */
	memset(SUMAC_AXLF_AT(top, TOP, RESERVED), 0xff, SUMAC_AXLF_TOP_RESERVED_BYTES);
	memset(SUMAC_AXLF_AT(top, TOP, KEY_BLOCK), 0xff, SUMAC_AXLF_TOP_KEY_BLOCK_BYTES);
	SUMAC_AXLF_PUT(top, TOP, LENGTH, len_bytes);
	SUMAC_AXLF_PUT(top, TOP, VERSION_MAJOR, SUMAC_VERSION_MAJOR);
	SUMAC_AXLF_PUT(top, TOP, VERSION_MINOR, SUMAC_VERSION_MINOR);
	SUMAC_AXLF_PUT(top, TOP, MODE, recipe->mode);
	put_text(SUMAC_AXLF_AT(top, TOP, PLATFORM), SUMAC_AXLF_TOP_PLATFORM_BYTES, recipe->platform);
	SUMAC_AXLF_PUT(top, TOP, N_SECTIONS, (unsigned)n_sections);
}

/* The container: top, headers, and each section where a multiple of eight bytes begins. */
static void put_container(struct sumac_xclbin_buffer *out, const struct sumac_xclbin_recipe *recipe,
			  const struct section *sections, int n_sections)
{
	size_t len = padded(SUMAC_AXLF_TOP_BYTES + (size_t)n_sections * SUMAC_AXLF_SECTION_BYTES), offset = len;
	unsigned char *top, *header;

	for (int i = 0; i < n_sections; i++)
		len += padded(sections[i].body.len_bytes);
	top = sumac_xclbin_buffer_extend(out, len);
	if (!top)
		return;
	put_top(top, recipe, len, n_sections);
	for (int i = 0; i < n_sections; i++) {
		const struct sumac_xclbin_buffer *body = &sections[i].body;

		header = top + SUMAC_AXLF_TOP_BYTES + (size_t)i * SUMAC_AXLF_SECTION_BYTES;
		SUMAC_AXLF_PUT(header, SECTION, KIND, sections[i].kind);
		put_text(SUMAC_AXLF_AT(header, SECTION, NAME), SUMAC_AXLF_SECTION_NAME_BYTES, sections[i].name);
		SUMAC_AXLF_PUT(header, SECTION, OFFSET, offset);
		SUMAC_AXLF_PUT(header, SECTION, SIZE, body->len_bytes);
		if (body->len_bytes)
			memcpy(top + offset, body->bytes, body->len_bytes);
		offset += padded(body->len_bytes);
	}
	sumac_axlf_digest(top, len, SUMAC_AXLF_AT(top, TOP, UUID));
	memcpy(SUMAC_AXLF_AT(top, TOP, UNIQUE_ID), SUMAC_AXLF_AT(top, TOP, UUID), SUMAC_AXLF_TOP_UNIQUE_ID_BYTES);
}

static int check_word(const char *what, const char *word, size_t cap_bytes)
{
	for (const char *at = word; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("._:-+", *at))
			return sumac_fail(SUMAC_EINVAL, "the %s `%s` may have only letters, digits and ._:-+",
					  what, word);
	return *word && strlen(word) < cap_bytes
		       ? 0
		       : sumac_fail(SUMAC_EINVAL, "the %s is empty, or has %zu letters or more", what, cap_bytes);
}

int sumac_xclbin_pack(const struct sumac_xclbin_recipe *recipe, unsigned char **bytes_out, size_t *len_bytes_out)
{
	struct section sections[MAX_SECTIONS] = {
		{ SUMAC_AXLF_KIND_EMBEDDED_METADATA, "embedded", { 0 } },
		{ SUMAC_AXLF_KIND_MEM_TOPOLOGY, "mem", { 0 } },
		{ SUMAC_AXLF_KIND_CONNECTIVITY, "conn", { 0 } },
		{ SUMAC_AXLF_KIND_IP_LAYOUT, "ip", { 0 } },
		{ SUMAC_AXLF_KIND_KEYVALUE_METADATA, "keyvalue", { 0 } },
		{ SUMAC_AXLF_KIND_BITSTREAM, "bitstream", { 0 } },
	};
	struct sumac_xclbin_buffer file = { 0 };
	int n_sections = recipe->bitstream ? 6 : 5, is_emulation = recipe->mode == SUMAC_AXLF_MODE_HW_EMU, rc;

	rc = check_word("platform", recipe->platform, SUMAC_AXLF_TOP_PLATFORM_BYTES);
	if (!rc)
		rc = check_word("git id", recipe->git_id, SUMAC_XCLBIN_TEXT_BYTES);
	if (!rc && !is_emulation && !recipe->bitstream)
		rc = sumac_fail(SUMAC_EINVAL, "an xclbin for a card needs a bitstream");
	if (rc)
		return rc;
	sumac_kernel_xml_for_xrt(&sections[0].body, recipe->platform, is_emulation, UNIT_BASE);
	put_banks(&sections[1].body, recipe);
	put_links(&sections[2].body, recipe);
	put_unit(&sections[3].body);
	put_keys(&sections[4].body, recipe);
	if (recipe->bitstream)
		put_all(&sections[5].body, recipe->bitstream, recipe->bitstream_bytes);
	put_container(&file, recipe, sections, n_sections);
	for (int i = 0; i < n_sections; i++) {
		file.has_failed |= sections[i].body.has_failed;
		sumac_xclbin_buffer_destroy(&sections[i].body);
	}
	if (file.has_failed) {
		sumac_xclbin_buffer_destroy(&file);
		return sumac_fail(SUMAC_ENOMEM, "no memory for an xclbin");
	}
	*bytes_out = file.bytes;
	*len_bytes_out = file.len_bytes;
	return 0;
}
