/*
 * Operands that pass between two ranks, driven by hand: copied, or lent where only their owner maps them; and which way is taken.
 */
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEAF_RANKS 2
#include "leaf_by_hand.h"

enum { COUNT = 40000 }; /* several rounds */
static int32_t src[N][COUNT], dst[N][COUNT];
static uint32_t n_posted;

static void open_pair(enum sumac_single_copy single_copy)
{
	struct sumac_cpu_options as_set = options;

	as_set.single_copy = single_copy;
	solo_open(&solo, N, as_set);
	n_posted = 0;
}

static int open_reading(void **state)
{
	(void)state;
	open_pair(SUMAC_SINGLE_COPY_YES);
	return 0;
}

static int *post(int rank, enum sumac_coll coll, bool is_in_place)
{
	struct sumac_call call = { .coll = coll, .count = COUNT, .src = src[rank], .dst = is_in_place ? src[rank] : dst[rank],
				   .root = 1 };

	for (int i = 0; i < COUNT; i++)
		src[rank][i] = (rank + 1) * (i + 1);
	return &post_sum(rank, n_posted % 16, call)->status;
}

/* Both ranks' part in a call; rank 1 gets. Whether rank 0 has lent its operand. */
static bool pass(enum sumac_coll coll, bool is_in_place)
{
	int32_t *got = is_in_place ? src[1] : dst[1];
	bool lends;

	n_posted++;
	memset(dst, 0, sizeof(dst));
	post(0, coll, false);
	lends = leaf_of(0)->oldest->lends[SUMAC_LEAF_OWN_SRC];
	post(1, coll, is_in_place);
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++)
		assert_int_equal(tickets[rank][n_posted % 16].status, 0);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(got[i], (coll == SUMAC_COLL_EXSCAN ? 1 : 3) * (i + 1));
	return lends;
}

static const enum sumac_coll colls[] = { SUMAC_COLL_REDUCE, SUMAC_COLL_SCAN, SUMAC_COLL_EXSCAN };

/* The first call is copied, since the reader has yet to find out whether the kernel lets it read. */
static void test_what_is_lent_is_read_where_it_lies(void **state)
{
	(void)state;
	assert_false(pass(SUMAC_COLL_REDUCE, false));
	memset(leaf_of(0)->copies, 0, sumac_leaf_copies_bytes(leaf_of(0)));
	for (int i = 0; i < 6; i++)
		assert_true(pass(colls[i % 3], i / 3));
	for (size_t i = 0; i < sumac_leaf_copies_bytes(leaf_of(0)); i++)
		assert_int_equal(leaf_of(0)->copies[i], 0);
}

/* Its own setting says so, or the other one's. An address that comes all the same is refused. */
static void test_who_may_not_read_is_lent_nothing(void **state)
{
	int *status;

	for (int rank = 0; rank < N; rank++) {
		close_leaf(state);
		open_reading(state);
		leaf_of(rank)->single_copy = SUMAC_SINGLE_COPY_NO;
		for (int i = 0; i < 24; i++)
			assert_false(pass(colls[i % 3], i % 2));
	}
	n_posted++;
	post(0, SUMAC_COLL_SCAN, false);
	leaf_of(0)->slots[leaf_of(0)->oldest->slot].lent[SUMAC_LEAF_OWN_SRC] = (uint64_t)(uintptr_t)src[0];
	status = post(1, SUMAC_COLL_SCAN, false);
	solo_progress(&solo);
	assert_int_equal(*status, -SUMAC_EIO);
}

static void test_a_lender_stays_until_it_is_read(void **state)
{
	int ranks[N], *status;

	(void)state;
	pass(SUMAC_COLL_REDUCE, false);
	for (int i = 0; i < 3; i++) {
		n_posted++;
		status = post(0, colls[i], false);
		solo_progress(&solo);
		assert_int_equal(*status, 1);
		assert_int_equal(waits_of(0, ranks), 1);
		assert_int_equal(ranks[0], 1);
		post(1, colls[i], false);
		solo_progress(&solo);
		assert_int_equal(*status, 0);
	}
}

static uint64_t process_that_has_died(void)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	waitpid(child, NULL, 0);
	return (uint64_t)child;
}

static void do_nothing(struct sumac_leaf_slot *slot)
{
	(void)slot;
}

/* Another process has the number, which does not have the team's key. */
static void make_other(struct sumac_leaf_slot *slot)
{
	static const uint64_t other_key = 1;

	(void)slot;
	leaf_of(1)->peers[0].key_at = (uint64_t)(uintptr_t)&other_key;
}

static void make_dead(struct sumac_leaf_slot *slot)
{
	(void)slot;
	leaf_of(1)->peers[0].process = process_that_has_died();
}

static void lend_nowhere(struct sumac_leaf_slot *slot)
{
	slot->lent[SUMAC_LEAF_OWN_SRC] = 8;
}

static void lend_beyond(struct sumac_leaf_slot *slot)
{
	slot->lent[SUMAC_LEAF_OWN_SRC] = UINT64_MAX - 4096;
}

/* The last one's first round can be read, and no other. */
static void lend_a_part(struct sumac_leaf_slot *slot)
{
	const size_t page = 4096, chunk = 2048;
	uint8_t *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(pages + page, page);
	memcpy(pages + page - chunk, src[0], chunk);
	slot->lent[SUMAC_LEAF_OWN_SRC] = (uint64_t)(uintptr_t)(pages + page - chunk);
}

