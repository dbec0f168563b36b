/*
 * Also shows files that our reader would refuse, such as an xclbin of other kernels.
 */
#include "bitstreams/xclbin/xclbin_show.h"

#include <ctype.h>

#include "base/fail.h"
#include "bus/xrt/axlf.h"
#include "sumac.h"

static void print_text(FILE *to, const unsigned char *field, size_t field_bytes)
{
	for (size_t i = 0; i < field_bytes && field[i]; i++)
		fputc(isprint(field[i]) ? field[i] : '?', to);
}

static void print_banks(FILE *to, const struct sumac_axlf_section *section, int n)
{
	for (int i = 0; i < n; i++) {
		const unsigned char *at =
			section->bytes + SUMAC_AXLF_BANKS_HEAD_BYTES + (size_t)i * SUMAC_AXLF_BANK_BYTES;

		fprintf(to, "    bank %d: ", i);
		print_text(to, SUMAC_AXLF_AT(at, BANK, TAG), SUMAC_AXLF_BANK_TAG_BYTES);
		fprintf(to, ", %s, %s, base 0x%llx, %llu KiB\n",
			sumac_axlf_memory_name((uint32_t)SUMAC_AXLF_GET(at, BANK, TYPE)),
			SUMAC_AXLF_GET(at, BANK, IS_USED) ? "used" : "unused",
			(unsigned long long)SUMAC_AXLF_GET(at, BANK, BASE),
			(unsigned long long)SUMAC_AXLF_GET(at, BANK, SIZE_KIB));
	}
}

static void print_links(FILE *to, const struct sumac_axlf_section *section, int n)
{
	for (int i = 0; i < n; i++) {
		const unsigned char *at =
			section->bytes + SUMAC_AXLF_LINKS_HEAD_BYTES + (size_t)i * SUMAC_AXLF_LINK_BYTES;

		fprintf(to, "    argument %d of unit %d: bank %d\n", (int)SUMAC_AXLF_GET(at, LINK, ARGUMENT),
			(int)SUMAC_AXLF_GET(at, LINK, UNIT), (int)SUMAC_AXLF_GET(at, LINK, BANK));
	}
}

static void print_units(FILE *to, const struct sumac_axlf_section *section, int n)
{
	for (int i = 0; i < n; i++) {
		const unsigned char *at =
			section->bytes + SUMAC_AXLF_UNITS_HEAD_BYTES + (size_t)i * SUMAC_AXLF_UNIT_BYTES;

		fprintf(to, "    unit %d: ", i);
		print_text(to, SUMAC_AXLF_AT(at, UNIT, NAME), SUMAC_AXLF_UNIT_NAME_BYTES);
		fprintf(to, ", type %u, properties 0x%x, base 0x%llx\n", (unsigned)SUMAC_AXLF_GET(at, UNIT, TYPE),
			(unsigned)SUMAC_AXLF_GET(at, UNIT, PROPERTIES),
			(unsigned long long)SUMAC_AXLF_GET(at, UNIT, BASE));
	}
}

static int print_list(FILE *to, const struct sumac_axlf_section *section, size_t head_bytes, size_t entry_bytes,
		      void (*print)(FILE *, const struct sumac_axlf_section *, int))
{
	int n = sumac_axlf_entries(section, head_bytes, entry_bytes);

	if (n < 0)
		return n;
	print(to, section, n);
	return 0;
}

static int print_section(FILE *to, const struct sumac_axlf_section *section)
{
	fprintf(to, "  %-22s ", sumac_axlf_kind_name(section->kind));
	print_text(to, (const unsigned char *)section->name, sizeof(section->name));
	fprintf(to, ", %zu bytes at %zu\n", section->len_bytes, section->offset_bytes);
	switch (section->kind) {
	case SUMAC_AXLF_KIND_MEM_TOPOLOGY:
		return print_list(to, section, SUMAC_AXLF_BANKS_HEAD_BYTES, SUMAC_AXLF_BANK_BYTES, print_banks);
	case SUMAC_AXLF_KIND_CONNECTIVITY:
		return print_list(to, section, SUMAC_AXLF_LINKS_HEAD_BYTES, SUMAC_AXLF_LINK_BYTES, print_links);
	case SUMAC_AXLF_KIND_IP_LAYOUT:
		return print_list(to, section, SUMAC_AXLF_UNITS_HEAD_BYTES, SUMAC_AXLF_UNIT_BYTES, print_units);
	case SUMAC_AXLF_KIND_KEYVALUE_METADATA:
		fprintf(to, "    ");
		print_text(to, section->bytes, section->len_bytes);
		fprintf(to, "\n");
	}
	return 0;
}

int sumac_xclbin_show(FILE *to, const char *name, const void *bytes, size_t len_bytes)
{
	struct sumac_axlf_section section;
	struct sumac_axlf axlf;
	int rc = sumac_axlf_open(bytes, len_bytes, &axlf);

	if (rc)
		return sumac_fail(rc, "%s: %s", name, sumac_last_error());
	fprintf(to, "%s: %zu bytes, mode %s, platform ", name, axlf.len_bytes,
		sumac_axlf_mode_name((uint32_t)SUMAC_AXLF_GET(axlf.bytes, TOP, MODE)));
	print_text(to, SUMAC_AXLF_AT(axlf.bytes, TOP, PLATFORM), SUMAC_AXLF_TOP_PLATFORM_BYTES);
	fprintf(to, "\n  UUID ");
	for (int i = 0; i < SUMAC_AXLF_TOP_UUID_BYTES; i++)
		fprintf(to, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			SUMAC_AXLF_AT(axlf.bytes, TOP, UUID)[i]);
	fprintf(to, ", this build's spec hash 0x%08X\n", SUMAC_SPEC_HASH);
	for (uint32_t i = 0; !rc && i < axlf.n_sections; i++) {
		sumac_axlf_section(&axlf, i, &section);
		rc = print_section(to, &section);
	}
	return rc ? sumac_fail(rc, "%s: %s", name, sumac_last_error()) : 0;
}
