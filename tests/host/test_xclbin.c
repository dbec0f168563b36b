/*
 * The packer and the reader of xclbins: what is packed is read back, and nothing that is wrong is believed.
 */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bitstreams/xclbin/xclbin_pack.h"
#include "bus/xrt/axlf.h"
#include "bus/xrt/xclbin.h"
#include "sumac.h"

static const struct sumac_xclbin_recipe plain = { SUMAC_AXLF_MODE_HW_EMU, "some:platform_1.0", "0123abc", SUMAC_SPEC_HASH, NULL, 0,
						  0 };

static unsigned char *packed(const struct sumac_xclbin_recipe *recipe, size_t *len_out)
{
	unsigned char *bytes;

	assert_int_equal(sumac_xclbin_pack(recipe, &bytes, len_out), 0);
	return bytes;
}

/* Names of its own length, so that a read beyond is seen. */
static int parse(const unsigned char *bytes, size_t len, struct sumac_xclbin *xclbin)
{
	unsigned char *exact = malloc(len ? len : 1);
	int rc;

	memcpy(exact, bytes, len);
	rc = sumac_xclbin_parse("it", exact, len, xclbin);
	free(exact);
	return rc;
}

static void test_a_packed_file_is_read_back(void **state)
{
	struct sumac_xclbin xclbin;
	char path[] = "xclbin-XXXXXX";
	size_t len;
	unsigned char *bytes = packed(&plain, &len);
	int fd = mkstemp(path);

	(void)state;
	assert_int_equal(write(fd, bytes, len), len);
	close(fd);
	assert_int_equal(sumac_xclbin_read(path, &xclbin), 0);
	assert_int_equal(sumac_xclbin_check(path, &xclbin), 0);
	unlink(path);
	assert_int_equal(xclbin.mode, SUMAC_AXLF_MODE_HW_EMU);
	assert_string_equal(xclbin.platform, "some:platform_1.0");
	assert_string_equal(xclbin.git_id, "0123abc");
	assert_string_equal(xclbin.kernel, "sumac_nic");
	assert_string_equal(xclbin.unit, "sumac_nic_1");
	assert_true(xclbin.base_address != 0);
	assert_int_equal(xclbin.n_banks, 2);
	assert_true(xclbin.banks[0].is_used && !xclbin.banks[0].is_host);
	assert_true(xclbin.banks[1].is_used && xclbin.banks[1].is_host);
	assert_true(xclbin.banks[0].base != xclbin.banks[1].base && xclbin.banks[0].size_bytes == UINT64_C(16) << 30);
	assert_memory_equal(xclbin.uuid, bytes + SUMAC_AXLF_TOP_UUID_OFFSET, 16);
	free(bytes);
}

static void test_windows_lie_where_the_setting_says_and_there_is_a_bank(void **state)
{
	struct sumac_xclbin_recipe recipe = plain;
	struct sumac_xclbin xclbin;
	size_t len;

	(void)state;
	for (int lacks = 0; lacks < 2; lacks++) {
		unsigned char *bytes;

		recipe.lacks_host = lacks;
		bytes = packed(&recipe, &len);
		assert_int_equal(parse(bytes, len, &xclbin), 0);
		free(bytes);
		assert_int_equal(xclbin.n_banks, 2 - lacks);
		assert_int_equal(sumac_xclbin_bank("it", &xclbin, "auto"), 1 - lacks);
		assert_int_equal(sumac_xclbin_bank("it", &xclbin, "device"), 0);
		assert_int_equal(sumac_xclbin_bank("it", &xclbin, "host"), lacks ? -SUMAC_ENOTSUP : 1);
	}
	assert_non_null(strstr(sumac_last_error(), "it has no bank HOST[0] in the host's memory"));
	xclbin.banks[0].type = 7; /* a stream */
	assert_int_equal(sumac_xclbin_bank("it", &xclbin, "auto"), -SUMAC_ENOTSUP);
}

