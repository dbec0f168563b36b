/*
 * The CPU engine's interface to the core: what it does, when it takes
 * calls, how it notes them, and that closing it leaves nothing behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"

static struct solo solo;
static int32_t word = 4, result;
/* Calls that are still in progress when a test ends are ended by the engine's close. */
static struct sumac_call calls[4];
static struct sumac_ticket tickets[4];

static int open_two(void **state)
{
	(void)state;
	solo_open(&solo, 2, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 3 });
	return 0;
}

static int close_two(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

static struct sumac_engine_team *base_of(int rank)
{
	return (struct sumac_engine_team *)solo.team[rank];
}

static struct sumac_call a_call(uint32_t seq)
{
	return (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 1,
				    .src_bytes = sizeof(word), .dst_bytes = sizeof(result), .src = &word, .dst = &result,
				    .seq = seq, .digest = seq };
}

static void test_every_pair_of_the_table_is_done_and_no_other(void **state)
{
	bool is_there[16][256] = { { false } };
	const struct sumac_engine_ops *ops = solo.engine[0]->ops;

	(void)state;
#define SUMAC_COMBINATION(op, type, ...) is_there[SUMAC_OP_##op][SUMAC_TYPE_##type] = true;
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	for (int op = 0; op < 16; op++)
		for (int type = 0; type < 256; type++)
			if (!ops->why_not(solo.engine[0], op, type, 1000000) != is_there[op][type])
				fail_msg("op %d, type 0x%02x", op, type);
	assert_non_null(ops->why_not(solo.engine[0], SUMAC_OP_SUM, SUMAC_TYPE_I32, 0));
}

static void test_a_failure_between_calls_shows_at_the_next(void **state)
{
	struct sumac_call call = a_call(1);
	struct sumac_ticket ticket;

	(void)state;
	solo.engine[0]->ops->team_fail(base_of(0), -SUMAC_EPEER, 1);
	for (int again = 0; again < 2; again++) {
		assert_int_equal((again ? solo.engine[0]->ops->post_like : solo.engine[0]->ops->post)(base_of(0), &call, &ticket),
				 0);
		assert_int_equal(ticket.status, -SUMAC_EPEER);
		assert_int_equal(ticket.fault_rank, 1);
		ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	}
}

static void test_messages_of_no_team_are_dropped(void **state)
{
	struct sumac_cpu_chunk_header header = { .key = SOLO_KEY + 1 };
	uint8_t bytes[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	struct sumac_fabric_send *send;

	(void)state;
	memcpy(bytes, &header, sizeof(header));
	for (int i = 0; i < 3; i++) {
		assert_int_equal(sumac_fabric_send(solo.team[1]->engine->fabric, 0, bytes, NULL, 0, &send), 0);
		sumac_fabric_send_forget(send);
	}
	solo_progress(&solo);
	assert_null(solo.team[0]->streams);
}

/* With calls in progress, chunks in flight and messages unread: LeakSanitizer reports what is left. */
static void test_closing_lets_go_of_everything(void **state)
{
	static int32_t src[10000], dst[2][10000];
	(void)state;
	for (int rank = 0; rank < 2; rank++) {
		calls[rank] = a_call(1);
		calls[rank].count = 10000;
		calls[rank].src = src;
		calls[rank].dst = dst[rank];
		assert_int_equal(solo_post(&solo, rank, &calls[rank], &tickets[rank]), 0);
	}
	assert_int_equal(tickets[0].status, 1);
}

static void test_numbers_may_wrap_in_the_window(void **state)
{
	(void)state;
	assert_int_equal(((struct sumac_cpu_engine *)solo.engine[0])->window_slots, 4);
	assert_string_equal(solo.engine[0]->ops->name, "cpu");
}

#define ENGINE_TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_two)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ENGINE_TEST(test_every_pair_of_the_table_is_done_and_no_other),
		ENGINE_TEST(test_a_failure_between_calls_shows_at_the_next),
		ENGINE_TEST(test_messages_of_no_team_are_dropped),
		ENGINE_TEST(test_closing_lets_go_of_everything),
		ENGINE_TEST(test_numbers_may_wrap_in_the_window),
	};

	return cmocka_run_group_tests_name("cpu_engine", tests, NULL, NULL);
}
