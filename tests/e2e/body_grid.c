/*
 * The grid: reductions by operation, type, count, root, place and alignment, each compared bit for bit with
 * the oracle on every rank. Usage: grid cover|full|turns|once|orders [SEED [LOWEST HIGHEST]], the counts.
 * `cover`: every operation and type of the API with each kind of call, and with one of them every count, root
 * and place. The others are about the integers that NICs do. `full`: all combinations; `turns`: every
 * operation and type with every count and root, which take turns in place and alignment; `once`: every
 * operation and type with every count, taking turns in all else. `orders`: to all ranks and to every root,
 * operations whose bits hang on the order of combining, the ranks entering each call in an order of its own.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "e2e.h"
#include "oracle/oracle.h"
#include "sumac_ops.h"

static const size_t counts[] = { 0, 1, 7, 16, 1000, 100003 };
static const size_t offsets[] = { 0, 1, 8, 24, 63 };
enum { N_COUNTS = sizeof(counts) / sizeof(counts[0]), N_OFFSETS = sizeof(offsets) / sizeof(offsets[0]) };
enum { MAX_ELEM_BYTES = 32, ALL_RANKS = -1, UNTOUCHED = 0xA5 };
enum { FRONT_BYTES = 64, BACK_BYTES = 8192 }; /* that are seen to be untouched; behind: more than a chunk */
enum { N_SETS = 3, PROGRESS_S = 60, STAGGER_NS = 200000 };

enum depth { FULL, TURNS, ONCE };

struct cell {
	const struct e2e_call *call;
	size_t count;
	int root; /* or ALL_RANKS */
	bool is_in_place;
	size_t offset; /* of the buffers from an aligned place */
};

/* What this rank gives and what must come of it. Calls in a row use different ones, so that a result left
 * over from the one before shows; but not all of their own, since the oracle takes longer than the call. */
static struct set {
	int op, type;
	size_t count;
	uint64_t seed;
	unsigned char *src, *expected;
} sets[N_SETS];

static uint64_t seed = 1;
static size_t lowest, highest = SIZE_MAX;
static unsigned char *src_area, *dst_area;
static uint64_t n_cells, n_bad;
static time_t told_at;

static const struct set *set_of(const struct cell *cell)
{
	struct set *set = &sets[n_cells % N_SETS];

	if (set->seed && set->op == cell->call->op && set->type == cell->call->type && set->count == cell->count)
		return set;
	set->op = cell->call->op;
	set->type = cell->call->type;
	set->count = cell->count;
	set->seed = seed * 1000000 + n_cells + 1;
	e2e_fill(set->type, set->seed, e2e_rank(), set->count, set->src);
	e2e_expect(set->op, set->type, set->seed, e2e_size(), set->count, set->expected);
	return set;
}

static void complain(const struct cell *cell, const struct set *set, const char *what)
{
	char root[32] = "all ranks";

	if (cell->root != ALL_RANKS)
		snprintf(root, sizeof(root), "root %d", cell->root);
	fprintf(stderr, "rank %d of %d: %s %s, %zu elements, %s, %s, offset %zu, cell %llu, data %llu, seed %llu: %s\n",
		e2e_rank(), e2e_size(), e2e_api, cell->call->name, cell->count, root,
		cell->is_in_place ? "in place" : "two buffers", cell->offset, (unsigned long long)n_cells,
		(unsigned long long)set->seed, (unsigned long long)seed, what);
	n_bad++;
}

static bool is_untouched(const unsigned char *from, const unsigned char *to)
{
	while (from < to)
		if (*from++ != UNTOUCHED)
			return false;
	return true;
}

static void check_result(const struct cell *cell, const struct set *set, const unsigned char *dst)
{
	char what[80];
	size_t bad = e2e_compare(set->type, dst, set->expected, cell->count);

	if (bad == cell->count)
		return;
	snprintf(what, sizeof(what), "element %zu differs from the oracle's", bad);
	complain(cell, set, what);
}

static void check_memory(const struct cell *cell, const struct set *set, const unsigned char *src,
			 const unsigned char *dst, bool has_result)
{
	size_t len_bytes = cell->count * oracle_elem_bytes(set->type);
	const unsigned char *end = has_result || cell->is_in_place ? dst + len_bytes : dst;

	if (!is_untouched(end, dst + len_bytes + BACK_BYTES) || !is_untouched(dst - FRONT_BYTES, dst))
		complain(cell, set, "memory beside the result was written");
	if ((!cell->is_in_place || !has_result) && memcmp(src, set->src, len_bytes))
		complain(cell, set, "the source was changed");
}

