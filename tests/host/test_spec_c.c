/*
 * The tables in C: element sizes, SHMEM's C types, the expressions of the rules, and records written and
 * read by their tables. Links nothing but CMocka.
 */
#include <complex.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "spec/spec.h"

/* Each element type is in C what the table says. */
#define SUMAC_TYPE(name, code, class_, bytes, align, c_type, c_calc, help) \
	_Static_assert(sizeof(c_type) == (bytes), "size of " #name); \
	_Static_assert(_Alignof(c_type) == (align), "alignment of " #name); \
	_Static_assert((code) >> 4 == SUMAC_CLASS_##class_, "class of " #name); \
	enum { bytes_of_##name = (bytes), class_of_##name = SUMAC_CLASS_##class_ };
#include "spec/rows.def"

#define SUMAC_PAIR(type, tag, value_type, value_bytes, index_type, index_bytes, index_offset) \
	_Static_assert(sizeof(value_type) == (value_bytes), "value of " #type); \
	_Static_assert(sizeof(index_type) == (index_bytes), "index of " #type); \
	_Static_assert(offsetof(struct tag, index) == (index_offset), "index's place in " #type);
#include "spec/rows.def"

#define SUMAC_SHMEM(name, c_type, type, generic, typed, active) \
	_Static_assert(sizeof(c_type) == bytes_of_##type, "size of SHMEM's " #name);
#include "spec/rows.def"

_Static_assert(sizeof(struct sumac_c32) == sizeof(float _Complex), "float _Complex");
_Static_assert(sizeof(struct sumac_c64) == sizeof(double _Complex), "double _Complex");
_Static_assert(sizeof(struct sumac_cx80) == sizeof(long double _Complex), "long double _Complex");
_Static_assert(sizeof(bool) == bytes_of_L8, "bool");

/* Signedness of a C integer type, by its class in the table; not checked for others. */
static int class_of_integer(int is_signed, int declared)
{
	if (declared != SUMAC_CLASS_SINT && declared != SUMAC_CLASS_UINT)
		return declared;
	return is_signed ? SUMAC_CLASS_SINT : SUMAC_CLASS_UINT;
}

static void shmems_types_have_the_sign_of_their_class(void **state)
{
	(void)state;
#define SUMAC_SHMEM(name, c_type, type, generic, typed, active) \
	assert_int_equal(class_of_integer(creal((c_type)-1) < 0, class_of_##type), class_of_##type);
#include "spec/rows.def"
}

/* A kernel of two elements for every pair whose rule is an expression, as an engine makes them. */
#define KERNEL_EXPR(op, type, c_type, c_calc, body) \
	static c_type op##_##type(c_type left, c_type right) \
	{ \
		typedef c_type T; \
		typedef c_calc C __attribute__((unused)); \
		return body; \
	}
#define KERNEL_CALL(op, type, c_type, c_calc, body)
#define SUMAC_COMBINATION(op, type, c_type, c_calc, how, body, order, who, scope) \
	KERNEL_##how(op, type, c_type, c_calc, body)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "spec/combinations.def"
#pragma GCC diagnostic pop
#undef SUMAC_COMBINATION

static void integers_wrap(void **state)
{
	(void)state;
	assert_int_equal(SUM_I32(INT32_MAX, 1), INT32_MIN);
	assert_int_equal(SUM_I8(127, 1), -128);
	assert_int_equal(PROD_U16(65535, 65535), 1);
	assert_int_equal(PROD_I16(-32768, -32768), 0);
	assert_true(SUM_I64(INT64_MAX, 1) == INT64_MIN);
	assert_true(PROD_U64(UINT64_MAX, UINT64_MAX) == 1);
	assert_int_equal(TEST_SUB_U8(1, 2), 255);
}

static void the_class_decides_how_extremes_compare(void **state)
{
	(void)state;
	assert_true(MAX_U64(UINT64_MAX, 1) == UINT64_MAX);
	assert_true(MAX_I64(-1, 1) == 1);
	assert_int_equal(MIN_U8(200, 100), 100);
	assert_int_equal(MIN_I8(-56, 100), -56);
}

static void logical_operations_give_0_or_1(void **state)
{
	(void)state;
	assert_int_equal(LAND_I32(4, 2), 1);
	assert_int_equal(LOR_L64(0, 1ull << 40), 1);
	assert_int_equal(LXOR_U8(4, 2), 0);
	assert_int_equal(LXOR_L8(4, 0), 1);
}

static void locations_take_the_lower_index_and_lefts_value(void **state)
{
	const struct sumac_pair_f64_i32 plus = { 0.0, 7 }, minus = { -0.0, 3 }, nan = { __builtin_nan(""), 1 };
	struct sumac_pair_f64_i32 got = MINLOC_PAIR_F64_I32(plus, minus);

	(void)state;
	assert_int_equal(got.index, 3);
	assert_false(__builtin_signbit(got.value));
	got = MAXLOC_PAIR_F64_I32(minus, plus);
	assert_int_equal(got.index, 3);
	assert_true(__builtin_signbit(got.value));
	assert_int_equal(MINLOC_PAIR_F64_I32(plus, nan).index, 7);
	assert_int_equal(MINLOC_PAIR_F64_I32(nan, plus).index, 1);
}

static const unsigned char classes[] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, c_type, c_calc, help) SUMAC_CLASS_##class_,
#include "spec/rows.def"
};

static unsigned types_of_class(unsigned class)
{
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(classes); i++)
		n += classes[i] == class;
	return n;
}

/* Each rule holds for every type of its class, and the generated list has just those. */
static void the_list_of_combinations_is_that_of_the_rules(void **state)
{
	unsigned by_rules = 0, listed = 0;

	(void)state;
#define SUMAC_RULE(op, class_, how, body, order, nic, goal, help) by_rules += types_of_class(SUMAC_CLASS_##class_);
#include "spec/rows.def"
#define SUMAC_COMBINATION(...) listed++;
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	assert_int_equal(listed, by_rules);
}

static void a_record_reads_back_little_endian(void **state)
{
	unsigned char desc[SUMAC_DESC_BYTES] = { 0 };

	(void)state;
	SUMAC_PUT(desc, DESC, SRC_OFFSET, 0x0000123456789abcull);
	SUMAC_PUT(desc, DESC, SRC_WINDOW, 0xfedc);
	assert_int_equal(desc[SUMAC_DESC_SRC_OFFSET_OFFSET], 0xbc);
	assert_int_equal(desc[SUMAC_DESC_SRC_OFFSET_OFFSET + 5], 0x12);
	assert_true(SUMAC_GET(desc, DESC, SRC_OFFSET) == 0x123456789abcull);
	assert_int_equal(SUMAC_GET(desc, DESC, SRC_WINDOW), 0xfedc);
	assert_int_equal(SUMAC_GET(desc, DESC, COUNT), 0);
	assert_int_equal(SUMAC_GET(desc, DESC, DST_OFFSET), 0);
}

static void bits_of_a_word_read_back(void **state)
{
	uint32_t head = SUMAC_BITS_PUT(ROUTE_HEAD, N_IN, 16) | SUMAC_BITS_PUT(ROUTE_HEAD, ZERO, 0xa5);

	(void)state;
	assert_int_equal(head, 16 | 0xa5 << 10);
	assert_int_equal(SUMAC_BITS_GET(head, ROUTE_HEAD, N_IN), 16);
	assert_int_equal(SUMAC_BITS_GET(head, ROUTE_HEAD, ZERO), 0xa5);
	assert_int_equal(SUMAC_BITS_GET(head, ROUTE_HEAD, N_OUT), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shmems_types_have_the_sign_of_their_class),
		cmocka_unit_test(integers_wrap),
		cmocka_unit_test(the_class_decides_how_extremes_compare),
		cmocka_unit_test(logical_operations_give_0_or_1),
		cmocka_unit_test(locations_take_the_lower_index_and_lefts_value),
		cmocka_unit_test(the_list_of_combinations_is_that_of_the_rules),
		cmocka_unit_test(a_record_reads_back_little_endian),
		cmocka_unit_test(bits_of_a_word_read_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
