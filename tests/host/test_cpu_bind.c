/*
 * Plans bound to streams: both ends of a channel count
 * alike, links find each other, and what was bound is kept.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"

enum { KEPT = 4 };

static const struct sumac_cpu_options small = { .chunk_bytes = 256, .window = 2 };

static struct sumac_cpu_run *get(struct sumac_cpu_team *team, enum sumac_coll coll, int root)
{
	const struct sumac_call call = { .coll = coll, .root = root, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32 };
	struct sumac_cpu_run *run = NULL;

	assert_int_equal(sumac_cpu_run_get(team, &call, &run), 0);
	return run;
}

/* The number of this run's inputs (or outputs) to the peer on the stream of that class and ordinal. */
static int count(const struct sumac_cpu_run *run, bool of_inputs, int peer, int class, int ordinal)
{
	int n = 0;

	for (int i = 0; i < run->plan.n_nodes; i++)
		for (int k = 0; k < (of_inputs ? run->nodes[i].plan->n_in : run->nodes[i].plan->n_out); k++) {
			const struct sumac_cpu_stream *stream = of_inputs ? run->nodes[i].in[k].stream :
									    run->nodes[i].out[k].stream;

			n += stream && stream->peer == peer && stream->class == class && stream->ordinal == ordinal;
		}
	return n;
}

/* For every pair of ranks: one reads the streams on which the other
 * sends, and each stream has one writer and one reader. */
static void expect_ends_meet(struct solo *solo, enum sumac_coll coll, int root)
{
	struct sumac_cpu_run *runs[SOLO_MAX];
	int n_streams = 0;

	for (int rank = 0; rank < solo->size; rank++)
		runs[rank] = get(solo->team[rank], coll, root);
	for (int from = 0; from < solo->size; from++)
		for (int to = 0; to < solo->size; to++)
			for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++)
				for (int ordinal = 0; ordinal < sumac_cpu_max_ordinals(solo->team[0]); ordinal++) {
					int n = count(runs[from], false, to, class, ordinal);

					assert_in_range(n, 0, 1);
					assert_int_equal(n, count(runs[to], true, from, class, ordinal));
					n_streams += n;
				}
	assert_true(n_streams >= solo->size - 1);
	for (int rank = 0; rank < solo->size; rank++)
		sumac_cpu_run_put(runs[rank]);
}

static void test_both_ends_count_their_streams_alike(void **state)
{
	static const int sizes[] = { 2, 3, 8, 16, 17, 37 };
	static const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_BARRIER, SUMAC_COLL_REDUCE,
						 SUMAC_COLL_SCAN, SUMAC_COLL_EXSCAN, SUMAC_COLL_BROADCAST,
						 SUMAC_COLL_ALLGATHER, SUMAC_COLL_REDUCE_SCATTER };

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct solo solo;

		solo_open(&solo, sizes[i], small);
		/* A large reduce-scatter has too many streams to look for each. */
		for (size_t c = 0; c < sizeof(colls) / sizeof(colls[0]) - (sizes[i] > 17); c++)
			expect_ends_meet(&solo, colls[c], sizes[i] - 1);
		solo_close(&solo);
	}
}

/* Every input that is a link in the plan is bound to an output of
 * the node that the plan names, and no two share one. */
static void test_links_join_the_nodes_that_the_plan_names(void **state)
{
	struct solo solo;
	int n_links = 0;

	(void)state;
	solo_open(&solo, 37, small);
	for (int rank = 0; rank < solo.size; rank++) {
		struct sumac_cpu_run *run = get(solo.team[rank], SUMAC_COLL_ALLREDUCE, 0);
		struct sumac_cpu_output *last = NULL;

		for (int n = 0; n < run->plan.n_nodes; n++)
			for (int i = 0; i < run->plan.node[n].n_in; i++) {
				const struct sumac_plan_in *in = &run->plan.node[n].in[i];
				struct sumac_cpu_output *link = run->nodes[n].in[i].link;

				if (in->kind != SUMAC_STREAM_NODE) {
					assert_null(link);
					continue;
				}
				assert_true(link >= run->nodes[in->peer].out &&
					    link < run->nodes[in->peer].out + run->plan.node[in->peer].n_out);
				assert_ptr_not_equal(link, last);
				assert_int_equal(run->plan.node[in->peer].out[link - run->nodes[in->peer].out].peer, n);
				last = link;
				n_links++;
			}
		sumac_cpu_run_put(run);
	}
	assert_true(n_links > 0);
	solo_close(&solo);
}

