/*
 * One reduction of the grid: what each rank gives, the call, and what must have come of it. Memory beside the
 * result must be untouched, and the source unchanged.
 */
#include "grid_cell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/oracle.h"

enum { MAX_ELEM_BYTES = 32, UNTOUCHED = 0xA5 };
enum { FRONT_BYTES = 64, BACK_BYTES = 8192 }; /* that are seen to be untouched; behind: more than a chunk */
enum { N_SETS = 3 };

/* What this rank gives and what must come of it. Calls in a row use different ones, so that a result left
 * over from the one before shows; but not all of their own, since the oracle takes longer than the call. */
static struct set {
	int op, type;
	size_t count;
	uint64_t seed;
	unsigned char *src, *expected;
} sets[N_SETS];

static uint64_t seed;
static unsigned char *src_area, *dst_area;
static uint64_t n_cells, n_bad;

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
	fprintf(stderr,
		"rank %d of %d: %s %s, %zu elements, %s, %s, offset %zu, cell %llu, data %llu, seed %llu: %s\n",
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

void grid_visit(const struct cell *cell)
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
}

uint64_t grid_visited(void)
{
	return n_cells;
}

uint64_t grid_bad(void)
{
	return n_bad;
}

void grid_open(uint64_t new_seed, size_t max_count, size_t max_offset)
{
	size_t len_bytes = max_count * MAX_ELEM_BYTES;
	size_t area_bytes = FRONT_BYTES + max_offset + len_bytes + BACK_BYTES;
	bool has_all;

	seed = new_seed;
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
