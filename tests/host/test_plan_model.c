/*
 * The model on which plans are proved: its chunks, rings and
 * order of sends, and plans that are wrong by themselves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_model.h"

enum { SIZE = 4, N_CHUNKS = 3, SLOTS = 2 };

static struct sumac_plan plans[SIZE];
static const struct sumac_plan *calls[2] = { plans, plans };
static const int roots[2] = { -1, -1 };
static struct sumac_plan_run run;
static struct plan_model model;
static char why[160];

static int make_plans(void **state)
{
	(void)state;
	for (int rank = 0; rank < SIZE; rank++) {
		struct sumac_plan_spec spec = { .coll = SUMAC_COLL_ALLREDUCE, .size = SIZE, .rank = rank, .radix = 16 };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
	}
	run = (struct sumac_plan_run){ .size = SIZE, .radix = 16, .n_calls = 2, .plans = calls, .roots = roots,
				       .slots = SLOTS, .ring_slots = 2, .n_chunks = N_CHUNKS };
	model = (struct plan_model){ .run = &run, .why = why, .cap_bytes = sizeof(why) };
	return 0;
}

static int free_model(void **state)
{
	(void)state;
	sumac_plan_model_free(&model);
	return 0;
}

static void every_chunk_of_every_node_is_an_item(void **state)
{
	(void)state;
	assert_int_equal(sumac_plan_model_build(&model), 0);
	for (int r = 0; r < SIZE; r++)
		for (int call = 0; call < 2; call++)
			for (int node = 0; node < plans[r].n_nodes; node++)
				for (int chunk = 0; chunk < N_CHUNKS; chunk++) {
					const struct plan_item *item = sumac_plan_model_item(&model.ranks[r], call, node, chunk);

					assert_true(item->call == call && item->node == node && item->chunk == chunk);
					assert_int_equal(item->outs_left, plans[r].node[node].n_out);
					assert_false(item->folded);
				}
}

static void calls_have_chunks_of_their_own(void **state)
{
	static const int chunks[2] = { 1, N_CHUNKS };

	(void)state;
	run.chunks = chunks;
	assert_int_equal(sumac_plan_model_build(&model), 0);
	assert_int_equal(model.ranks[1].rings[0].n, 1 + N_CHUNKS);
	assert_int_equal(model.ranks[1].rings[0].order[1]->call, 1);
}

/* An exchange has two: one for what is sent, one for what is folded. */
static void a_ring_has_its_nodes_chunks_in_order(void **state)
{
	(void)state;
	assert_int_equal(sumac_plan_model_build(&model), 0);
	for (int r = 0; r < SIZE; r++) {
		assert_int_equal(model.ranks[r].n_rings, 2);
		for (int g = 0; g < 2; g++) {
			const struct plan_ring *ring = &model.ranks[r].rings[g];

			assert_int_equal(ring->n, 2 * N_CHUNKS);
			for (int i = 0; i < ring->n; i++) {
				assert_int_equal(plans[r].node[ring->order[i]->node].ring, ring->id);
				assert_true(ring->order[i]->call == i / N_CHUNKS && ring->order[i]->chunk == i % N_CHUNKS);
			}
		}
	}
}

static void sends_go_by_call_chunk_and_output(void **state)
{
	(void)state;
	assert_int_equal(sumac_plan_model_build(&model), 0);
	for (int r = 0; r < SIZE; r++) {
		const struct plan_rank *rank = &model.ranks[r];

		assert_int_equal(rank->n_sends, 2 * N_CHUNKS * (SIZE - 1));
		for (int i = 0; i < rank->n_sends; i++) {
			const struct plan_send *send = &rank->sends[i];

			assert_int_equal(send->item->call, i / (N_CHUNKS * (SIZE - 1)));
			assert_int_equal(send->item->chunk, i / (SIZE - 1) % N_CHUNKS);
			assert_ptr_equal(send->out, &plans[r].node[send->item->node].out[i % (SIZE - 1)]);
			assert_int_equal(send->out->kind, SUMAC_STREAM_CHANNEL);
		}
	}
}

/* The streams of a chunk take turns in the route's order; each channel numbers its chunks. */
static void a_spread_node_has_an_item_for_each_stream(void **state)
{
	(void)state;
	for (int rank = 0; rank < SIZE; rank++) {
		struct sumac_plan_spec spec = { .coll = SUMAC_COLL_ALLREDUCE, .size = SIZE, .rank = rank, .radix = 16,
						.features = SUMAC_FEATURE_SPREAD, .len_bytes = 1 << 20 };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
	}
	run.spread = true;
	assert_int_equal(sumac_plan_model_build(&model), 0);
	for (int r = 0; r < SIZE; r++) {
		assert_int_equal(model.ranks[r].n_rings, 3);
		for (int g = 0; g < 3; g++)
			for (int i = 0; g != 1 && i < 2 * N_CHUNKS * (SIZE - 1); i++) {
				const struct plan_item *item = model.ranks[r].rings[g].order[i];
				int turn = i % (SIZE - 1) + 1;

				assert_int_equal(item->chunk, i / (SIZE - 1) % N_CHUNKS);
				assert_int_equal(item->part, (g == 0 ? r + turn : r + SIZE - turn) % SIZE);
				assert_int_equal(g == 0 ? item->out_first : item->in_first, turn - 1);
				assert_int_equal(item->outs_left, 1);
			}
		for (int i = 0; i < model.ranks[r].n_sends; i++) {
			const struct plan_send *send = &model.ranks[r].sends[i];

			assert_int_equal(send->number, send->item->call * N_CHUNKS + send->item->chunk);
		}
	}
}

