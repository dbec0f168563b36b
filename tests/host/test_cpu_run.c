/*
 * Whole calls on the CPU engine between threads, against the oracle: every operation and type, many sizes and
 * counts, in place and not, with messages delayed and reordered at random.
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
#include "fabric/fabric_private.h"
#include "oracle/oracle.h"

static const struct {
	int op, type;
	const char *name;
} pairs[] = {
#define SUMAC_COMBINATION(op, type, ...) { SUMAC_OP_##op, SUMAC_TYPE_##type, #op " " #type },
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};
enum { N_PAIRS = sizeof(pairs) / sizeof(pairs[0]) };

static const struct sumac_cpu_options streams = { .chunk_bytes = 256, .window = 2 };
static const struct sumac_cpu_options leaves = { .chunk_bytes = 256, .window = 2, .n_slots = 4, .small_bytes = 256,
						 .round_bytes = 4096 };

/* One collective on all ranks: sources from a seed, the oracle's result computed once. */
struct trial {
	enum sumac_coll coll;
	int op, type, root;
	size_t count;
	bool in_place;
	uint64_t seed;
	const char *name;
	unsigned char **src;
	unsigned char *want;
};

static void pause_at_random(struct world_rank *rank)
{
	rank->random = rank->random * 6364136223846793005u + 1442695040888963407u;
	if (rank->random >> 60 == 0)
		usleep((useconds_t)(rank->random >> 33) % 500);
}

static void call_trial(struct world_rank *rank, void *arg)
{
	const struct trial *trial = arg;
	size_t len_bytes = trial->count * oracle_elem_bytes(trial->type);
	unsigned char *dst = malloc(len_bytes + 2), *src = trial->src[rank->rank], *kept = malloc(len_bytes + 1);
	bool has_result = trial->coll == SUMAC_COLL_ALLREDUCE || trial->root == rank->rank;
	unsigned char *result = dst;
	int err;

	memcpy(kept, src, len_bytes);
	memset(dst, 0xD5, len_bytes + 2);
	if (trial->in_place)
		memcpy(result, src, len_bytes);
	pause_at_random(rank);
	err = world_call(rank, trial->coll, trial->op, trial->type, trial->count, trial->root,
			 has_result ? result : trial->in_place ? result : NULL, trial->in_place ? result : src, NULL);
	if (err)
		world_die("%s, %d ranks, count %zu: status %d on rank %d", trial->name, rank->world->size, trial->count,
			  err, rank->rank);
	if (has_result && memcmp(result, trial->want, len_bytes))
		world_die("%s, %d ranks, count %zu%s, seed %llu: wrong on rank %d", trial->name, rank->world->size,
			  trial->count, trial->in_place ? " in place" : "", (unsigned long long)trial->seed, rank->rank);
	if (memcmp(kept, src, len_bytes))
		world_die("%s: the source of rank %d has changed", trial->name, rank->rank);
	if (result[len_bytes] != 0xD5)
		world_die("%s: rank %d wrote beyond its destination", trial->name, rank->rank);
	if (!has_result && trial->in_place && memcmp(result, kept, len_bytes))
		world_die("%s: the destination of rank %d, not the root, was touched", trial->name, rank->rank);
	free(dst);
	free(kept);
}

static void run_trial(struct world *world, struct trial trial)
{
	size_t len_bytes = trial.count * oracle_elem_bytes(trial.type);
	unsigned char *src[64];

	trial.src = src;
	trial.want = malloc(len_bytes + 1);
	for (int rank = 0; rank < world->size; rank++) {
		src[rank] = malloc(len_bytes + 1);
		oracle_fill(trial.type, trial.seed * 64 + (uint64_t)rank, trial.count, src[rank]);
	}
	assert_int_equal(oracle_reduce(trial.op, trial.type, world->size, (const void *const *)src, trial.count,
				       trial.want), 0);
	world_run(world, call_trial, &trial);
	for (int rank = 0; rank < world->size; rank++)
		free(src[rank]);
	free(trial.want);
}

