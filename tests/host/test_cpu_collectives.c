/*
 * Reduce-scatters, scans, broadcasts and allgathers on the CPU engine between threads, by streams and in leaves, against the
 * oracle: in place and not, parts of all lengths, fewer and more elements than chunks, windows and rounds hold, messages
 * delayed and reordered.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_world.h"
#include "tests/oracle/oracle.h"

enum { MAX = 21 };

/* One collective on all ranks; an operation whose order shows. */
struct trial {
	enum sumac_coll coll;
	int op, type, size, root;
	uint64_t count, *firsts; /* NULL: the parts are equal */
	bool in_place;
	size_t bytes; /* of an element */
	unsigned char *src[MAX], *want[MAX];
};

/* What a rank ends with in its destination, in front; `whole` is room for E. */
static void expect_of(struct trial *t, int rank, unsigned char *whole)
{
	struct sumac_piece own = sumac_coll_piece(t->coll, t->count, t->firsts, t->size, rank);
	unsigned char *want = t->want[rank];

	switch (t->coll) {
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

static void run_rank(struct world_rank *rank, void *arg)
{
	struct trial *t = arg;
	struct sumac_piece own = sumac_coll_piece(t->coll, t->count, t->firsts, t->size, rank->rank);
	bool gives = sumac_coll_gives(t->coll, rank->rank, t->root), gets = sumac_coll_gets(t->coll, rank->rank, t->root);
	size_t src_bytes = gives ? sumac_coll_src_count(t->coll, t->count, t->firsts, t->size, rank->rank) * t->bytes : 0;
	size_t dst_bytes = gets ? sumac_coll_dst_count(t->coll, t->count, t->firsts, t->size, rank->rank) * t->bytes : 0;
	size_t whole_bytes = t->count * t->bytes + 1;
	unsigned char *dst = malloc(whole_bytes), *before = malloc(whole_bytes), *src = malloc(whole_bytes);
	unsigned char *given = t->in_place ? dst + (t->coll == SUMAC_COLL_ALLGATHER ? own.dst_first * t->bytes : 0) : src;
	struct sumac_call call = { .coll = t->coll, .op = t->op, .type = t->type, .count = t->count, .firsts = t->firsts,
				   .n_parts = t->firsts ? t->size : 0, .root = t->root, .dst = gets ? dst : NULL,
				   .src = gives ? given : NULL };
	struct sumac_ticket ticket;
	int err;

	memset(dst, 0xD5, whole_bytes);
	memcpy(given, t->src[rank->rank], src_bytes);
	memcpy(before, dst, whole_bytes);
	err = world_perform(rank, &call, &ticket);
	if (err || memcmp(dst, t->want[rank->rank], dst_bytes) ||
	    memcmp(dst + dst_bytes, before + dst_bytes, whole_bytes - dst_bytes) ||
	    (!t->in_place && memcmp(src, t->src[rank->rank], src_bytes)))
		world_die("%s of %d ranks, %d elements in %s parts%s: status %d, or wrong, on rank %d",
			  sumac_coll_name(t->coll), t->size, (int)t->count, t->firsts ? "different" : "equal",
			  t->in_place ? " in place" : "", err, rank->rank);
	free(dst);
	free(before);
	free(src);
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

static void run_all(struct world *world, uint64_t count, bool in_place)
{
	struct trial t = { .op = SUMAC_OP_TEST_SUB, .type = SUMAC_TYPE_I64, .count = count, .in_place = in_place };

	t.coll = SUMAC_COLL_SCAN;
	run_trial(world, t);
	t.coll = SUMAC_COLL_EXSCAN;
	run_trial(world, t);
	t.coll = SUMAC_COLL_REDUCE_SCATTER;
	run_with_parts(world, t);
	t.op = SUMAC_OP_OR;
	t.type = SUMAC_TYPE_U8;
	t.coll = SUMAC_COLL_ALLGATHER;
	run_with_parts(world, t);
	t.coll = SUMAC_COLL_BROADCAST;
	t.root = world->size / 2;
	run_trial(world, t);
}

static void run_shapes(int size, struct sumac_cpu_options options, uint64_t most)
{
	const uint64_t counts[] = { 0, 3, 100, most };
	struct world world;

	world_open(&world, size, options, (uint64_t)size);
	for (int c = 0; c < 4; c++)
		for (int in_place = 0; in_place < 2; in_place++)
			run_all(&world, counts[c], in_place);
	world_close(&world);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_teams_that_a_node_holds),
		cmocka_unit_test(test_teams_beyond_that),
		cmocka_unit_test(test_long_ones),
		cmocka_unit_test(test_leaves),
	};

	return cmocka_run_group_tests_name("cpu_collectives", tests, NULL, NULL);
}
