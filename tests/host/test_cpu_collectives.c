/*
 * All collectives on the CPU engine between threads, by streams, in leaves and by levels, against the oracle: in place and not,
 * parts of all lengths, fewer and more elements than chunks, windows and rounds hold, messages delayed and reordered, memory
 * lent and not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_world.h"
#include "segment/segment.h"
#include "oracle/oracle.h"

enum { MAX = 21 };

/* One collective on all ranks; an operation whose order shows. */
struct trial {
	enum sumac_coll coll;
	int op, type, size, root;
	uint64_t count, *firsts; /* NULL: the parts are equal */
	bool in_place;
	unsigned src_lenders, dst_lenders; /* bits of ranks whose memory is a window */
	size_t bytes; /* of an element */
	unsigned char *src[MAX], *want[MAX];
};

/* The bytes that a rank ends with in its destination, in front; `whole` is room for E. */
static void expect_of(struct trial *t, int rank, unsigned char *whole)
{
	struct sumac_piece own = sumac_coll_piece(t->coll, t->count, t->firsts, t->size, rank);
	unsigned char *want = t->want[rank];

	switch (t->coll) {
	case SUMAC_COLL_ALLREDUCE:
	case SUMAC_COLL_REDUCE:
		oracle_reduce(t->op, t->type, t->size, (const void *const *)t->src, t->count, want);
		break;
	case SUMAC_COLL_REDUCE_SCATTER:
		oracle_reduce(t->op, t->type, t->size, (const void *const *)t->src, t->count, whole);
		memcpy(want, whole + own.src_first * t->bytes, own.n * t->bytes);
		break;
	case SUMAC_COLL_BROADCAST:
		memcpy(want, t->src[t->root], t->count * t->bytes);
		break;
	case SUMAC_COLL_ALLGATHER:
		for (int r = 0; r < t->size; r++)
			memcpy(want + sumac_coll_piece(t->coll, t->count, t->firsts, t->size, r).dst_first * t->bytes,
			       t->src[r], sumac_coll_src_count(t->coll, t->count, t->firsts, t->size, r) * t->bytes);
		break;
	default: /* scans */
		memcpy(want, t->src[0], t->count * t->bytes);
		for (int r = 1; r < rank + (t->coll == SUMAC_COLL_SCAN); r++)
			for (size_t at = 0; at < t->count * t->bytes; at += t->bytes)
				oracle_combine(t->op, t->type, want + at, t->src[r] + at, want + at);
	}
}

static void *memory_get(struct world_rank *rank, bool is_lent, size_t len_bytes)
{
	return is_lent ? sumac_segment_window_alloc(rank->member.segment, len_bytes) : malloc(len_bytes);
}

static void memory_put(struct world_rank *rank, bool is_lent, void *memory)
{
	if (is_lent)
		sumac_segment_window_free(rank->member.segment, memory);
	else
		free(memory);
}

