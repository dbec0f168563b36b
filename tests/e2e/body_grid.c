/*
 * The grid: collectives by operation, type, count, root, parts, place and alignment, each compared bit for bit with
 * the oracle on every rank. Usage: grid cover|rest|few|full|turns|once|long|orders [SEED [LOWEST HIGHEST]], the counts.
 * `cover`: every operation and type of the API with reductions to all ranks and to one, and with one of them every
 * such count, root and place. `rest`: every operation and type with the other reductions, and what is moved; all else is
 * drawn. `few`: the same with some operations and types.
 * The others are about the pairs of operation and type that NICs do, as far as the API has them.
 * `full`: all combinations; `turns`: every pair with every count and root, which take turns in place and
 * alignment; `once`: every pair with every count, taking turns in all else; `long`: each collective of the API twice, with
 * HIGHEST bytes in parts that differ and in equal ones, all else is drawn. `orders`: each kind of reduction, with operations
 * whose bits hang on the order of combining, the ranks entering each call in an order of its own.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "e2e.h"
#include "grid_cell.h"
#include "oracle/oracle.h"
#include "sumac_ops.h"

static const size_t counts[] = { 0, 1, 7, 16, 1000, 100003 };
static const size_t offsets[] = { 0, 1, 8, 24, 63 };
enum { N_COUNTS = sizeof(counts) / sizeof(counts[0]), N_OFFSETS = sizeof(offsets) / sizeof(offsets[0]) };
enum { PROGRESS_S = 60, STAGGER_NS = 200000 };
enum { FEW = 12, N_MOVED = 36 };

enum depth { FULL, TURNS, ONCE };

static uint64_t seed = 1;
static size_t lowest, highest = SIZE_MAX;
static void visit_all_counts(const struct e2e_call *call)
{
	for (int i = 0; i < 2 * N_COUNTS; i++) {
		struct cell cell = { .call = call, .count = counts[i / 2], .is_in_place = i % 2,
				     .offset = offsets[i % N_OFFSETS] };

		if (cell.count < lowest || cell.count > highest)
			continue;
		grid_visit(&cell);
		cell.coll = E2E_REDUCE;
		cell.root = i % e2e_size();
		if (e2e_has(E2E_REDUCE))
			grid_visit(&cell);
	}
}

static void visit_all_roots(const struct e2e_call *call)
{
	struct cell cell = { .coll = E2E_REDUCE, .call = call, .count = 1000 };

	for (cell.root = 0; e2e_has(E2E_REDUCE) && cell.root < e2e_size(); cell.root++) {
		cell.is_in_place = !cell.is_in_place;
		grid_visit(&cell);
	}
}

static void cover(void)
{
	const struct e2e_call *calls;
	int n = e2e_calls(&calls);

	for (int i = 0; i < n; i++) {
		/* All counts but 0 and the largest. */
		struct cell cell = { .call = &calls[i], .count = counts[1 + (i + e2e_size()) % (N_COUNTS - 2)],
				     .is_in_place = i / 2 % 2, .offset = offsets[i % N_OFFSETS] };

		grid_visit(&cell);
		cell.coll = E2E_REDUCE;
		cell.root = i % e2e_size();
		cell.is_in_place = !cell.is_in_place;
		if (e2e_has(E2E_REDUCE))
			grid_visit(&cell);
	}
	visit_all_counts(e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_I32));
	visit_all_roots(e2e_call_find(SUMAC_OP_MAX, SUMAC_TYPE_U64));
}

/* One of n, the same on all ranks, and without a pattern. */
static size_t draw(size_t n)
{
	static uint64_t state;

	state = (state + seed + 0x9E3779B97F4A7C15) * 0xD1342543DE82EF95;
	return (size_t)((state >> 33) % n);
}

/* One of the first n counts. */
static size_t draw_count(size_t n)
{
	for (;;) {
		size_t count = counts[draw(n)];

		if (count >= lowest && count <= highest)
			return count;
	}
}

static void visit_drawn(enum e2e_coll coll, const struct e2e_call *call, size_t count)
{
	struct cell cell = { coll, call, count, draw(2), offsets[draw(N_OFFSETS)], (int)draw((size_t)e2e_size()),
			     (enum shape)draw(N_SHAPES) };

	if (e2e_has(coll))
		grid_visit(&cell);
}

static void visit_rest(int step)
{
	const struct e2e_call *calls, *bytes = e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_U8);
	int n = e2e_calls(&calls);

	for (int i = (int)seed % step; i < n; i += step)
		for (int coll = E2E_REDUCE_SCATTER; coll <= E2E_EXSCAN; coll++)
			visit_drawn(coll, &calls[i], draw_count(N_COUNTS - 1));
	for (int i = 0; i < N_MOVED; i++)
		visit_drawn(i % 2 ? E2E_BROADCAST : E2E_ALLGATHER, bytes, draw_count(N_COUNTS));
	for (int coll = E2E_REDUCE_SCATTER; coll <= E2E_EXSCAN && highest >= counts[N_COUNTS - 1]; coll++)
		visit_drawn(coll, e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_F32), counts[N_COUNTS - 1]);
}

/* The calls of that operation on that type take turns: an API may have several names for one type. NULL: it
 * has none. */
static const struct e2e_call *call_in_turn(int op, int type, int turn)
{
	const struct e2e_call *calls, *found[64];
	int n = e2e_calls(&calls), n_found = 0;

	for (int i = 0; i < n && n_found < 64; i++)
		if (calls[i].op == op && calls[i].type == type)
			found[n_found++] = &calls[i];
	return n_found ? found[turn % n_found] : NULL;
}