static void tell_progress(void)
{
	time_t now = time(NULL);

	if (e2e_rank() || now - told_at < PROGRESS_S)
		return;
	if (told_at)
		fprintf(stderr, "  ... %llu reductions\n", (unsigned long long)n_cells);
	told_at = now;
}

static void visit(const struct cell *cell)
{
	const struct set *set = set_of(cell);
	size_t len_bytes = cell->count * oracle_elem_bytes(set->type);
	unsigned char *src = src_area + FRONT_BYTES + cell->offset, *dst = dst_area + FRONT_BYTES + cell->offset;
	bool has_result = cell->root == ALL_RANKS || cell->root == e2e_rank();
	int err;

	if (cell->is_in_place)
		src = dst;
	memset(dst - FRONT_BYTES, UNTOUCHED, FRONT_BYTES + len_bytes + BACK_BYTES);
	memcpy(src, set->src, len_bytes);
	if (cell->root == ALL_RANKS)
		err = e2e_allreduce(cell->call, dst, src, cell->count);
	else
		err = e2e_reduce(cell->call, dst, src, cell->count, cell->root);
	if (err)
		complain(cell, set, e2e_last_error());
	else if (has_result)
		check_result(cell, set, dst);
	if (!err)
		check_memory(cell, set, src, dst, has_result);
	n_cells++;
	tell_progress();
}

static void visit_all_counts(const struct e2e_call *call)
{
	for (int i = 0; i < 2 * N_COUNTS; i++) {
		struct cell cell = { call, counts[i / 2], ALL_RANKS, i % 2, offsets[i % N_OFFSETS] };

		visit(&cell);
		cell.root = i % e2e_size();
		if (e2e_has_root())
			visit(&cell);
	}
}

static void visit_all_roots(const struct e2e_call *call)
{
	struct cell cell = { .call = call, .count = 1000 };

	for (cell.root = 0; e2e_has_root() && cell.root < e2e_size(); cell.root++) {
		cell.is_in_place = !cell.is_in_place;
		visit(&cell);
	}
}

static void cover(void)
{
	const struct e2e_call *calls;
	int n = e2e_calls(&calls);

	for (int i = 0; i < n; i++) {
		/* Of the counts all but none and the largest. */
		struct cell cell = { &calls[i], counts[1 + (i + e2e_size()) % (N_COUNTS - 2)], ALL_RANKS, i / 2 % 2,
				     offsets[i % N_OFFSETS] };

		visit(&cell);
		cell.root = i % e2e_size();
		cell.is_in_place = !cell.is_in_place;
		if (e2e_has_root())
			visit(&cell);
	}
	visit_all_counts(e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_I32));
	visit_all_roots(e2e_call_find(SUMAC_OP_MAX, SUMAC_TYPE_U64));
}

/* The calls of that operation on that type take turns: an API may have several names for one type. */
static const struct e2e_call *call_in_turn(int op, int type, int turn)
{
	const struct e2e_call *calls, *found[64];
	int n = e2e_calls(&calls), n_found = 0;

	for (int i = 0; i < n && n_found < 64; i++)
		if (calls[i].op == op && calls[i].type == type)
			found[n_found++] = &calls[i];
	if (n_found)
		return found[turn % n_found];
	fprintf(stderr, "%s has no call for operation %d on type 0x%x\n", e2e_api, op, type);
	exit(1);
}

/* Whether operation and type number `pair` has its turn with this root (0: all ranks) and variant. */
static bool has_turn(enum depth depth, int pair, int root, int n_roots, int variant, int n_variants)
{
	switch (depth) {
	case FULL: return true;
	case TURNS: return (pair + root) % n_variants == variant;
	case ONCE: return pair % n_roots == root && (pair / n_roots + root) % n_variants == variant;
	}
	abort();
}

static void visit_pair(int op, int type, size_t count, int pair, enum depth depth)
{
	int n_roots = 1 + (e2e_has_root() ? e2e_size() : 0), n_variants = 2 * N_OFFSETS;

	for (int variant = 0; variant < n_variants; variant++)
		for (int root = 0; root < n_roots; root++) {
			struct cell cell = { call_in_turn(op, type, variant + root), count, root ? root - 1 : ALL_RANKS,
					     variant % 2, offsets[variant / 2] };

			if (has_turn(depth, pair, root, n_roots, variant, n_variants))
				visit(&cell);
		}
}