static void run_every_pair(int size, struct sumac_cpu_options options, size_t least)
{
	struct world world;

	world_open(&world, size, options, (uint64_t)size);
	for (int p = 0; p < N_PAIRS; p++)
		run_trial(&world, (struct trial){ .coll = p % 3 ? SUMAC_COLL_ALLREDUCE : SUMAC_COLL_REDUCE,
			.op = pairs[p].op, .type = pairs[p].type, .root = p % size, .count = least + p % 5,
			.in_place = p % 2, .seed = (uint64_t)(p + 1), .name = pairs[p].name });
	world_close(&world);
}

static void test_every_pair_on_up_to_nine_ranks(void **state)
{
	(void)state;
	for (int size = 1; size <= 9; size += size < 3 ? 1 : 2)
		run_every_pair(size, streams, 16);
}

/* Short ones, and long ones. */
static void test_every_pair_in_leaves(void **state)
{
	static const int sizes[] = { 2, 3, 8 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		run_every_pair(sizes[i], leaves, 4);
		run_every_pair(sizes[i], leaves, 1000);
	}
}

static void run_counts(int size, struct sumac_cpu_options options)
{
	static const size_t counts[] = { 0, 1, 7, 16, 1000, 100003 };
	static const struct {
		int op, type;
	} some[] = { { SUMAC_OP_SUM, SUMAC_TYPE_F64 }, { SUMAC_OP_TEST_SUB, SUMAC_TYPE_I32 }, { SUMAC_OP_MAX, SUMAC_TYPE_F32 } };

	struct world world;

	world_open(&world, size, options, 99);
	for (int s = 0; s < 3; s++)
		for (int c = 0; c < 6; c++)
			for (int way = c == 5 ? s : 0; way < 4; way += c == 5 ? 3 : 1) /* the longest take turns */
				run_trial(&world, (struct trial){
					.coll = way & 1 ? SUMAC_COLL_ALLREDUCE : SUMAC_COLL_REDUCE,
					.op = some[s].op, .type = some[s].type, .root = size / 2,
					.count = counts[c], .in_place = way >> 1, .seed = (uint64_t)(c + 5),
					.name = "some" });
	world_close(&world);
}

static void test_counts_from_nothing_to_many_chunks(void **state)
{
	(void)state;
	for (int size = 1; size <= 9; size += size < 3 ? 1 : 2)
		run_counts(size, (struct sumac_cpu_options){ .chunk_bytes = 8192, .window = 4 });
	for (int size = 2; size <= 8; size += size < 3 ? 1 : 5)
		run_counts(size, leaves);
}

/* Teams larger than a node's fan-in: levels, links, ragged blocks. Long chunks and a window of 1 keep results
 * in flight to peers while the next node already combines them. */
static void test_more_ranks_than_a_node_has_inputs(void **state)
{
#define LEAF { .chunk_bytes = 64, .window = 1, .n_slots = 2, .small_bytes = 128, .round_bytes = 4096 }
	static const struct {
		int size;
		struct sumac_cpu_options options;
		size_t count;
	} shapes[] = {
		{ 16, { .chunk_bytes = 128, .window = 3 }, 333 }, { 17, { .chunk_bytes = 128, .window = 3 }, 333 },
		{ 21, { .chunk_bytes = 64, .window = 1 }, 40 }, { 33, { .chunk_bytes = 128, .window = 3 }, 333 },
		{ 35, { .chunk_bytes = 8192, .window = 1 }, 5000 }, { 49, { .chunk_bytes = 8192, .window = 2 }, 5000 },
		{ 32, LEAF, 10 }, { 32, LEAF, 9000 },
	};

	(void)state;
	for (int s = 0; s < 8; s++) {
		struct world world;

		world_open(&world, shapes[s].size, shapes[s].options, s % 2 ? 5 : 0);
		for (int way = 0; way < 4; way++)
			run_trial(&world, (struct trial){ .coll = way & 1 ? SUMAC_COLL_ALLREDUCE : SUMAC_COLL_REDUCE,
				.op = SUMAC_OP_TEST_SUB, .type = SUMAC_TYPE_I64, .root = shapes[s].size - 1,
				.count = shapes[s].count, .in_place = way >> 1, .seed = 3, .name = "TEST_SUB" });
		world_close(&world);
	}
}