static void test_the_same_input_gives_the_same_bytes_and_any_other_another_uuid(void **state)
{
	struct sumac_xclbin_recipe others[4] = { plain, plain, plain, plain };
	size_t len, other_len;
	unsigned char *bytes = packed(&plain, &len), *other = packed(&plain, &other_len);

	(void)state;
	assert_int_equal(len, other_len);
	assert_memory_equal(bytes, other, len);
	free(other);
	others[0].git_id = "0123abd";
	others[1].platform = "some:platform_1.1";
	others[2].spec_hash ^= 1;
	others[3].bitstream = "";
	for (int i = 0; i < 4; i++) {
		other = packed(&others[i], &other_len);
		assert_memory_not_equal(bytes + SUMAC_AXLF_TOP_UUID_OFFSET, other + SUMAC_AXLF_TOP_UUID_OFFSET, 16);
		free(other);
	}
	free(bytes);
}

static void test_each_section_is_there_and_a_bitstream_is_kept_whole(void **state)
{
	static const uint32_t kinds[] = { SUMAC_AXLF_KIND_EMBEDDED_METADATA, SUMAC_AXLF_KIND_MEM_TOPOLOGY,
		SUMAC_AXLF_KIND_CONNECTIVITY, SUMAC_AXLF_KIND_IP_LAYOUT, SUMAC_AXLF_KIND_KEYVALUE_METADATA,
		SUMAC_AXLF_KIND_BITSTREAM };
	static const char bits[] = "any bytes";
	struct sumac_xclbin_recipe recipe = plain;
	struct sumac_axlf_section section;
	struct sumac_axlf axlf;
	size_t len;
	unsigned char *bytes;

	(void)state;
	recipe.mode = SUMAC_AXLF_MODE_FLAT;
	assert_int_equal(sumac_xclbin_pack(&recipe, &bytes, &len), -SUMAC_EINVAL); /* a card's, with nothing to load */
	recipe.bitstream = bits;
	recipe.bitstream_bytes = sizeof(bits);
	bytes = packed(&recipe, &len);
	assert_int_equal(sumac_axlf_open(bytes, len, &axlf), 0);
	assert_int_equal(axlf.n_sections, 6);
	for (int i = 0; i < 6; i++) {
		assert_int_equal(sumac_axlf_find(&axlf, kinds[i], &section), 0);
		assert_int_equal(section.offset_bytes % 8, 0);
	}
	assert_int_equal(section.len_bytes, sizeof(bits));
	assert_memory_equal(section.bytes, bits, sizeof(bits));
	assert_int_equal(sumac_axlf_find(&axlf, SUMAC_AXLF_KIND_CONNECTIVITY, &section), 0);
	assert_int_equal(sumac_axlf_entries(&section, SUMAC_AXLF_LINKS_HEAD_BYTES, SUMAC_AXLF_LINK_BYTES), 2);
	assert_int_equal(sumac_axlf_find(&axlf, SUMAC_AXLF_KIND_EMBEDDED_METADATA, &section), 0);
	assert_non_null(memmem(section.bytes, section.len_bytes, "range=\"0x10000\"", 15));
	free(bytes);
}

static void test_a_file_that_is_cut_off_or_changed_is_refused(void **state)
{
	struct sumac_xclbin xclbin;
	size_t len;
	unsigned char *bytes = packed(&plain, &len);

	(void)state;
	for (size_t cut = 0; cut < len; cut++)
		assert_int_equal(parse(bytes, cut, &xclbin), -SUMAC_EINVAL);
	for (size_t at = 0; at < len; at++) {
		if (at >= SUMAC_AXLF_TOP_UNIQUE_ID_OFFSET && at < SUMAC_AXLF_TOP_UNIQUE_ID_OFFSET + 8u)
			continue; /* a second name */
		for (int bit = 0; bit < 8; bit++) {
			bytes[at] ^= 1 << bit;
			/* Unless it is what tells that the UUID is a digest: then the file may be anybody's. */
			if (!parse(bytes, len, &xclbin))
				assert_true(at >= len - 180 || at < SUMAC_AXLF_TOP_BYTES + 5u * SUMAC_AXLF_SECTION_BYTES);
			bytes[at] ^= 1 << bit;
		}
	}
	free(bytes);
}