/* The reader then awaits copies; nothing is lent again. */
static void test_a_lender_that_cannot_be_read_copies(void **state)
{
	void (*const breaks[])(struct sumac_leaf_slot *slot) = { do_nothing, make_other, make_dead, lend_nowhere, lend_beyond,
								 lend_a_part };

	for (int i = 0; i < 6 * 3; i++) {
		enum sumac_coll coll = colls[i % 3];

		pass(SUMAC_COLL_REDUCE, false);
		n_posted++;
		memset(dst, 0, sizeof(dst));
		post(0, coll, false);
		breaks[i / 3](&leaf_of(0)->slots[leaf_of(0)->oldest->slot]);
		post(1, coll, false);
		solo_progress(&solo);
		for (int rank = 0; rank < N; rank++)
			assert_int_equal(tickets[rank][n_posted].status, 0);
		for (int j = 0; j < COUNT; j++)
			assert_int_equal(dst[1][j], (coll == SUMAC_COLL_EXSCAN ? 1 : 3) * (j + 1));
		assert_int_equal(leaf_of(1)->control->read_in, i < 3 ? 2 : 0);
		assert_int_equal(pass(coll, false), i < 3);
		assert_int_equal(pass(coll, true), i < 3);
		close_leaf(state);
		open_reading(state);
	}
}

/* Nobody reads a rank's own memory in other calls. */
static void test_an_address_where_none_is_wanted_is_refused(void **state)
{
	int *status;

	(void)state;
	pass(SUMAC_COLL_REDUCE, false);
	n_posted++;
	post(0, SUMAC_COLL_ALLREDUCE, false);
	leaf_of(0)->slots[leaf_of(0)->oldest->slot].lent[SUMAC_LEAF_OWN_SRC] = (uint64_t)(uintptr_t)src[0];
	status = post(1, SUMAC_COLL_ALLREDUCE, false);
	solo_progress(&solo);
	assert_int_equal(*status, -SUMAC_EIO);
	assert_int_equal(tickets[1][n_posted].fault_rank, 0);
}

/* A trial of four turns, whose calls take so long; returns what comes next. */
static bool try(struct sumac_leaf_pass *pass, uint64_t copied_ns, uint64_t lent_ns)
{
	for (int i = 0; i < 12; i++) {
		bool lends = sumac_leaf_pass_lends(pass);

		assert_int_equal(lends, i / 3 % 2);
		if (i % 3)
			sumac_leaf_pass_took(pass, lends, lends ? lent_ns : copied_ns);
	}
	return sumac_leaf_pass_lends(pass);
}

static void test_the_way_that_gains_is_taken(void **state)
{
	static const struct { uint64_t copied_ns, lent_ns; bool lends; } cases[] = {
		{ 1051, 1000, true }, { 1050, 1000, false }, { 1000, 2000, false }, { 0, 1000, false }, { 1000, 0, false }
	};

	(void)state;
	for (int i = 0; i < 5; i++) {
		struct sumac_leaf_pass pass = { 0 };

		assert_int_equal(try(&pass, cases[i].copied_ns, cases[i].lent_ns), cases[i].lends);
	}
}

/* Calls until the next trial, in each of which the way taken takes so long. */
static int n_until_trial(struct sumac_leaf_pass *pass, uint64_t ns)
{
	int n = 1; /* the one after the last trial */

	for (; sumac_leaf_pass_lends(pass), !pass->is_trial; n++)
		sumac_leaf_pass_took(pass, pass->lends, ns);
	for (int i = 1; i < 12; i++)
		sumac_leaf_pass_lends(pass);
	return n;
}

static void test_trials_are_seldom_unless_the_way_has_become_slow(void **state)
{
	struct sumac_leaf_pass pass = { 0 };

	(void)state;
	assert_true(try(&pass, 2000, 1000));
	assert_int_equal(n_until_trial(&pass, 1100), 128);
	pass.least_ns[false] = 2000;
	pass.least_ns[true] = 1000;
	assert_true(sumac_leaf_pass_lends(&pass));
	assert_int_equal(n_until_trial(&pass, 1100), 256);
	pass.least_ns[false] = 2000;
	pass.least_ns[true] = 1000;
	assert_true(sumac_leaf_pass_lends(&pass));
	assert_in_range(n_until_trial(&pass, 2200), 32, 40);
}

/* The reader tells its time, and the giver hears it, in calls that both have done. */
static void test_both_ranks_times_count(void **state)
{
	const struct sumac_leaf_pass *size;

	(void)state;
	solo_close(&solo);
	open_pair(SUMAC_SINGLE_COPY_AUTO);
	size = &leaf_of(0)->passes[0][4]; /* 160,000 bytes lie between 128 and 256 KiB */
	for (int i = 0; i < 14; i++)
		pass(SUMAC_COLL_REDUCE, false);
	assert_true(size->least_ns[false] && size->least_ns[true]);
	assert_false(size->is_trial);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_reading, close_leaf)
	const struct CMUnitTest tests[] = {
		TEST(test_what_is_lent_is_read_where_it_lies),
		TEST(test_who_may_not_read_is_lent_nothing),
		TEST(test_a_lender_stays_until_it_is_read),
		TEST(test_a_lender_that_cannot_be_read_copies),
		TEST(test_an_address_where_none_is_wanted_is_refused),
		TEST(test_both_ranks_times_count),
		cmocka_unit_test(test_the_way_that_gains_is_taken),
		cmocka_unit_test(test_trials_are_seldom_unless_the_way_has_become_slow),
	};

	return cmocka_run_group_tests_name("leaf_pass", tests, NULL, NULL);
}