static void run_rank(struct world_rank *rank, void *arg)
{
	struct trial *t = arg;
	struct sumac_piece own = sumac_coll_piece(t->coll, t->count, t->firsts, t->size, rank->rank);
	bool gives = sumac_coll_gives(t->coll, rank->rank, t->root), gets = sumac_coll_gets(t->coll, rank->rank, t->root);
	size_t src_bytes = gives ? sumac_coll_src_count(t->coll, t->count, t->firsts, t->size, rank->rank) * t->bytes : 0;
	size_t dst_bytes = gets ? sumac_coll_dst_count(t->coll, t->count, t->firsts, t->size, rank->rank) * t->bytes : 0;
	size_t whole_bytes = t->count * t->bytes + 1;
	bool lends_src = t->src_lenders >> rank->rank & 1, lends_dst = t->dst_lenders >> rank->rank & 1;
	unsigned char *dst = memory_get(rank, lends_dst, whole_bytes), *src = memory_get(rank, lends_src, whole_bytes);
	unsigned char *before = malloc(whole_bytes);
	unsigned char *given = t->in_place ? dst + (t->coll == SUMAC_COLL_ALLGATHER ? own.dst_first * t->bytes : 0) : src;
	struct sumac_call call = { .coll = t->coll, .op = t->op, .type = t->type, .count = t->count, .firsts = t->firsts,
				   .n_parts = t->firsts ? t->size : 0, .root = t->root, .dst = gets ? dst : NULL,
				   .src = gives ? given : NULL };
	struct sumac_ticket ticket;
	bool is_kept;
	int err;

	memset(dst, 0xD5, whole_bytes);
	memcpy(given, t->src[rank->rank], src_bytes);
	memcpy(before, dst, whole_bytes);
	err = world_perform(rank, &call, &ticket);
	/* Memory that is one's own again may be used at once. */
	is_kept = t->in_place || !memcmp(src, t->src[rank->rank], src_bytes);
	memset(src, 0xE5, whole_bytes);
	if (err || memcmp(dst, t->want[rank->rank], dst_bytes) ||
	    memcmp(dst + dst_bytes, before + dst_bytes, whole_bytes - dst_bytes) ||
	    !is_kept)
		world_die("%s of %d ranks, %d elements in %s parts%s, lent %x and %x: status %d, or wrong, on rank %d",
			  sumac_coll_name(t->coll), t->size, (int)t->count, t->firsts ? "different" : "equal",
			  t->in_place ? " in place" : "", t->src_lenders, t->dst_lenders, err, rank->rank);
	memory_put(rank, lends_dst, dst);
	memory_put(rank, lends_src, src);
	free(before);
}

static void run_trial(struct world *world, struct trial t)
{
	unsigned char *whole;

	t.size = world->size;
	t.bytes = oracle_elem_bytes(t.type);
	whole = malloc(t.count * t.bytes + 1);
	for (int r = 0; r < t.size; r++) {
		t.src[r] = malloc(t.count * t.bytes + 1);
		t.want[r] = malloc(t.count * t.bytes + 1);
		oracle_fill(t.type, (uint64_t)r + 1, t.count, t.src[r]);
	}
	for (int r = 0; r < t.size; r++)
		expect_of(&t, r, whole);
	world_run(world, run_rank, &t);
	for (int r = 0; r < t.size; r++) {
		free(t.src[r]);
		free(t.want[r]);
	}
	free(whole);
}

/* Parts of none, few and most of the elements. */
static void run_with_parts(struct world *world, struct trial t)
{
	uint64_t firsts[MAX + 1] = { 0 };

	t.count -= t.count % (uint64_t)world->size;
	run_trial(world, t);
	for (int r = 0; r < world->size; r++)
		firsts[r + 1] = r == world->size - 1 ? t.count : firsts[r] + (r % 3 ? (t.count - firsts[r]) / (2 + r % 2) : 0);
	t.firsts = firsts;
	run_trial(world, t);
}

static void run_all(struct world *world, struct trial t, int n_kinds)
{
	/* The order of the last of these does not matter. */
	const struct { int op, type; } kinds[] = { { SUMAC_OP_TEST_SUB, SUMAC_TYPE_I64 }, { SUMAC_OP_SUM, SUMAC_TYPE_F32 },
						   { SUMAC_OP_SUM, SUMAC_TYPE_U16 } };

	for (int i = 0; i < n_kinds; i++) {
		t.op = kinds[i].op;
		t.type = kinds[i].type;
		t.root = (i + world->size) / 2 % world->size;
		t.coll = SUMAC_COLL_REDUCE_SCATTER;
		run_with_parts(world, t);
		t.coll = SUMAC_COLL_ALLREDUCE;
		run_trial(world, t);
		t.coll = SUMAC_COLL_REDUCE;
		run_trial(world, t);
		t.coll = SUMAC_COLL_SCAN;
		if (!i)
			run_trial(world, t);
		t.coll = SUMAC_COLL_EXSCAN;
		if (!i)
			run_trial(world, t);
	}
	t.op = SUMAC_OP_OR;
	t.type = SUMAC_TYPE_U8;
	t.coll = SUMAC_COLL_ALLGATHER;
	run_with_parts(world, t);
	t.coll = SUMAC_COLL_BROADCAST;
	t.root = world->size / 2;
	run_trial(world, t);
}