static void test_the_smallest_window_and_chunk_do(void **state)
{
	struct world world;

	(void)state;
	world_open(&world, 5, (struct sumac_cpu_options){ .chunk_bytes = 64, .window = 1 }, 11);
	for (int way = 0; way < 4; way++)
		run_trial(&world, (struct trial){ .coll = way & 1 ? SUMAC_COLL_ALLREDUCE : SUMAC_COLL_REDUCE,
			.op = SUMAC_OP_SUM, .type = SUMAC_TYPE_C128, .root = 3, .count = 500, .in_place = way >> 1,
			.seed = 3, .name = "SUM C128" });
	world_close(&world);
}

static void many_barriers(struct world_rank *rank, void *arg)
{
	int *arrived = arg;

	for (int i = 0; i < 200; i++) {
		pause_at_random(rank);
		__atomic_add_fetch(arrived, 1, __ATOMIC_SEQ_CST);
		if (world_call(rank, SUMAC_COLL_BARRIER, SUMAC_OP_OR, SUMAC_TYPE_U8, 0, 0, NULL, NULL, NULL))
			world_die("barrier %d failed on rank %d", i, rank->rank);
		if (__atomic_load_n(arrived, __ATOMIC_SEQ_CST) < (i + 1) * rank->world->size)
			world_die("rank %d passed barrier %d before all had come", rank->rank, i);
	}
}

static void test_a_barrier_holds_all(void **state)
{
	const struct sumac_cpu_options *ways[] = { &streams, &leaves };
	struct world world;
	int arrived = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		world_open(&world, 6, *ways[i], 21);
		arrived = 0;
		world_run(&world, many_barriers, &arrived);
		world_close(&world);
	}
}

/* The root is slow: the others must not be able to flood it. */
static void flood(struct world_rank *rank, void *arg)
{
	enum { N_CALLS = 300, COUNT = 512 };
	int32_t src[COUNT], dst[COUNT];
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)rank->engine;
	int *most = arg;

	for (int i = 0; i < COUNT; i++)
		src[i] = i;
	if (rank->rank == 0)
		usleep(30000);
	for (int call = 0; call < N_CALLS; call++) {
		if (world_call(rank, SUMAC_COLL_REDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, COUNT, 0,
			       rank->rank ? NULL : dst, src, NULL))
			world_die("call %d failed on rank %d", call, rank->rank);
		if (rank->rank == 0 && dst[COUNT - 1] != (COUNT - 1) * rank->world->size)
			world_die("call %d is wrong", call);
		if (rank->rank == 0) {
			int n = 0;

			for (struct sumac_fabric_buf *buf = engine->fabric->all_bufs; buf; buf = buf->next_in_pool)
				n++;
			*most = n > *most ? n : *most;
		}
	}
}

static void test_early_ranks_cannot_flood_a_late_one(void **state)
{
	struct world world;
	int most = 0;

	(void)state;
	world_open(&world, 4, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 4 }, 0);
	world_run(&world, flood, &most);
	world_close(&world);
	/* Three peers' windows, their control messages, and what a fold needs. */
	assert_in_range(most, 1, 3 * 4 + 3 * 8 + 4);
}

