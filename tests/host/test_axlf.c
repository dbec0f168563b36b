/*
 * The rows of XRT's container: they are those of XRT's own header, where that is installed. And what may be wrong with bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bus/xrt/axlf.h"
#if __has_include(<xrt/xclbin.h>) && __has_include(<uuid/uuid.h>)
#include <xrt/xclbin.h>
#define HAVE_XRT 1
#else
#define HAVE_XRT 0
#endif

static void test_rows_are_those_of_xrts_header(void **state)
{
	(void)state;
#if HAVE_XRT
#define AXLF_RECORD(name, bytes, struct_) \
	assert_int_equal(bytes, sizeof(struct struct_) - (SUMAC_AXLF_##name##_BYTES == SUMAC_AXLF_TOP_BYTES ? 40 : 0));
#define AXLF_FIELD(record, name, offset, bytes, struct_, member) \
	assert_int_equal(offset, offsetof(struct struct_, member)); \
	assert_int_equal(bytes, sizeof(((struct struct_ *)0)->member));
#define AXLF_LIST(name, bytes, struct_, member) assert_int_equal(bytes, offsetof(struct struct_, member));
#define AXLF_KIND(name, code) assert_int_equal(code, name);
#define AXLF_MODE(name, code) assert_int_equal(code, XCLBIN_##name);
#define AXLF_MEMORY(name, code) assert_int_equal(code, MEM_##name);
#include "bus/xrt/axlf.def"
	assert_int_equal(SUMAC_AXLF_TOP_BYTES, offsetof(struct axlf, m_sections));
	assert_int_equal(SUMAC_AXLF_UNIT_IS_KERNEL, IP_KERNEL);
#else
	skip();
#endif
}

enum { BODY_BYTES = 20, WHOLE_BYTES = SUMAC_AXLF_TOP_BYTES + SUMAC_AXLF_SECTION_BYTES + BODY_BYTES };

static struct {
	unsigned char *bytes; /* of just that length, so that a read beyond is seen */
} small;

static int setup_small(void **state)
{
	unsigned char *header;

	(void)state;
	small.bytes = test_calloc(1, WHOLE_BYTES);
	header = small.bytes + SUMAC_AXLF_TOP_BYTES;
	memcpy(small.bytes, SUMAC_AXLF_MAGIC, 8);
	SUMAC_AXLF_PUT(small.bytes, TOP, LENGTH, WHOLE_BYTES);
	SUMAC_AXLF_PUT(small.bytes, TOP, N_SECTIONS, 1);
	SUMAC_AXLF_PUT(header, SECTION, KIND, SUMAC_AXLF_KIND_CONNECTIVITY);
	memset(SUMAC_AXLF_AT(header, SECTION, NAME), 'n', 16); /* without a zero at its end */
	SUMAC_AXLF_PUT(header, SECTION, OFFSET, WHOLE_BYTES - BODY_BYTES);
	SUMAC_AXLF_PUT(header, SECTION, SIZE, BODY_BYTES);
	return 0;
}

static int teardown_small(void **state)
{
	(void)state;
	test_free(small.bytes);
	return 0;
}

static int opened(size_t len_bytes, struct sumac_axlf_section *section_out)
{
	struct sumac_axlf axlf;
	int rc = sumac_axlf_open(small.bytes, len_bytes, &axlf);

	if (!rc)
		assert_int_equal(sumac_axlf_find(&axlf, SUMAC_AXLF_KIND_CONNECTIVITY, section_out), 0);
	return rc;
}

static void test_a_section_is_found_with_its_name_and_bytes(void **state)
{
	struct sumac_axlf_section section;
	struct sumac_axlf axlf;

	(void)state;
	assert_int_equal(opened(WHOLE_BYTES, &section), 0);
	assert_string_equal(section.name, "nnnnnnnnnnnnnnnn");
	assert_ptr_equal(section.bytes, small.bytes + WHOLE_BYTES - BODY_BYTES);
	assert_int_equal(section.len_bytes, BODY_BYTES);
	assert_int_equal(sumac_axlf_open(small.bytes, WHOLE_BYTES, &axlf), 0);
	assert_int_equal(sumac_axlf_find(&axlf, SUMAC_AXLF_KIND_IP_LAYOUT, &section), -1);
}

static void test_a_length_that_is_not_there_is_refused(void **state)
{
	struct sumac_axlf_section section;

	(void)state;
	for (size_t len = 0; len < WHOLE_BYTES; len++)
		assert_int_equal(opened(len, &section), -SUMAC_EINVAL);
	SUMAC_AXLF_PUT(small.bytes, TOP, LENGTH, SUMAC_AXLF_TOP_BYTES - 1);
	assert_int_equal(opened(WHOLE_BYTES, &section), -SUMAC_EINVAL);
}

static void test_sections_that_reach_out_are_refused(void **state)
{
	static const struct {
		uint64_t offset, size;
	} wrong[] = { { WHOLE_BYTES + 1, 0 }, { WHOLE_BYTES, 1 }, { 0, WHOLE_BYTES + 1 }, { UINT64_MAX, 2 }, { 2, UINT64_MAX } };
	struct sumac_axlf_section section;
	unsigned char *header = small.bytes + SUMAC_AXLF_TOP_BYTES;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		SUMAC_AXLF_PUT(header, SECTION, OFFSET, wrong[i].offset);
		SUMAC_AXLF_PUT(header, SECTION, SIZE, wrong[i].size);
		assert_int_equal(opened(WHOLE_BYTES, &section), -SUMAC_EINVAL);
	}
	SUMAC_AXLF_PUT(small.bytes, TOP, N_SECTIONS, 2);
	assert_int_equal(opened(WHOLE_BYTES, &section), -SUMAC_EINVAL);
	SUMAC_AXLF_PUT(small.bytes, TOP, N_SECTIONS, UINT32_MAX);
	assert_int_equal(opened(WHOLE_BYTES, &section), -SUMAC_EINVAL);
}

static void test_a_list_longer_than_its_section_is_refused(void **state)
{
	struct sumac_axlf_section section;
	unsigned char *body = small.bytes + WHOLE_BYTES - BODY_BYTES;

	(void)state;
	assert_int_equal(opened(WHOLE_BYTES, &section), 0);
	for (uint32_t n = 0; n < 3; n++) {
		sumac_record_put(body, 0, 4, n); /* room for one of 12 bytes after 4 */
		assert_int_equal(sumac_axlf_entries(&section, 4, 12), n < 2 ? (int)n : -SUMAC_EINVAL);
	}
	sumac_record_put(body, 0, 4, UINT32_MAX);
	assert_int_equal(sumac_axlf_entries(&section, 4, 12), -SUMAC_EINVAL);
	section.len_bytes = 3;
	assert_int_equal(sumac_axlf_entries(&section, 4, 12), -SUMAC_EINVAL);
}

#define SMALL_TEST(f) cmocka_unit_test_setup_teardown(f, setup_small, teardown_small)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_are_those_of_xrts_header),
		SMALL_TEST(test_a_section_is_found_with_its_name_and_bytes),
		SMALL_TEST(test_a_length_that_is_not_there_is_refused),
		SMALL_TEST(test_sections_that_reach_out_are_refused),
		SMALL_TEST(test_a_list_longer_than_its_section_is_refused),
	};

	return cmocka_run_group_tests_name("axlf", tests, NULL, NULL);
}
