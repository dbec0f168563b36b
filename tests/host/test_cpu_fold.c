/*
 * One node's work on one chunk: the postfix program's order, where results go, and what it waits for. The
 * nodes are made by hand, and the operation is a difference, so that a wrong order shows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"

enum { WINDOW = 2, CHUNK_ELEMS = 4, COUNT = 6 /* a whole chunk and half of one */ };

static struct solo solo;
static struct sumac_call call;
static struct sumac_cpu_run run;
static struct sumac_plan_node plan[2];
static int32_t src[COUNT], dst[COUNT];

static int set_up(void **state)
{
	(void)state;
	solo_open(&solo, 4, (struct sumac_cpu_options){ .chunk_bytes = CHUNK_ELEMS * sizeof(int32_t), .window = WINDOW });
	memset(plan, 0, sizeof(plan));
	for (int i = 0; i < COUNT; i++)
		src[i] = 1000 + i, dst[i] = 0;
	call = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_TEST_SUB, .type = SUMAC_TYPE_I32,
				    .count = COUNT, .src = src, .dst = dst, .seq = 1, .digest = 5 };
	run = (struct sumac_cpu_run){ .team = solo.team[0], .call = &call, .plan = { .node = plan },
				      .kernel = sumac_kernel_find(SUMAC_OP_TEST_SUB, SUMAC_TYPE_I32),
				      .elem_bytes = sizeof(int32_t), .chunk_elems = CHUNK_ELEMS,
				      .nodes = calloc(2, sizeof(run.nodes[0])) };
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (struct sumac_cpu_node *node = run.nodes; node < run.nodes + 2; node++)
		for (struct sumac_cpu_output *out = node->out; out < node->out + SUMAC_ROUTE_MAX_OUT; out++) {
			for (int i = 0; out->values && i < WINDOW; i++)
				sumac_cpu_value_put(&out->values[i]);
			free(out->values);
		}
	free(run.nodes);
	solo_close(&solo);
	return 0;
}

static void expect(const int32_t *got, int n, int32_t base, int32_t slope)
{
	for (int i = 0; i < n; i++)
		assert_int_equal(got[i], base + slope * i);
}

static struct sumac_cpu_node *node(int n)
{
	run.plan.n_nodes = n + 1 > run.plan.n_nodes ? n + 1 : run.plan.n_nodes;
	run.nodes[n].plan = &plan[n];
	run.nodes[n].piece.n = call.count;
	run.nodes[n].n_chunks = call.count ? (call.count - 1) / CHUNK_ELEMS + 1 : 1;
	return &run.nodes[n];
}

static void add_input(int n, int kind, int peer, int combines)
{
	int i = plan[n].n_in++;

	plan[n].in[i] = (struct sumac_plan_in){ .kind = (uint8_t)kind, .peer = (uint16_t)peer,
						     .combines = (uint8_t)combines };
	node(n)->reads_memory |= kind == SUMAC_STREAM_MEMORY;
	if (kind == SUMAC_STREAM_CHANNEL)
		node(n)->in[i].stream = sumac_cpu_stream_get(run.team, peer, 0, 0);
	if (kind == SUMAC_STREAM_NODE)
		node(n)->in[i].link = &run.nodes[peer].out[0];
}

static struct sumac_cpu_output *add_output(int n, int kind, int tap)
{
	int o = plan[n].n_out++;
	struct sumac_cpu_output *out = &node(n)->out[o];

	plan[n].out[o] = (struct sumac_plan_out){ .kind = (uint8_t)kind, .peer = 1, .tap = (uint8_t)tap };
	node(n)->writes_memory |= kind == SUMAC_STREAM_MEMORY;
	if (kind == SUMAC_STREAM_CHANNEL)
		out->stream = sumac_cpu_stream_get(run.team, 1, 0, 1);
	if (kind != SUMAC_STREAM_MEMORY)
		out->values = calloc(WINDOW, sizeof(out->values[0]));
	return out;
}

