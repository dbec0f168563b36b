/*
 * Teams of the CPU engine, by streams and in leaves, when things go wrong: ranks that disagree, a team that is failed by the
 * core, questions and answers about the current call, and messages that nobody wants.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cpu_world.h"

static const struct sumac_cpu_options small = { .chunk_bytes = 256, .window = 2 };
static const struct sumac_cpu_options leaf = { .chunk_bytes = 256, .window = 2, .n_slots = 4, .small_bytes = 128,
					       .round_bytes = 4096 };
static const struct sumac_cpu_options *const ways[] = { &small, &leaf };

static void must(bool condition, const struct world_rank *rank, const char *what)
{
	if (!condition)
		world_die("rank %d of %d: not so: %s", rank->rank, rank->world->size, what);
}

/* Posts a call on one integer, with a digest of its own. */
static int call_with(struct world_rank *rank, enum sumac_coll coll, int root, uint64_t count, uint64_t digest,
		     struct sumac_ticket *request_out)
{
	static int32_t src[4096];
	int32_t dst[4096];
	struct sumac_call call = { .coll = coll, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = count, .root = root,
				   .dst = dst, .src = src, .seq = ++rank->seq, .digest = digest };

	if (world_post(rank, &call, request_out))
		world_die("post");
	return world_wait(rank, request_out);
}

/* Drives the engine until all ranks have come here: a rank that has finished goes on answering the others. */
static void meet(struct world_rank *rank)
{
	int *n_came = &rank->world->n_met;
	int target = __atomic_add_fetch(n_came, 1, __ATOMIC_SEQ_CST);

	target += (rank->world->size - target % rank->world->size) % rank->world->size;
	while (__atomic_load_n(n_came, __ATOMIC_SEQ_CST) < target) {
		world_progress(rank);
		usleep(100);
	}
	/* The messages that the last rank sent before it came here have arrived by now; several aborts may be queued. */
	for (int i = 0; i < 20; i++) {
		world_progress(rank);
		usleep(100);
	}
	pthread_barrier_wait(&rank->world->barrier);
}

static void one_disagrees(struct world_rank *rank, void *arg)
{
	const int *odd = arg;
	struct sumac_ticket ticket;

	must(call_with(rank, SUMAC_COLL_ALLREDUCE, 0, 10, 1, &ticket) == 0, rank, "the call before it is good");
	if (rank->rank != *odd && rank->rank % 2)
		usleep(2000);
	must(call_with(rank, SUMAC_COLL_ALLREDUCE, 0, 10, rank->rank == *odd ? 77 : 2, &ticket) == -SUMAC_EMISMATCH, rank,
	     "the second call mismatches");
	must(rank->rank == *odd ? ticket.fault_rank != *odd && ticket.fault_rank >= 0 : ticket.fault_rank == *odd, rank,
	     "the fault is the other's");
	must(call_with(rank, SUMAC_COLL_BARRIER, 0, 0, 3, &ticket) == -SUMAC_EMISMATCH, rank, "the team stays failed");
	meet(rank);
}

static void test_a_rank_with_another_digest_is_named_on_all(void **state)
{
	(void)state;
	for (int size = 2; size <= 6; size += 2)
		for (int odd = 0; odd < 2 * size; odd++) {
			struct world world;
			int rank = odd / 2;

			world_open(&world, size, *ways[odd % 2], rank % 2 ? (uint64_t)rank : 0);
			world_run(&world, one_disagrees, &rank);
			world_close(&world);
		}
}

/* Rank 2 takes rank 1 for the root, and sends to a stream that nobody reads; rank 0, the root for the others,
 * would wait forever; and rank 1 has done its part and only drives the engine. */
static void different_roots(struct world_rank *rank, void *arg)
{
	struct sumac_ticket ticket;
	int status;

	(void)arg;
	if (rank->rank == 2)
		usleep(5000);
	status = call_with(rank, SUMAC_COLL_REDUCE, rank->rank == 2 ? 1 : 0, 10, rank->rank == 2 ? 6 : 5, &ticket);
	must(status == -SUMAC_EMISMATCH || (rank->rank && !status), rank, "the root is told");
	meet(rank);
	must(call_with(rank, SUMAC_COLL_ALLREDUCE, 0, 10, 7, &ticket) == -SUMAC_EMISMATCH, rank, "all are told");
	meet(rank);
}

static void test_different_roots_are_found_out(void **state)
{
	struct world world;

	(void)state;
	for (int way = 0; way < 2; way++) {
		world_open(&world, 3, *ways[way], 0);
		world_run(&world, different_roots, NULL);
		world_close(&world);
	}
}