static void run_on(const int *hosts, int size, struct sumac_cpu_options options, uint64_t most, int n_kinds)
{
	const uint64_t counts[] = { 0, 3, 100, most };
	struct world world;

	world_open_on(&world, size, options, (uint64_t)size, hosts);
	for (int c = 0; c < 4; c++)
		run_all(&world, (struct trial){ .count = counts[c], .in_place = (c + size) % 2 }, n_kinds);
	world_close(&world);
}

static void run_shapes(int size, struct sumac_cpu_options options, uint64_t most)
{
	const int one_host[MAX] = { 0 };

	run_on(one_host, size, options, most, 1);
}

static void test_teams_that_a_node_holds(void **state)
{
	(void)state;
	run_shapes(1, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 2 }, 1000);
	run_shapes(2, (struct sumac_cpu_options){ .chunk_bytes = 64, .window = 1 }, 1000);
	run_shapes(5, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 2 }, 1000);
	run_shapes(16, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 3 }, 1500);
}

static void test_teams_beyond_that(void **state)
{
	(void)state;
	run_shapes(17, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 2 }, 1500);
	run_shapes(MAX, (struct sumac_cpu_options){ .chunk_bytes = 64, .window = 1 }, 500);
}

/* Windows of one, of two and of no power of two chunks; by levels, too. */
static void test_numbers_of_chunks_wrap(void **state)
{
	static const int hosts[] = { 0, 0, 1, 1, 1, 2 };
	struct sumac_cpu_options options = { .chunk_bytes = 64, .first_number = UINT32_MAX - 40 };

	(void)state;
	for (options.window = 1; options.window <= 3; options.window++)
		run_shapes(5, options, 1500);
	options.n_slots = 2;
	options.small_bytes = 128;
	options.round_bytes = 4096;
	run_on(hosts, 6, options, 1500, 1);
}

/* 72000 bytes: scans go along the chain. */
static void test_long_ones(void **state)
{
	(void)state;
	run_shapes(3, (struct sumac_cpu_options){ .chunk_bytes = 8192, .window = 2 }, 9000);
}

/* In shared memory: short and long ones, fewer and more than a round, two and many ranks, few slots. */
static void test_leaves(void **state)
{
	const struct sumac_cpu_options leaf = { .chunk_bytes = 64, .window = 1, .n_slots = 2, .small_bytes = 128,
						.round_bytes = 4096 };

	(void)state;
	for (int size = 1; size <= 5; size++)
		run_shapes(size, leaf, 3000 * (uint64_t)size);
	run_shapes(16, leaf, 9000);
	run_shapes(MAX, leaf, 5000);
}

/* All lend all, some lend some, by turns in the same slots; less than a round, and several. */
static void test_leaves_lend(void **state)
{
	struct sumac_cpu_options leaf = { .chunk_bytes = 64, .window = 1, .n_slots = 2, .small_bytes = 128, .round_bytes = 4096 };
	const unsigned lenders[][2] = { { ~0u, ~0u }, { ~0u, 0 }, { 0, ~0u }, { 5, 3 }, { 2, 13 }, { 1, 1 }, { 0, 0 }, { 30, 30 } };
	const uint64_t counts[] = { 50, 2501 };
	const int sizes[] = { 2, 3, 5 };
	struct world world;

	(void)state;
	for (int s = 0; s < 3; s++) {
		world_open(&world, sizes[s], leaf, 1);
		for (int i = 0; i < 8 * 2; i++)
			run_all(&world, (struct trial){ .count = counts[(i + i / 2 + s) % 2], .in_place = i % 2,
							.src_lenders = lenders[i / 2][0], .dst_lenders = lenders[i / 2][1] }, 1);
		world_close(&world);
	}
}

