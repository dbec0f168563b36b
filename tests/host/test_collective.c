/*
 * The collectives' rows, and what follows from them; other numbers are no collectives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/collective.h"

enum { SIZE = 4, ROOT = 2, COUNT = 12 };

/* With a root, with parts, with an operation; and which ranks give and get something, rank 0 first. */
static const struct {
	const char *name;
	bool has_root, has_parts, combines;
	const char *gives, *gets;
} rows[SUMAC_N_COLLS] = {
	[SUMAC_COLL_REDUCE] =	      { "reduce",	  true,	 false, true,  "1111", "0010" },
	[SUMAC_COLL_ALLREDUCE] =      { "allreduce",	  false, false, true,  "1111", "1111" },
	[SUMAC_COLL_BARRIER] =	      { "barrier",	  false, false, false, "0000", "0000" },
	[SUMAC_COLL_REDUCE_SCATTER] = { "reduce_scatter", false, true,	true,  "1111", "1111" },
	[SUMAC_COLL_SCAN] =	      { "scan",		  false, false, true,  "1111", "1111" },
	[SUMAC_COLL_EXSCAN] =	      { "exscan",	  false, false, true,  "1111", "0111" },
	[SUMAC_COLL_BROADCAST] =      { "broadcast",	  true,	 false, false, "0010", "1111" },
	[SUMAC_COLL_ALLGATHER] =      { "allgather",	  false, true,	false, "1111", "1111" },
};

static void test_each_row_says_what_its_collective_needs(void **state)
{
	(void)state;
	for (int coll = 0; coll < SUMAC_N_COLLS; coll++) {
		assert_string_equal(sumac_coll_name(coll), rows[coll].name);
		assert_string_equal(sumac_coll_row(coll)->name, rows[coll].name);
		assert_int_equal(sumac_coll_has_root(coll), rows[coll].has_root);
		assert_int_equal(sumac_coll_has_parts(coll), rows[coll].has_parts);
		assert_int_equal(sumac_coll_combines(coll), rows[coll].combines);
		for (int rank = 0; rank < SIZE; rank++) {
			assert_int_equal(sumac_coll_gives(coll, rank, ROOT), rows[coll].gives[rank] == '1');
			assert_int_equal(sumac_coll_gets(coll, rank, ROOT), rows[coll].gets[rank] == '1');
		}
	}
}

static void test_other_numbers_are_no_collectives(void **state)
{
	static const int others[] = { -1, SUMAC_N_COLLS, 99 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_null(sumac_coll_row(others[i]));
		assert_string_equal(sumac_coll_name(others[i]), "?");
		assert_false(sumac_coll_has_root(others[i]) || sumac_coll_has_parts(others[i]));
		assert_false(sumac_coll_combines(others[i]));
		assert_false(sumac_coll_gives(others[i], 0, 0) || sumac_coll_gets(others[i], 0, 0));
	}
}

static void expect_piece(int coll, const uint64_t *firsts, int part, uint64_t src, uint64_t dst, uint64_t n)
{
	struct sumac_piece piece = sumac_coll_piece(coll, COUNT, firsts, SIZE, part);

	assert_int_equal(piece.src_first, src);
	assert_int_equal(piece.dst_first, dst);
	assert_int_equal(piece.n, n);
}

/* A rank's own part is all that its buffer of a part holds; in the others' buffers of the whole it has its place. */
static void test_parts_lie_in_rank_order(void **state)
{
	static const uint64_t firsts[SIZE + 1] = { 0, 5, 5, 6, COUNT };

	(void)state;
	expect_piece(SUMAC_COLL_REDUCE_SCATTER, NULL, 2, 6, 0, 3);
	expect_piece(SUMAC_COLL_REDUCE_SCATTER, firsts, 3, 6, 0, 6);
	expect_piece(SUMAC_COLL_REDUCE_SCATTER, firsts, 1, 5, 0, 0);
	expect_piece(SUMAC_COLL_ALLGATHER, NULL, 2, 0, 6, 3);
	expect_piece(SUMAC_COLL_ALLGATHER, firsts, 0, 0, 0, 5);
	expect_piece(SUMAC_COLL_ALLGATHER, firsts, 2, 0, 5, 1);
	expect_piece(SUMAC_COLL_SCAN, NULL, SUMAC_ALL_PARTS, 0, 0, COUNT);
}

static void test_buffers_hold_the_whole_or_a_part(void **state)
{
	static const uint64_t firsts[SIZE + 1] = { 0, 5, 5, 6, COUNT };

	(void)state;
	for (int coll = 0; coll < SUMAC_N_COLLS; coll++)
		for (int rank = 0; rank < SIZE; rank++) {
			uint64_t part = firsts[rank + 1] - firsts[rank];

			assert_int_equal(sumac_coll_src_count(coll, COUNT, firsts, SIZE, rank),
					 coll == SUMAC_COLL_ALLGATHER ? part : COUNT);
			assert_int_equal(sumac_coll_dst_count(coll, COUNT, firsts, SIZE, rank),
					 coll == SUMAC_COLL_REDUCE_SCATTER ? part : COUNT);
		}
	assert_int_equal(sumac_coll_src_count(SUMAC_COLL_ALLGATHER, COUNT, NULL, SIZE, 1), COUNT / SIZE);
	assert_int_equal(sumac_coll_dst_count(SUMAC_COLL_REDUCE_SCATTER, COUNT, NULL, SIZE, 1), COUNT / SIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_row_says_what_its_collective_needs),
		cmocka_unit_test(test_other_numbers_are_no_collectives),
		cmocka_unit_test(test_parts_lie_in_rank_order),
		cmocka_unit_test(test_buffers_hold_the_whole_or_a_part),
	};

	return cmocka_run_group_tests_name("collective", tests, NULL, NULL);
}