/* Rank 2 stays away; rank 0's core gives up. */
static void core_fails_it(struct world_rank *rank, void *arg)
{
	struct sumac_ticket tickets[2];
	struct sumac_call calls[2];
	static int32_t src[4096], dst[4][4096];
	int ranks[4], n = 0;

	(void)arg;
	if (rank->rank == 2) {
		pthread_barrier_wait(&rank->world->barrier);
		meet(rank);
		must(call_with(rank, SUMAC_COLL_ALLREDUCE, 0, 10, 1, &tickets[0]) == -SUMAC_ETIMEOUT, rank, "told at its call");
		must(tickets[0].fault_rank == 2, rank, "told that it was at fault");
		return;
	}
	for (int i = 0; i < 2; i++) {
		calls[i] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
			.count = 4096, .dst = dst[rank->rank], .src = src, .seq = (uint32_t)i + 1, .digest = (uint64_t)i + 1 };
		must(!world_post(rank, &calls[i], &tickets[i]), rank, "posted");
	}
	for (int i = 0; i < 20000; i++) { /* the others may start late */
		world_progress(rank);
		n = rank->engine->ops->waiting_for(rank->team, ranks, 4);
		if (n == 1 && ranks[0] == 2)
			break;
		usleep(200);
	}
	must(n == 1 && ranks[0] == 2, rank, "waits for rank 2 only");
	must(tickets[0].status == 1 && tickets[1].status == 1, rank, "in progress");
	pthread_barrier_wait(&rank->world->barrier);
	if (rank->rank == 0)
		sumac_agree_fail(rank->member.agreement, -SUMAC_ETIMEOUT, 2);
	for (int i = 0; i < 2; i++)
		must(world_wait(rank, &tickets[i]) == -SUMAC_ETIMEOUT && tickets[i].fault_rank == 2, rank, "all calls end");
	meet(rank);
}

static void test_a_failed_team_ends_its_calls_on_all_members(void **state)
{
	struct world world;

	(void)state;
	for (int way = 0; way < 2; way++) {
		world_open(&world, 4, *ways[way], 0);
		world_run(&world, core_fails_it, NULL);
		world_close(&world);
	}
}

static int ask(struct world_rank *rank, int other, struct sumac_notes *answer_out)
{
	for (int i = 0; i < 2000; i++) {
		int err = sumac_agree_ask(rank->member.agreement, other, answer_out);

		if (err <= 0)
			return err;
		world_progress(rank);
		usleep(100);
	}
	return -SUMAC_ETIMEOUT;
}

static void questions(struct world_rank *rank, void *arg)
{
	struct sumac_note note = { .digest = 22, .seq = 2, .engine = 1, .purpose = 2 };
	struct sumac_ticket ticket;
	struct sumac_notes answer;

	(void)arg;
	must(!ask(rank, (rank->rank + 1) % 3, &answer) && answer.call[0].seq == 0, rank, "no call yet");
	meet(rank);
	must(!call_with(rank, SUMAC_COLL_REDUCE, 1, 12, 8, &ticket), rank, "a call");
	must(!ask(rank, (rank->rank + 1) % 3, &answer) && answer.call[0].seq == 1 && answer.call[0].digest == 8, rank,
	     "that call");
	must(answer.call[0].coll == SUMAC_COLL_REDUCE && answer.call[0].op == SUMAC_OP_SUM &&
	     answer.call[0].type == SUMAC_TYPE_I32 && answer.call[0].count == 12 && answer.call[0].root == 1, rank,
	     "all that it is");
	must(answer.call[1].seq == 0, rank, "no call before it");
	meet(rank);
	if (rank->rank == 0)
		sumac_agree_note(rank->member.agreement, &note);
	meet(rank);
	must(!ask(rank, 0, &answer) && answer.call[0].seq == 2 && answer.call[0].digest == 22, rank, "the noted call");
	must(answer.call[0].engine == 1 && answer.call[0].purpose == 2 && answer.call[1].seq == 1, rank, "and the last");
	must(!ask(rank, 2, &answer) && answer.call[0].seq == 1, rank, "rank 2 is behind");
	must(sumac_agree_ask(rank->member.agreement, 3, &answer) == -SUMAC_EINVAL, rank, "no such rank");
	meet(rank);
}

static void test_a_member_says_which_call_it_is_in(void **state)
{
	struct world world;

	(void)state;
	for (int way = 0; way < 2; way++) {
		world_open(&world, 3, *ways[way], 13);
		world_run(&world, questions, NULL);
		world_close(&world);
	}
}