/* A chunk from this peer: base, base + 1, ... */
static void arrive(int peer, uint32_t chunk, int32_t base, uint64_t digest)
{
	struct sumac_cpu_chunk_header header = { .from = (uint32_t)peer, .number = chunk, .chunk = chunk, .seq = call.seq,
						 .digest = digest };
	size_t n = sumac_cpu_chunk_bytes(&run, node(0), chunk) / sizeof(int32_t);
	int32_t words[CHUNK_ELEMS];

	for (size_t i = 0; i < n; i++)
		words[i] = base + (int32_t)i;
	sumac_cpu_team_arrive(run.team, solo_chunk(run.team, header, words, n * sizeof(int32_t)));
}

/* (memory - 1) - (2 - 3), as in an exchange of four. */
static void test_the_program_decides_the_order(void **state)
{
	(void)state;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 1, 1);
	add_input(0, SUMAC_STREAM_CHANNEL, 2, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 3, 2);
	add_output(0, SUMAC_STREAM_MEMORY, 3);
	arrive(3, 0, 30, 5);
	arrive(1, 0, 10, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 0); /* 2 is missing */
	expect(dst, COUNT, 0, 0);
	arrive(2, 0, 200, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	expect(dst, CHUNK_ELEMS, (1000 - 10) - (200 - 30), 0);
	assert_int_equal(dst[CHUNK_ELEMS], 0); /* of the next chunk */
	for (int peer = 1; peer < 4; peer++)
		arrive(peer, 1, peer, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	expect(dst + CHUNK_ELEMS, COUNT - CHUNK_ELEMS, (1004 - 1) - (2 - 3), 0);
	assert_int_equal(node(0)->out[0].n_done, 2);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 0); /* there are no more */
	expect(src, COUNT, 1000, 1);
}

static void test_a_tap_takes_the_value_after_its_input(void **state)
{
	struct sumac_cpu_output *out = add_output(0, SUMAC_STREAM_CHANNEL, 1);

	(void)state;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 1, 1);
	add_input(0, SUMAC_STREAM_CHANNEL, 2, 1);
	add_output(0, SUMAC_STREAM_MEMORY, 2);
	arrive(1, 0, 10, 5);
	arrive(2, 0, 100, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	expect((const int32_t *)(const void *)out->values[0].data, CHUNK_ELEMS, 990, 0);
	expect(dst, CHUNK_ELEMS, 890, -1);
}

/* Two operands are in the caller's memory, and this is not the final result: neither may be written. */
static void test_the_source_is_never_written(void **state)
{
	(void)state;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_MEMORY, 0, 1);
	add_input(0, SUMAC_STREAM_CHANNEL, 1, 1);
	add_output(0, SUMAC_STREAM_MEMORY, 2);
	arrive(1, 0, 3, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	expect(dst, CHUNK_ELEMS, -3, -1);
	expect(src, COUNT, 1000, 1);
}

static void test_a_link_hands_the_value_on(void **state)
{
	(void)state;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 1, 1);
	add_output(0, SUMAC_STREAM_NODE, 1);
	add_input(1, SUMAC_STREAM_NODE, 0, 0);
	add_input(1, SUMAC_STREAM_CHANNEL, 2, 1);
	add_output(1, SUMAC_STREAM_MEMORY, 1);
	arrive(2, 0, 7, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(1)), 0);
	arrive(1, 0, 10, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	assert_true(sumac_cpu_node_fire(&run, node(1)) == 1 && node(0)->out[0].n_done == 1);
	expect(dst, CHUNK_ELEMS, 983, -1);
}

static void test_outputs_hold_no_more_than_the_window(void **state)
{
	struct sumac_cpu_output *out = add_output(0, SUMAC_STREAM_CHANNEL, 0);

	(void)state;
	call.count = 4 * CHUNK_ELEMS;
	call.src = test_calloc(call.count, sizeof(int32_t));
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	for (int i = 0; i < WINDOW; i++)
		assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 0);
	out->n_done = 1;
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	test_free((void *)(uintptr_t)call.src);
}