/* Each call but the first of a kind is like the one before, with other buffers: n at 0, 1 ... of what rank r gives. */
static void make_like_calls(struct world_rank *rank, void *arg)
{
	enum { N = 500 };
	static const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE, SUMAC_COLL_SCAN, SUMAC_COLL_BARRIER };
	int64_t src[N], dst[N];

	(void)arg;
	for (int kind = 0; kind < 4; kind++) {
		int n_summed = colls[kind] == SUMAC_COLL_SCAN ? rank->rank + 1 : rank->world->size;
		bool gets = colls[kind] == SUMAC_COLL_REDUCE ? rank->rank == 1 : colls[kind] != SUMAC_COLL_BARRIER;
		struct sumac_call call = { .coll = colls[kind], .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I64, .root = 1,
					   .count = colls[kind] != SUMAC_COLL_BARRIER, .memo = 1 + (unsigned)kind };

		for (int64_t i = 0; i < N; i++) {
			struct sumac_ticket ticket;
			int err;

			src[i] = i * (rank->rank + 1);
			call.src = &src[i];
			call.dst = &dst[i];
			call.seq = ++rank->seq;
			call.digest = world_digest(&call);
			err = i ? cpu_member_post_like(&rank->member, &call, &ticket) : world_post(rank, &call, &ticket);
			if (err || world_wait(rank, &ticket) || (gets && dst[i] != i * n_summed * (n_summed + 1) / 2))
				world_die("%s number %d is wrong on rank %d", sumac_coll_name(call.coll), (int)i, rank->rank);
		}
	}
}

static void test_calls_of_a_leaf_that_are_like_the_one_before(void **state)
{
	struct world world;

	(void)state;
	for (int size = 2; size <= 3; size++) {
		world_open(&world, size, (struct sumac_cpu_options){ .chunk_bytes = 64, .window = 1, .n_slots = 4,
								     .small_bytes = 128, .round_bytes = 4096 }, 0);
		world_run(&world, make_like_calls, NULL);
		world_close(&world);
	}
}

/* Leaves on several hosts: even blocks and others, rows of ranks and not, more blocks than a node has inputs, and hosts of
 * one rank. */
static void test_levels(void **state)
{
	const struct sumac_cpu_options levels = { .chunk_bytes = 64, .window = 2, .n_slots = 2, .small_bytes = 128,
						  .round_bytes = 4096 };

	(void)state;
	run_on((const int[]){ 0, 0, 0, 0, 1, 1, 1, 1 }, 8, levels, 1500, 3);
	run_on((const int[]){ 0, 0, 1, 1, 2, 2 }, 6, levels, 1000, 1);
	run_on((const int[]){ 0, 0, 0, 1, 1, 1 }, 6, levels, 1000, 3);
	run_on((const int[]){ 0, 1, 2, 0, 1, 2, 0 }, 7, levels, 700, 3);
	run_on((const int[]){ 0, 1, 1, 0, 0, 0, 0, 2 }, 8, levels, 700, 1);
	run_on((const int[]){ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 18 }, 20, levels, 120, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_teams_that_a_node_holds),
		cmocka_unit_test(test_teams_beyond_that),
		cmocka_unit_test(test_numbers_of_chunks_wrap),
		cmocka_unit_test(test_long_ones),
		cmocka_unit_test(test_leaves),
		cmocka_unit_test(test_leaves_lend),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_calls_of_a_leaf_that_are_like_the_one_before),
	};

	return cmocka_run_group_tests_name("cpu_collectives", tests, NULL, NULL);
}