static void test_a_team_needs_equal_settings_and_members(void **state)
{
	uint8_t blob[SUMAC_ENGINE_BLOB_BYTES], blobs[2 * SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_engine *engines[2], *others[2];
	struct sumac_engine_team *team, *second;
	int world_ranks[2] = { 0, 1 };
	struct sumac_team_desc desc = { .size = 2, .world_ranks = world_ranks, .key = 5 };
	const struct sumac_engine_ops *ops;

	(void)state;
	assert_int_equal(cpu_engines_open(2, &small, engines), 0);
	assert_int_equal(cpu_engines_open(2, &(struct sumac_cpu_options){ .chunk_bytes = 512, .window = 2 }, others), 0);
	ops = engines[0]->ops;
	assert_int_equal(ops->team_reserve(engines[0], &desc, &team, blobs), 0);
	assert_int_equal(ops->team_reserve(engines[0], &desc, &second, blob), -SUMAC_EINVAL); /* the key is taken */
	desc.rank = 1;
	assert_int_equal(ops->team_reserve(engines[0], &desc, &second, blob), -SUMAC_EINVAL); /* not this rank */
	assert_int_equal(ops->team_reserve(others[1], &desc, &second, blobs + SUMAC_ENGINE_BLOB_BYTES), 0);
	assert_int_equal(ops->team_install(team, blobs), -SUMAC_EBUILD);
	ops->team_free(second);
	desc.key = 6;
	assert_int_equal(ops->team_reserve(engines[1], &desc, &second, blobs + SUMAC_ENGINE_BLOB_BYTES), 0);
	assert_int_equal(ops->team_install(team, blobs), -SUMAC_ETEAM);
	ops->team_free(second);
	ops->team_free(team);
	desc.size = 3;
	assert_int_equal(ops->team_reserve(engines[1], &desc, &second, blob), -SUMAC_EINVAL);
	for (int i = 0; i < 2; i++) {
		cpu_engine_close(engines[i]);
		cpu_engine_close(others[i]);
	}
}

/* Wrong keys, ranks, streams, numbers, lengths, kinds: all
 * dropped, and the next call is right. */
static void hostile(struct world_rank *rank, void *arg)
{
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)rank->engine;
	struct sumac_cpu_team *team = (struct sumac_cpu_team *)rank->team;
	struct sumac_cpu_chunk_header good = { .key = team->base.desc.key, .from = (uint32_t)rank->rank, .len_bytes = 4 };
	struct sumac_fabric_send *send;
	struct sumac_ticket ticket;
	uint8_t bytes[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	enum { N_BAD = 7, N_BAD_CONTROL = 6 };

	(void)arg;
	for (int i = 0; i < N_BAD; i++) {
		struct sumac_cpu_chunk_header header = good;

		header.key += i == 0;
		header.from = i == 1 ? 1000 : i == 2 ? !header.from : header.from;
		header.class = i == 3 ? 200 : 0;
		header.ordinal = i == 4 ? 200 : 0;
		header.number = i == 5 ? 2 : 0;
		header.len_bytes = i == 6 ? 5 : 4;
		memcpy(bytes, &header, sizeof(header));
		must(!sumac_fabric_send(engine->fabric, !rank->rank, bytes, &header, 4, &send), rank, "sent");
		sumac_fabric_send_forget(send);
	}
	for (int i = 0; i < N_BAD_CONTROL; i++) {
		struct sumac_cpu_credit credit = { .port = i == 2 ? 99 : SUMAC_FABRIC_ENGINE, .key = team->base.desc.key + (i == 0),
						   .from = i == 1 ? 9 : (uint32_t)rank->rank, .released = 1000,
						   .class = i == 3 ? 100 : 0, .ordinal = i == 4 ? 100 : 0 };

		sumac_fabric_send_control(engine->fabric, !rank->rank, &credit, sizeof(credit) - (i == 5));
	}
	/* Messages arrive in order here: what came before the call's chunks was dropped, or the result would
	 * be wrong. */
	must(!call_with(rank, SUMAC_COLL_ALLREDUCE, 0, 1000, 8, &ticket), rank, "a good call");
	for (const struct sumac_cpu_stream *stream = team->streams; stream; stream = stream->next)
		must(stream->peer == !rank->rank && stream->class == 0, rank, "no stream but the call's");
	meet(rank);
}

static void test_messages_that_make_no_sense_are_dropped(void **state)
{
	struct world world;

	(void)state;
	world_open(&world, 2, small, 0);
	world_run(&world, hostile, NULL);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_rank_with_another_digest_is_named_on_all),
		cmocka_unit_test(test_different_roots_are_found_out),
		cmocka_unit_test(test_a_failed_team_ends_its_calls_on_all_members),
		cmocka_unit_test(test_a_member_says_which_call_it_is_in),
		cmocka_unit_test(test_a_team_needs_equal_settings_and_members),
		cmocka_unit_test(test_messages_that_make_no_sense_are_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