/* In place: what another node still has to read, or to send, is not overwritten. */
static void test_in_place_waits_for_those_who_read(void **state)
{
	struct sumac_cpu_output *sent;

	(void)state;
	call.dst = src;
	run.is_in_place = true;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	sent = add_output(0, SUMAC_STREAM_CHANNEL, 0);
	add_input(1, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(1, SUMAC_STREAM_CHANNEL, 1, 1);
	add_output(1, SUMAC_STREAM_MEMORY, 1);
	arrive(1, 0, 10, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(1)), 0);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	assert_ptr_equal(sent->values[0].data, src); /* sent from where it is */
	assert_int_equal(sumac_cpu_node_fire(&run, node(1)), 0);
	sent->n_sent = sent->n_done = 1;
	assert_int_equal(sumac_cpu_node_fire(&run, node(1)), 1);
	expect(src, CHUNK_ELEMS, 990, 0);
}

/* A reader whose value stays on this rank counts as well. */
static void test_in_place_waits_for_a_link_s_operands(void **state)
{
	(void)state;
	call.dst = src;
	run.is_in_place = true;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 2, 1);
	add_output(0, SUMAC_STREAM_NODE, 1);
	add_input(1, SUMAC_STREAM_MEMORY, 0, 0);
	add_output(1, SUMAC_STREAM_MEMORY, 0);
	assert_int_equal(sumac_cpu_node_fire(&run, node(1)), 0);
	arrive(2, 0, 10, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	assert_int_equal(sumac_cpu_node_fire(&run, node(1)), 1);
}

/* A node that sends its source and overwrites it sends a copy. */
static void test_in_place_a_node_copies_what_it_overwrites(void **state)
{
	struct sumac_cpu_output *sent;

	(void)state;
	call.dst = src;
	run.is_in_place = true;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 1, 1);
	sent = add_output(0, SUMAC_STREAM_CHANNEL, 0);
	add_output(0, SUMAC_STREAM_MEMORY, 1);
	arrive(1, 0, 10, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
	expect((const int32_t *)(const void *)sent->values[0].data, CHUNK_ELEMS, 1000, 1);
	expect(src, CHUNK_ELEMS, 990, 0);
}

static void test_a_chunk_of_another_call_fails_the_team(void **state)
{
	(void)state;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 2, 1);
	add_output(0, SUMAC_STREAM_MEMORY, 1);
	arrive(2, 0, 10, 6);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), -SUMAC_EMISMATCH);
	assert_true(run.team->base.status == -SUMAC_EMISMATCH && run.team->base.fault_rank == 2);
	expect(dst, COUNT, 0, 0);
}

static void test_an_empty_chunk_is_one_all_the_same(void **state)
{
	(void)state;
	call.count = 0;
	call.src = call.dst = NULL;
	add_input(0, SUMAC_STREAM_MEMORY, 0, 0);
	add_input(0, SUMAC_STREAM_CHANNEL, 1, 1);
	add_output(0, SUMAC_STREAM_MEMORY, 1);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 0);
	arrive(1, 0, 0, 5);
	assert_int_equal(sumac_cpu_node_fire(&run, node(0)), 1);
}

#define FOLD_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FOLD_TEST(test_the_program_decides_the_order),
		FOLD_TEST(test_a_tap_takes_the_value_after_its_input),
		FOLD_TEST(test_the_source_is_never_written),
		FOLD_TEST(test_a_link_hands_the_value_on),
		FOLD_TEST(test_outputs_hold_no_more_than_the_window),
		FOLD_TEST(test_in_place_waits_for_those_who_read),
		FOLD_TEST(test_in_place_waits_for_a_link_s_operands),
		FOLD_TEST(test_in_place_a_node_copies_what_it_overwrites),
		FOLD_TEST(test_a_chunk_of_another_call_fails_the_team),
		FOLD_TEST(test_an_empty_chunk_is_one_all_the_same),
	};

	return cmocka_run_group_tests_name("cpu_fold", tests, NULL, NULL);
}
