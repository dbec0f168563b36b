/*
 * Which ranks share which NIC: rows that differ by one rank at most, and cards in the order of their lowest ranks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/job/nic_map.h"

static void expect_rows(int n_ranks, int n_nics, const int *nic_of, const int *owner_of, int n_taken)
{
	struct sumac_nic_map map;

	assert_int_equal(sumac_nic_map_in_rows(n_ranks, n_nics, &map), 0);
	assert_int_equal(map.n_nics, n_taken);
	assert_int_equal(sumac_nic_map_are_shared(&map), n_taken < n_ranks);
	for (int rank = 0; rank < n_ranks; rank++)
		assert_int_equal(map.nic_of[rank], nic_of[rank]);
	for (int nic = 0; nic < n_taken; nic++)
		assert_int_equal(map.owner_of[nic], owner_of[nic]);
	sumac_nic_map_free(&map);
}

static void test_rows_are_even_or_differ_by_one(void **state)
{
	(void)state;
	expect_rows(8, 2, (int[]){ 0, 0, 0, 0, 1, 1, 1, 1 }, (int[]){ 0, 4 }, 2);
	expect_rows(5, 2, (int[]){ 0, 0, 0, 1, 1 }, (int[]){ 0, 3 }, 2);
	expect_rows(8, 3, (int[]){ 0, 0, 0, 1, 1, 1, 2, 2 }, (int[]){ 0, 3, 6 }, 3);
	expect_rows(3, 1, (int[]){ 0, 0, 0 }, (int[]){ 0 }, 1);
}

static void test_each_rank_has_one_where_there_are_enough(void **state)
{
	(void)state;
	for (int n_nics = 0; n_nics < 6; n_nics += n_nics ? 1 : 3)
		expect_rows(3, n_nics, (int[]){ 0, 1, 2 }, (int[]){ 0, 1, 2 }, 3);
}

static void test_cards_have_the_order_of_their_lowest_ranks(void **state)
{
	const uint64_t cards[] = { 70, 5, 70, 5, 9 };
	const int nic_of[] = { 0, 1, 0, 1, 2 }, owner_of[] = { 0, 1, 4 };
	struct sumac_nic_map map;

	(void)state;
	assert_int_equal(sumac_nic_map_by_card(5, cards, &map), 0);
	assert_int_equal(map.n_nics, 3);
	for (int rank = 0; rank < 5; rank++)
		assert_int_equal(map.nic_of[rank], nic_of[rank]);
	for (int nic = 0; nic < 3; nic++)
		assert_int_equal(map.owner_of[nic], owner_of[nic]);
	sumac_nic_map_free(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_are_even_or_differ_by_one),
		cmocka_unit_test(test_each_rank_has_one_where_there_are_enough),
		cmocka_unit_test(test_cards_have_the_order_of_their_lowest_ranks),
	};

	return cmocka_run_group_tests_name("nic_map", tests, NULL, NULL);
}