/* Two teams of the same ranks, which one half of them calls in the opposite order. */
static void two_teams(struct world_rank *rank, void *arg)
{
	struct sumac_engine_team *teams[2] = { rank->team, NULL };
	struct sumac_team_desc desc = { .rank = rank->rank, .size = rank->world->size,
					.world_ranks = rank->world->world_ranks, .key = 0xABCD };
	struct sumac_ticket tickets[2];
	struct sumac_call calls[2];
	int64_t src = rank->rank, dst[2];

	(void)arg;
	if (rank->engine->ops->team_reserve(rank->engine, &desc, &teams[1],
					    rank->world->blobs + rank->rank * SUMAC_ENGINE_BLOB_BYTES))
		world_die("team_reserve");
	pthread_barrier_wait(&rank->world->barrier);
	if (rank->engine->ops->team_install(teams[1], rank->world->blobs))
		world_die("team_install");
	pthread_barrier_wait(&rank->world->barrier);
	for (int round = 1; round < 100; round++) {
		for (int i = 0; i < 2; i++) {
			int t = (i + rank->rank) % 2;

			calls[t] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = t ? SUMAC_OP_MAX : SUMAC_OP_SUM,
				.type = SUMAC_TYPE_I64, .count = 1, .dst = &dst[t], .src = &src, .seq = (uint32_t)round };
			calls[t].digest = world_digest(&calls[t]);
			sumac_call_measure(&calls[t], rank->world->size, rank->rank);
			if (rank->engine->ops->post(teams[t], &calls[t], &tickets[t]))
				world_die("post");
		}
		if (world_wait(rank, &tickets[0]) || world_wait(rank, &tickets[1]))
			world_die("round %d failed", round);
		if (dst[0] != rank->world->size * (rank->world->size - 1) / 2 || dst[1] != rank->world->size - 1)
			world_die("round %d is wrong", round);
	}
	pthread_barrier_wait(&rank->world->barrier);
	rank->engine->ops->team_free(teams[1]);
}

static void test_teams_do_not_hinder_each_other(void **state)
{
	const struct sumac_cpu_options *ways[] = { &streams, &leaves };
	struct world world;

	(void)state;
	for (int i = 0; i < 2; i++) {
		world_open(&world, 5, *ways[i], 31);
		world_run(&world, two_teams, NULL);
		world_close(&world);
	}
}

/* Several calls of one team posted before any is waited for. */
static void many_in_flight(struct world_rank *rank, void *arg)
{
	enum { N = 20 };
	struct sumac_ticket tickets[N];
	struct sumac_call calls[N];
	int32_t src[N], dst[N];

	(void)arg;
	for (int i = 0; i < N; i++) {
		src[i] = i * 100 + rank->rank;
		calls[i] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_MIN, .type = SUMAC_TYPE_I32,
			.count = 1, .dst = &dst[i], .src = &src[i], .seq = ++rank->seq };
		calls[i].digest = world_digest(&calls[i]);
		if (world_post(rank, &calls[i], &tickets[i]))
			world_die("post");
	}
	for (int i = 0; i < N; i++)
		if (world_wait(rank, &tickets[i]) || dst[i] != i * 100)
			world_die("call %d: status %d, %d", i, tickets[i].status, dst[i]);
}

static void test_calls_may_be_posted_ahead(void **state)
{
	const struct sumac_cpu_options *ways[] = { &streams, &leaves };
	struct world world;

	(void)state;
	for (int i = 0; i < 2; i++) {
		world_open(&world, 4, *ways[i], 41);
		world_run(&world, many_in_flight, NULL);
		world_close(&world);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_pair_on_up_to_nine_ranks),
		cmocka_unit_test(test_every_pair_in_leaves),
		cmocka_unit_test(test_counts_from_nothing_to_many_chunks),
		cmocka_unit_test(test_more_ranks_than_a_node_has_inputs),
		cmocka_unit_test(test_the_smallest_window_and_chunk_do),
		cmocka_unit_test(test_a_barrier_holds_all),
		cmocka_unit_test(test_early_ranks_cannot_flood_a_late_one),
		cmocka_unit_test(test_teams_do_not_hinder_each_other),
		cmocka_unit_test(test_calls_may_be_posted_ahead),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
