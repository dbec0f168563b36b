/*
 * The grid: reductions by operation, type, count, root, place and alignment, each compared bit for bit with
 * the oracle on every rank. Usage: grid cover|full|turns|once|orders [SEED [LOWEST HIGHEST]], the counts.
 * `cover`: every operation and type of the API with each kind of call, and with one of them every count, root
 * and place. The others are about the pairs of operation and type that NICs do, as far as the API has them.
 * `full`: all combinations; `turns`: every pair with every count and root, which take turns in place and
 * alignment; `once`: every pair with every count, taking turns in all else. `orders`: to all ranks and to
 * every root, operations whose bits hang on the order of combining, the ranks entering each call in an order
 * of its own.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "e2e.h"
#include "grid_cell.h"
#include "sumac_ops.h"

static const size_t counts[] = { 0, 1, 7, 16, 1000, 100003 };
static const size_t offsets[] = { 0, 1, 8, 24, 63 };
enum { N_COUNTS = sizeof(counts) / sizeof(counts[0]), N_OFFSETS = sizeof(offsets) / sizeof(offsets[0]) };
enum { PROGRESS_S = 60, STAGGER_NS = 200000 };

enum depth { FULL, TURNS, ONCE };

static uint64_t seed = 1;
static size_t lowest, highest = SIZE_MAX;
static void visit_all_counts(const struct e2e_call *call)
{
	for (int i = 0; i < 2 * N_COUNTS; i++) {
		struct cell cell = { call, counts[i / 2], ALL_RANKS, i % 2, offsets[i % N_OFFSETS] };

		grid_visit(&cell);
		cell.root = i % e2e_size();
		if (e2e_has_root())
			grid_visit(&cell);
	}
}

static void visit_all_roots(const struct e2e_call *call)
{
	struct cell cell = { .call = call, .count = 1000 };

	for (cell.root = 0; e2e_has_root() && cell.root < e2e_size(); cell.root++) {
		cell.is_in_place = !cell.is_in_place;
		grid_visit(&cell);
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

		grid_visit(&cell);
		cell.root = i % e2e_size();
		cell.is_in_place = !cell.is_in_place;
		if (e2e_has_root())
			grid_visit(&cell);
	}
	visit_all_counts(e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_I32));
	visit_all_roots(e2e_call_find(SUMAC_OP_MAX, SUMAC_TYPE_U64));
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

			if (cell.call && has_turn(depth, pair, root, n_roots, variant, n_variants))
				grid_visit(&cell);
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

/* Of campaigns only: what tests print is looked at. */
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
		struct cell cell = { call, counts[1 + i / N_ORDERED % 3], ALL_RANKS, i % 2, 0 };

		if (!call)
			continue;
		visit_in_order(&cell);
		for (cell.root = 0; e2e_has_root() && cell.root < e2e_size(); cell.root++)
			visit_in_order(&cell);
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
	else if (!strcmp(mode, "orders"))
		visit_orders();
	else
		sweep(!strcmp(mode, "full") ? FULL : !strcmp(mode, "turns") ? TURNS : ONCE);
	if (!e2e_rank())
		printf("%s: %llu reductions over %d ranks, %llu wrong on rank 0\n", e2e_api,
		       (unsigned long long)grid_visited(), e2e_size(), (unsigned long long)grid_bad());
	e2e_close(grid_bad() != 0);
}