/* Whether operation and type number `pair` has its turn with this kind of call and variant. */
static bool has_turn(enum depth depth, int pair, int kind, int n_kinds, int variant, int n_variants)
{
	switch (depth) {
	case FULL: return true;
	case TURNS: return (pair + kind) % n_variants == variant;
	case ONCE: return pair % n_kinds == kind && (pair / n_kinds + kind) % n_variants == variant;
	}
	abort();
}

/* The kinds of reductions: to all ranks, to each root, and the others. */
static int n_kinds(void)
{
	return 1 + (e2e_has(E2E_REDUCE) ? e2e_size() : 0) + (e2e_has(E2E_SCAN) ? E2E_EXSCAN - E2E_REDUCE : 0);
}

static void set_kind(int kind, struct cell *cell)
{
	cell->coll = !kind ? E2E_ALLREDUCE : kind <= e2e_size() ? E2E_REDUCE : E2E_REDUCE + kind - e2e_size();
	cell->root = cell->coll == E2E_REDUCE ? kind - 1 : 0;
}

static void visit_pair(int op, int type, size_t count, int pair, enum depth depth)
{
	int n_variants = 2 * N_OFFSETS;

	for (int variant = 0; variant < n_variants; variant++)
		for (int kind = 0; kind < n_kinds(); kind++) {
			struct cell cell = { .call = call_in_turn(op, type, variant + kind), .count = count,
					     .is_in_place = variant % 2, .offset = offsets[variant / 2],
					     .shape = (enum shape)((pair + variant) % N_SHAPES) };

			set_kind(kind, &cell);
			if (cell.call && has_turn(depth, pair, kind, n_kinds(), variant, n_variants))
				grid_visit(&cell);
		}
}

/* The pairs that NICs do. */
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

enum { N_PAIRS = sizeof(pairs) / sizeof(pairs[0]) };

/* How many of these the API has: of which, where it must be all, none may lack. */
static int n_offered(void)
{
	int n = 0;

	for (int i = 0; i < N_PAIRS; i++) {
		if (e2e_call_find(pairs[i].op, pairs[i].type)) {
			n++;
		} else if (e2e_has_all_pairs()) {
			fprintf(stderr, "%s has no call for operation %d on type 0x%x\n", e2e_api, pairs[i].op,
				pairs[i].type);
			exit(1);
		}
	}
	return n;
}

/* Only campaigns print this: what tests print is looked at. */
static void tell_progress(void)
{
	static time_t told_at;
	time_t now = time(NULL);

	if (e2e_rank() || now - told_at < PROGRESS_S)
		return;
	if (told_at)
		fprintf(stderr, "  ... %llu reductions\n", (unsigned long long)grid_visited());
	told_at = now;
}

static void sweep(enum depth depth)
{
	int n = n_offered();

	if (!e2e_rank())
		printf("%s has %d of the %d pairs that NICs do\n", e2e_api, n, N_PAIRS);
	for (int i = 0; i < N_COUNTS; i++)
		for (int pair = 0; pair < N_PAIRS; pair++)
			if (counts[i] >= lowest && counts[i] <= highest) {
				visit_pair(pairs[pair].op, pairs[pair].type, counts[i], pair + i, depth);
				tell_progress();
			}
}

/* One of the pairs that the API has. */
static const struct e2e_call *draw_pair(void)
{
	const struct e2e_call *call = NULL;

	while (!call) {
		const struct pair *pair = &pairs[draw(N_PAIRS)];

		call = e2e_call_find(pair->op, pair->type);
	}
	return call;
}

/* Broadcasts and allgathers are of bytes. No call has more elements than the grid has memory for. */
static void visit_long(void)
{
	size_t most = counts[N_COUNTS - 1], len_bytes = highest < most ? highest : most;

	for (int coll = E2E_ALLREDUCE; coll <= E2E_ALLGATHER; coll++)
		for (int shape = UNEVEN; e2e_has((enum e2e_coll)coll) && shape <= EVEN; shape++) {
			struct cell cell = { .coll = (enum e2e_coll)coll, .is_in_place = draw(2),
					     .offset = offsets[draw(N_OFFSETS)], .root = (int)draw((size_t)e2e_size()),
					     .shape = (enum shape)shape };

			cell.call = coll < E2E_BROADCAST ? draw_pair() : e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_U8);
			cell.count = len_bytes / oracle_elem_bytes(cell.call->type);
			grid_visit(&cell);
			tell_progress();
		}
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
	struct timespec pause = { 0, STAGGER_NS * place_in_order(grid_visited()) };

	e2e_barrier();
	nanosleep(&pause, NULL);
	grid_visit(cell);
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
		struct cell cell = { .call = call, .count = counts[1 + i / N_ORDERED % 3], .is_in_place = i % 2 };

		for (int kind = 0; call && kind < n_kinds(); kind++) {
			set_kind(kind, &cell);
			visit_in_order(&cell);
		}
	}
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
	grid_open(seed, counts[N_COUNTS - 1], offsets[N_OFFSETS - 1]);
	if (!strcmp(mode, "cover"))
		cover();
	else if (!strcmp(mode, "rest") || !strcmp(mode, "few"))
		visit_rest(!strcmp(mode, "few") ? FEW : 1);
	else if (!strcmp(mode, "orders"))
		visit_orders();
	else if (!strcmp(mode, "long"))
		visit_long();
	else
		sweep(!strcmp(mode, "full") ? FULL : !strcmp(mode, "turns") ? TURNS : ONCE);
	grid_flush();
	if (!e2e_rank())
		printf("%s: %llu reductions over %d ranks, %llu wrong on rank 0\n", e2e_api,
		       (unsigned long long)grid_visited(), e2e_size(), (unsigned long long)grid_bad());
	e2e_close(grid_bad() != 0);
}