static void test_nodes_know_whether_they_touch_memory(void **state)
{
	struct solo solo;
	struct sumac_cpu_run *run;

	(void)state;
	solo_open(&solo, 4, small);
	run = get(solo.team[2], SUMAC_COLL_REDUCE, 0); /* reads its memory, and sends to the root */
	assert_int_equal(run->plan.n_nodes, 1);
	assert_true(run->nodes[0].reads_memory && !run->nodes[0].writes_memory);
	sumac_cpu_run_put(run);
	run = get(solo.team[2], SUMAC_COLL_REDUCE, 2);
	assert_true(run->nodes[0].reads_memory && run->nodes[0].writes_memory);
	sumac_cpu_run_put(run);
	solo_close(&solo);
}

static void test_a_binding_is_kept_for_the_same_call(void **state)
{
	struct solo solo;
	struct sumac_cpu_run *sum, *second, *to_1, *to_2;

	(void)state;
	solo_open(&solo, 3, small);
	sum = get(solo.team[0], SUMAC_COLL_ALLREDUCE, 0);
	to_1 = get(solo.team[0], SUMAC_COLL_REDUCE, 1);
	to_2 = get(solo.team[0], SUMAC_COLL_REDUCE, 2);
	second = get(solo.team[0], SUMAC_COLL_ALLREDUCE, 0);
	assert_ptr_not_equal(second, sum); /* one in use is not handed out again */
	sumac_cpu_run_put(second);
	sumac_cpu_run_put(to_1);
	sumac_cpu_run_put(to_2);
	sumac_cpu_run_put(sum);
	assert_ptr_equal(get(solo.team[0], SUMAC_COLL_ALLREDUCE, 5), sum); /* an allreduce has no root */
	assert_ptr_equal(get(solo.team[0], SUMAC_COLL_REDUCE, 1), to_1);
	assert_ptr_equal(get(solo.team[0], SUMAC_COLL_REDUCE, 2), to_2);
	assert_true(solo.team[0]->spare == second && !second->next);
	for (struct sumac_cpu_run **run = (struct sumac_cpu_run *[]){ sum, to_1, to_2, NULL }; *run; run++)
		sumac_cpu_run_put(*run);
	solo_close(&solo);
}

static int n_spare(const struct sumac_cpu_team *team)
{
	int n = 0;

	for (const struct sumac_cpu_run *run = team->spare; run; run = run->next)
		n++;
	return n;
}

static void test_only_a_few_are_kept_and_those_the_newest(void **state)
{
	struct sumac_cpu_run *runs[KEPT + 3];
	struct solo solo;

	(void)state;
	solo_open(&solo, KEPT + 3, small);
	for (int root = 0; root < KEPT + 3; root++)
		runs[root] = get(solo.team[0], SUMAC_COLL_REDUCE, root);
	for (int root = 0; root < KEPT + 3; root++)
		sumac_cpu_run_put(runs[root]);
	assert_int_equal(n_spare(solo.team[0]), KEPT);
	for (int root = 3; root < KEPT + 3; root++) {
		struct sumac_cpu_run *run = get(solo.team[0], SUMAC_COLL_REDUCE, root);

		assert_ptr_equal(run, runs[root]);
		assert_int_equal(n_spare(solo.team[0]), KEPT - 1);
		sumac_cpu_run_put(run);
	}
	sumac_cpu_run_free_spare(solo.team[0]);
	assert_int_equal(n_spare(solo.team[0]), 0);
	solo_close(&solo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_ends_count_their_streams_alike),
		cmocka_unit_test(test_links_join_the_nodes_that_the_plan_names),
		cmocka_unit_test(test_nodes_know_whether_they_touch_memory),
		cmocka_unit_test(test_a_binding_is_kept_for_the_same_call),
		cmocka_unit_test(test_only_a_few_are_kept_and_those_the_newest),
	};

	return cmocka_run_group_tests_name("cpu_bind", tests, NULL, NULL);
}