static void test_bytes_at_random_are_never_read_beyond(void **state)
{
	struct sumac_xclbin xclbin;
	size_t len;
	unsigned char *bytes = packed(&plain, &len), *wrong = malloc(len);
	unsigned seed = 1;

	(void)state;
	print_message("seed %u\n", seed);
	srand(seed);
	for (int round = 0; round < 20000; round++) {
		memcpy(wrong, bytes, len);
		for (int n = rand() % 8; n >= 0; n--) {
			size_t at = 8 + (size_t)rand() % (len - 16);

			sumac_record_put(wrong + at, 0, 1u << rand() % 4, rand() % 3 ? (uint64_t)rand() : UINT64_MAX);
		}
		parse(wrong, len, &xclbin);
	}
	free(wrong);
	free(bytes);
}

static void test_another_spec_is_reported_with_both_hashes(void **state)
{
	struct sumac_xclbin_recipe recipe = plain;
	struct sumac_xclbin xclbin;
	char mine[16];
	size_t len;
	unsigned char *bytes;

	(void)state;
	recipe.spec_hash = 0xDEADBEEF;
	bytes = packed(&recipe, &len);
	assert_int_equal(parse(bytes, len, &xclbin), 0);
	assert_int_equal(sumac_xclbin_check("it", &xclbin), -SUMAC_ESPEC);
	snprintf(mine, sizeof(mine), "0x%08X", SUMAC_SPEC_HASH);
	assert_non_null(strstr(sumac_last_error(), "0xDEADBEEF"));
	assert_non_null(strstr(sumac_last_error(), mine));
	free(bytes);
	memset(&xclbin, 0, sizeof(xclbin));
	assert_int_equal(sumac_xclbin_check("it", &xclbin), -SUMAC_ESPEC);
}

static void test_other_kernels_are_not_ours(void **state)
{
	struct sumac_xclbin xclbin;
	size_t len;
	unsigned char *bytes = packed(&plain, &len), *name = memmem(bytes, len, "sumac_nic:sumac", 15);

	(void)state;
	name[0] = 'S';
	sumac_axlf_digest(bytes, len, bytes + SUMAC_AXLF_TOP_UUID_OFFSET);
	assert_int_equal(parse(bytes, len, &xclbin), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "no kernel sumac_nic"));
	free(bytes);
}

static void test_an_unreadable_file_is_reported_with_its_name(void **state)
{
	struct sumac_xclbin xclbin;

	(void)state;
	assert_int_equal(sumac_xclbin_read("/nowhere/x.xclbin", &xclbin), -SUMAC_EIO);
	assert_non_null(strstr(sumac_last_error(), "/nowhere/x.xclbin"));
	assert_int_equal(sumac_xclbin_read("/", &xclbin), -SUMAC_EIO);
	assert_int_equal(sumac_xclbin_read("/dev/null", &xclbin), -SUMAC_EIO);
}

static void test_a_git_id_cannot_break_the_text_that_it_stands_in(void **state)
{
	static const char *const wrong[] = { "", "a\"b", "a\\b", "a b",
		"0123456789012345678901234567890123456789012345678901234567890123456789012" };
	struct sumac_xclbin_recipe recipe = plain;
	unsigned char *bytes;
	size_t len;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		recipe.git_id = wrong[i];
		assert_int_equal(sumac_xclbin_pack(&recipe, &bytes, &len), -SUMAC_EINVAL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_packed_file_is_read_back),
		cmocka_unit_test(test_windows_lie_where_the_setting_says_and_there_is_a_bank),
		cmocka_unit_test(test_the_same_input_gives_the_same_bytes_and_any_other_another_uuid),
		cmocka_unit_test(test_each_section_is_there_and_a_bitstream_is_kept_whole),
		cmocka_unit_test(test_a_file_that_is_cut_off_or_changed_is_refused),
		cmocka_unit_test(test_bytes_at_random_are_never_read_beyond),
		cmocka_unit_test(test_another_spec_is_reported_with_both_hashes),
		cmocka_unit_test(test_other_kernels_are_not_ours),
		cmocka_unit_test(test_an_unreadable_file_is_reported_with_its_name),
		cmocka_unit_test(test_a_git_id_cannot_break_the_text_that_it_stands_in),
	};

	return cmocka_run_group_tests_name("xclbin", tests, NULL, NULL);
}