/* Steps come before chunks, within a segment. */
static void a_segment_ends_before_the_next_begins(void **state)
{
	(void)state;
	run.links = true;
	run.segment_chunks = 2;
	for (int rank = 0; rank < SIZE; rank++)
		for (int node = 0; node < plans[rank].n_nodes; node++)
			plans[rank].node[node].ring = 0;
	assert_int_equal(sumac_plan_model_build(&model), 0);
	assert_int_equal(model.ranks[1].rings[0].n, 2 * 2 * N_CHUNKS);
	for (int i = 0, last = 0; i < model.ranks[1].rings[0].n; i++) {
		int at = model.ranks[1].rings[0].order[i]->call * 2 + model.ranks[1].rings[0].order[i]->chunk / 2;

		assert_true(at >= last);
		last = at;
	}
}

static void expect_blame(const char *words)
{
	assert_int_equal(sumac_plan_model_build(&model), -SUMAC_EINVAL);
	if (!strstr(why, words))
		fail_msg("no \"%s\" in \"%s\"", words, why);
	sumac_plan_model_free(&model);
	make_plans(NULL);
}

/* The node of rank 2 that folds. */
static struct sumac_plan_node *fold(void)
{
	return &plans[2].node[1];
}

static void what_is_wrong_by_itself_is_refused(void **state)
{
	(void)state;
	assert_int_equal(fold()->n_in, SIZE);
	plans[2].n_nodes = plans[2].cap + 1;
	expect_blame("rank 2 has ");
	fold()->in[SIZE - 1].combines--;
	expect_blame("rank 2, node 1: its program does not leave one value");
	fold()->in[0].combines = 1;
	expect_blame("rank 2, node 1: its program does not leave one value");
	fold()->out[0].tap = 0;
	expect_blame("rank 2, node 1: its program does not leave one value");
	fold()->ring = SUMAC_PLAN_MAX_RINGS;
	expect_blame("rank 2, node 1: there is no ring 4");
	fold()->in[0].peer = 2;
	expect_blame("rank 2, node 1: a stream leads nowhere"); /* to itself */
	fold()->in[0].peer = SIZE;
	expect_blame("rank 2, node 1: a stream leads nowhere");
	fold()->in[0].class = SUMAC_CLASS_DOWN;
	expect_blame("rank 2, node 1: a stream leads nowhere");
	fold()->in[0].kind = SUMAC_STREAM_NODE;
	expect_blame("rank 2, node 1: a stream leads nowhere"); /* without links */
	fold()->out[0].kind = 3;
	fold()->out[0].peer = 0;
	expect_blame("rank 2, node 1: a stream leads nowhere");
}

static void a_link_has_two_ends(void **state)
{
	(void)state;
	run.links = true;
	fold()->in[2] = (struct sumac_plan_in){ .kind = SUMAC_STREAM_NODE, .peer = 0, .combines = fold()->in[2].combines };
	expect_blame("rank 2, node 1: a stream leads nowhere"); /* node 0 has no such output */
	run.links = true;
	fold()->in[2] = (struct sumac_plan_in){ .kind = SUMAC_STREAM_NODE, .peer = 0, .combines = fold()->in[2].combines };
	plans[2].node[0].out[plans[2].node[0].n_out++] =
		(struct sumac_plan_out){ .kind = SUMAC_STREAM_NODE, .peer = 1, .tap = 0 };
	assert_int_equal(sumac_plan_model_build(&model), 0);
}

#define MODEL_TEST(name) cmocka_unit_test_setup_teardown(name, make_plans, free_model)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MODEL_TEST(every_chunk_of_every_node_is_an_item),
		MODEL_TEST(calls_have_chunks_of_their_own),
		MODEL_TEST(a_ring_has_its_nodes_chunks_in_order),
		MODEL_TEST(sends_go_by_call_chunk_and_output),
		MODEL_TEST(a_spread_node_has_an_item_for_each_stream),
		MODEL_TEST(a_segment_ends_before_the_next_begins),
		MODEL_TEST(what_is_wrong_by_itself_is_refused),
		MODEL_TEST(a_link_has_two_ends),
	};

	return cmocka_run_group_tests_name("plan_model", tests, NULL, NULL);
}
