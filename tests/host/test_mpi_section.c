/*
 * Sections of Fortran's arrays, by descriptors as a compiler makes them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_section.h"

/* A section of ints: rank 1 or 2, extents and strides in ints. */
static const CFI_cdesc_t *section(int which, int *base, int rank, const CFI_index_t *extents, const CFI_index_t *strides)
{
	static CFI_CDESC_T(2) memory[2];
	CFI_cdesc_t *desc = (CFI_cdesc_t *)&memory[which];

	*desc = (CFI_cdesc_t){ .base_addr = base, .elem_len = sizeof(int), .version = CFI_VERSION, .rank = (CFI_rank_t)rank };
	for (int d = 0; d < rank; d++)
		desc->dim[d] = (CFI_dim_t){ .extent = extents[d], .sm = strides[d] * (CFI_index_t)sizeof(int) };
	return desc;
}
#define SECTION(which, base, rank, extents, strides) \
	section(which, base, rank, (const CFI_index_t[])extents, (const CFI_index_t[])strides)
#define OF(...) { __VA_ARGS__ }

static void test_neighbouring_elements_are_contiguous(void **state)
{
	int a[64];

	(void)state;
	assert_true(sumac_section_is_contiguous(SECTION(0, a, 0, OF(0), OF(0))));
	assert_true(sumac_section_is_contiguous(SECTION(0, a, 1, OF(64), OF(1))));
	assert_true(sumac_section_is_contiguous(SECTION(0, a, 2, OF(8, 8), OF(1, 8))));
	assert_true(sumac_section_is_contiguous(SECTION(0, a, 2, OF(8, 1), OF(1, 99)))); /* a stride that is not made */
	assert_true(sumac_section_is_contiguous(SECTION(0, a, 2, OF(4, 0), OF(2, 8))));
	assert_true(sumac_section_is_contiguous(SECTION(0, a, 2, OF(8, -1), OF(1, 8)))); /* of assumed size */
	assert_false(sumac_section_is_contiguous(SECTION(0, a, 1, OF(32), OF(2))));
	assert_false(sumac_section_is_contiguous(SECTION(0, a, 1, OF(8), OF(-1))));
	assert_false(sumac_section_is_contiguous(SECTION(0, a, 2, OF(4, 8), OF(1, 8))));
	assert_int_equal(sumac_section_bytes(SECTION(0, a, 2, OF(4, 8), OF(1, 8))), 4 * 8 * sizeof(int));
}

static void test_packs_in_the_order_of_elements_and_unpacks_nothing_else(void **state)
{
	const int wanted[6] = { 5, 3, 13, 11, 21, 19 };
	const CFI_cdesc_t *block;
	int a[24], packed[7] = { 0 }, n_other = 0;

	(void)state;
	for (int i = 0; i < 24; i++)
		a[i] = i;
	block = SECTION(0, a + 5, 2, OF(2, 3), OF(-2, 8));
	sumac_section_pack(block, packed, 6 * sizeof(int));
	assert_memory_equal(packed, wanted, sizeof(wanted));
	assert_int_equal(packed[6], 0);
	for (int i = 0; i < 6; i++)
		packed[i] = 100 + i;
	sumac_section_unpack(block, packed, 5 * sizeof(int) + 1);
	assert_true(a[5] == 100 && a[3] == 101 && a[13] == 102 && a[11] == 103 && a[21] == 104);
	assert_int_equal(a[19] & 0xFF, 105); /* of the last only a byte */
	for (int i = 0; i < 24; i++)
		n_other += a[i] == i;
	assert_int_equal(n_other, 24 - 6);
}

static void test_only_elements_overlap(void **state)
{
	const size_t all = 4 * sizeof(int);
	int a[32];
	const CFI_cdesc_t *odd = SECTION(0, a, 1, OF(4), OF(2));

	(void)state;
	assert_false(sumac_section_overlap(odd, SECTION(1, a + 1, 1, OF(4), OF(2)), all));
	assert_true(sumac_section_overlap(odd, SECTION(1, a + 6, 1, OF(4), OF(1)), all));
	assert_false(sumac_section_overlap(odd, SECTION(1, a + 7, 1, OF(4), OF(1)), all));
	assert_true(sumac_section_overlap(odd, SECTION(1, a, 1, OF(4), OF(3)), all));
	assert_true(sumac_section_overlap(odd, SECTION(1, a + 9, 1, OF(4), OF(-3)), all));
	assert_false(sumac_section_overlap(odd, odd, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_neighbouring_elements_are_contiguous),
		cmocka_unit_test(test_packs_in_the_order_of_elements_and_unpacks_nothing_else),
		cmocka_unit_test(test_only_elements_overlap),
	};

	return cmocka_run_group_tests_name("mpi_section", tests, NULL, NULL);
}