/* What NICs do. */
static const struct pair {
	int op, type;
} pairs[] = {
#define API_NIC(op, type) { SUMAC_OP_##op, SUMAC_TYPE_##type },
#define API_CPU(op, type)
#define BENCH_NIC(op, type)
#define BENCH_CPU(op, type)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) scope##_##engine(op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};

static void sweep(enum depth depth)
{
	for (int i = 0; i < N_COUNTS; i++)
		for (size_t pair = 0; pair < sizeof(pairs) / sizeof(pairs[0]); pair++)
			if (counts[i] >= lowest && counts[i] <= highest)
				visit_pair(pairs[pair].op, pairs[pair].type, counts[i], (int)pair + i, depth);
}

/* The place of this rank in the how-manieth order of entering, the same on all ranks for one seed. */
static int place_in_order(uint64_t number)
{
	uint64_t state = seed * 1000003 + number;
	int order[1024], n = e2e_size();

	for (int i = 0; i < n; i++) {
		int j;

		state = (state + 0x9E3779B97F4A7C15) * 0xD1342543DE82EF95;
		j = (int)((state >> 33) % (unsigned)(i + 1));
		order[i] = order[j];
		order[j] = i;
	}
	for (int place = 0; place < n; place++)
		if (order[place] == e2e_rank())
			return place;
	abort();
}

/* All leave the barrier together, and wait for their turns: long enough that messages come in that order. */
static void visit_in_order(const struct cell *cell)
{
	struct timespec pause = { 0, STAGGER_NS * place_in_order(n_cells) };

	e2e_barrier();
	nanosleep(&pause, NULL);
	visit(cell);
}

static void visit_orders(void)
{
	static const struct {
		int op, type;
	} ordered[] = {
		{ SUMAC_OP_SUM, SUMAC_TYPE_F32 }, { SUMAC_OP_PROD, SUMAC_TYPE_F64 }, { SUMAC_OP_SUM, SUMAC_TYPE_BF16 },
		{ SUMAC_OP_MINLOC, SUMAC_TYPE_PAIR_F64_I32 },
	};
	enum { N_ORDERED = sizeof(ordered) / sizeof(ordered[0]), N_EACH = 3 };

	for (int i = 0; i < N_EACH * N_ORDERED; i++) {
		const struct e2e_call *call = e2e_call_find(ordered[i % N_ORDERED].op, ordered[i % N_ORDERED].type);
		struct cell cell = { call, counts[1 + i / N_ORDERED % 3], ALL_RANKS, i % 2, 0 };

		if (!call)
			continue;
		visit_in_order(&cell);
		for (cell.root = 0; e2e_has_root() && cell.root < e2e_size(); cell.root++)
			visit_in_order(&cell);
	}
}

static void open_areas(void)
{
	size_t len_bytes = counts[N_COUNTS - 1] * MAX_ELEM_BYTES;
	size_t area_bytes = FRONT_BYTES + offsets[N_OFFSETS - 1] + len_bytes + BACK_BYTES;
	bool has_all;

	src_area = e2e_alloc(area_bytes);
	dst_area = e2e_alloc(area_bytes);
	has_all = src_area && dst_area;
	for (int i = 0; i < N_SETS; i++) {
		sets[i].src = malloc(len_bytes);
		sets[i].expected = malloc(len_bytes);
		has_all = has_all && sets[i].src && sets[i].expected;
	}
	if (has_all)
		return;
	fprintf(stderr, "no memory for the grid\n");
	exit(1);
}

int main(int argc, char **argv)
{
	const char *mode;

	e2e_open(&argc, &argv);
	mode = argc > 1 ? argv[1] : "cover";
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	if (argc > 4) {
		lowest = strtoull(argv[3], NULL, 0);
		highest = strtoull(argv[4], NULL, 0);
	}
	open_areas();
	if (!strcmp(mode, "cover"))
		cover();
	else if (!strcmp(mode, "orders"))
		visit_orders();
	else
		sweep(!strcmp(mode, "full") ? FULL : !strcmp(mode, "turns") ? TURNS : ONCE);
	if (!e2e_rank())
		printf("%s: %llu reductions over %d ranks, %llu wrong on rank 0\n", e2e_api, (unsigned long long)n_cells,
		       e2e_size(), (unsigned long long)n_bad);
	e2e_close(n_bad != 0);
}
