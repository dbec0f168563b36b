/*
 * The grid: reductions by operation, type, count, root, place and alignment, each compared bit for bit with the oracle
 * on every rank. Usage: grid cover|full [SEED]. `cover` visits every operation and type once with each kind of call,
 * and every count, root and place with one of them; `full` visits all.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e.h"
#include "oracle/oracle.h"
#include "sumac_ops.h"

static const size_t counts[] = { 0, 1, 7, 16, 1000, 100003 };
static const size_t offsets[] = { 0, 1, 8, 24, 63 };
enum { N_COUNTS = sizeof(counts) / sizeof(counts[0]), N_OFFSETS = sizeof(offsets) / sizeof(offsets[0]) };
enum { GUARD_BYTES = 64, MAX_ELEM_BYTES = 32, ALL_RANKS = -1, UNTOUCHED = 0xA5 };

struct cell {
	const struct e2e_call *call;
	size_t count;
	int root; /* or ALL_RANKS */
	bool is_in_place;
	size_t offset; /* of the buffers from an aligned place */
};

static uint64_t seed = 1;
static unsigned char *src_area, *dst_area, *expected;
static size_t area_bytes;
static uint64_t n_cells, n_bad;

static void complain(const struct cell *cell, uint64_t cell_seed, const char *what)
{
	char root[32] = "all ranks";

	if (cell->root != ALL_RANKS)
		snprintf(root, sizeof(root), "root %d", cell->root);
	fprintf(stderr, "rank %d of %d: %s %s, %zu elements, %s, %s, offset %zu, seed %llu of %llu: %s\n", e2e_rank(),
		e2e_size(), e2e_api, cell->call->name, cell->count, root, cell->is_in_place ? "in place" : "two buffers",
		cell->offset, (unsigned long long)cell_seed, (unsigned long long)seed, what);
	n_bad++;
}

static bool is_untouched(const unsigned char *from, const unsigned char *to)
{
	while (from < to)
		if (*from++ != UNTOUCHED)
			return false;
	return true;
}

static void check_result(const struct cell *cell, uint64_t cell_seed, const unsigned char *dst)
{
	char what[80];
	size_t bad;

	e2e_expect(cell->call->op, cell->call->type, cell_seed, e2e_size(), cell->count, expected);
	bad = e2e_compare(cell->call->type, dst, expected, cell->count);
	if (bad == cell->count)
		return;
	snprintf(what, sizeof(what), "element %zu differs from the oracle's", bad);
	complain(cell, cell_seed, what);
}

static void check_memory(const struct cell *cell, uint64_t cell_seed, const unsigned char *src, const unsigned char *dst,
			 bool has_result)
{
	size_t len_bytes = cell->count * oracle_elem_bytes(cell->call->type);
	const unsigned char *end = has_result || cell->is_in_place ? dst + len_bytes : dst;

	if (!is_untouched(end, dst_area + area_bytes) || !is_untouched(dst_area, dst))
		complain(cell, cell_seed, "memory beside the result was written");
	if (cell->is_in_place && has_result)
		return;
	e2e_fill(cell->call->type, cell_seed, e2e_rank(), cell->count, expected);
	if (memcmp(src, expected, len_bytes))
		complain(cell, cell_seed, "the source was changed");
}

static void visit(const struct cell *cell)
{
	uint64_t cell_seed = seed * 1000000 + n_cells++;
	unsigned char *src = src_area + GUARD_BYTES + cell->offset, *dst = dst_area + GUARD_BYTES + cell->offset;
	bool has_result = cell->root == ALL_RANKS || cell->root == e2e_rank();
	int err;

	if (cell->is_in_place)
		src = dst;
	memset(dst_area, UNTOUCHED, area_bytes);
	e2e_fill(cell->call->type, cell_seed, e2e_rank(), cell->count, src);
	if (cell->root == ALL_RANKS)
		err = e2e_allreduce(cell->call, dst, src, cell->count);
	else
		err = e2e_reduce(cell->call, dst, src, cell->count, cell->root);
	if (err) {
		complain(cell, cell_seed, e2e_last_error());
		return;
	}
	if (has_result)
		check_result(cell, cell_seed, dst);
	check_memory(cell, cell_seed, src, dst, has_result);
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

static void full(void)
{
	const struct e2e_call *calls;
	int n = e2e_calls(&calls);

	for (int i = 0; i < n; i++)
		for (int count = 0; count < N_COUNTS; count++)
			for (int variant = 0; variant < 2 * N_OFFSETS; variant++) {
				struct cell cell = { &calls[i], counts[count], ALL_RANKS, variant % 2, offsets[variant / 2] };

				visit(&cell);
				for (cell.root = 0; e2e_has_root() && cell.root < e2e_size(); cell.root++)
					visit(&cell);
			}
}

int main(int argc, char **argv)
{
	bool is_full;

	e2e_open(&argc, &argv);
	is_full = argc > 1 && !strcmp(argv[1], "full");
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	area_bytes = counts[N_COUNTS - 1] * MAX_ELEM_BYTES + 3 * GUARD_BYTES;
	src_area = e2e_alloc(area_bytes);
	dst_area = e2e_alloc(area_bytes);
	expected = malloc(area_bytes);
	if (!src_area || !dst_area || !expected) {
		fprintf(stderr, "no memory for the grid\n");
		return 1;
	}
	if (is_full)
		full();
	else
		cover();
	if (!e2e_rank())
		printf("%s: %llu reductions over %d ranks, %llu wrong on rank 0\n", e2e_api, (unsigned long long)n_cells,
		       e2e_size(), (unsigned long long)n_bad);
	e2e_close(n_bad != 0);
}
