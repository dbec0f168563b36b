/*
 * One collective of the grid: what each rank gives, the call, and what must have come of it. Memory beside the
 * result must be untouched, and the source unchanged.
 */
#include "grid_cell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/oracle.h"

enum { MAX_ELEM_BYTES = 32, UNTOUCHED = 0xA5 };
enum { FRONT_BYTES = 64, BACK_BYTES = 8192 }; /* that are seen to be untouched; behind: more than a chunk */
enum { N_SLOTS = 8, N_IN_WINDOWS = 3 }; /* the other slots are of memory that NICs do not reach: more than staging holds */
enum { MAX_RANKS = 1024 };

/* Calls in a row use different ones, so that a result left over from the one before shows, and several requests can be in
 * progress; but what ranks give is not each call's own, since the oracle takes longer than the call. */
static struct slot {
	/* This rank's operand, and the result that it must get. */
	struct cell given;
	uint64_t seed;
	unsigned char *src, *expected;
	unsigned char *src_area, *dst_area;
	/* The call that is in progress. */
	struct cell cell;
	struct e2e_args args;
	size_t parts[MAX_RANKS];
	uint64_t number;
	void *request;
} slots[N_SLOTS];

static uint64_t seed;
static uint64_t n_cells, n_bad;

/* Writes each rank's part; returns their sum. */
static size_t divide(const struct cell *cell, size_t *parts_out)
{
	size_t n = (size_t)e2e_size(), left = cell->count;

	for (size_t rank = 0; rank < n; rank++) {
		if (cell->shape == ONE_OF_ALL)
			parts_out[rank] = rank == cell->count % n ? cell->count : 0;
		else if (cell->shape == EVEN)
			parts_out[rank] = cell->count / n;
		else /* the last one's is the largest */
			parts_out[rank] = rank == n - 1 ? left : left * ((rank * 5 + 1) % 4) / (2 * n);
		left -= parts_out[rank];
	}
	return e2e_first(parts_out, e2e_size());
}

/* Whether what was made for one cell serves the other: to all ranks or to one, the value is the same. */
static bool is_same_data(const struct cell *left, const struct cell *right)
{
	return left->call->op == right->call->op && left->call->type == right->call->type &&
	       left->count == right->count &&
	       ((left->coll <= E2E_REDUCE && right->coll <= E2E_REDUCE) ||
		(left->coll == right->coll && left->root == right->root && left->shape == right->shape));
}

static void fill(struct slot *slot)
{
	if (slot->seed && is_same_data(&slot->given, &slot->cell))
		return;
	slot->given = slot->cell;
	slot->seed = seed * 1000000 + n_cells + 1;
	e2e_fill(slot->cell.call->type, slot->seed, e2e_rank(), slot->args.count, slot->src);
	e2e_expect_of(&slot->args, slot->seed, e2e_rank(), e2e_size(), slot->expected);
}

static void complain(const struct slot *slot, const char *what)
{
	static const char *const names[] = { "to all ranks", "to root", "reduce_scatter", "scan", "exscan",
					     "broadcast from", "allgather" };
	const struct cell *cell = &slot->cell;

	fprintf(stderr,
		"rank %d of %d: %s %s, %zu elements, %s %d, shape %d, %s, offset %zu, cell %llu%s, data %llu, seed %llu: %s\n",
		e2e_rank(), e2e_size(), e2e_api, cell->call->name, cell->count, names[cell->coll], cell->root,
		cell->shape, cell->is_in_place ? "in place" : "two buffers", cell->offset,
		(unsigned long long)slot->number, slot->request ? ", a request" : "", (unsigned long long)slot->seed,
		(unsigned long long)seed, what);
	n_bad++;
}

static bool is_untouched(const unsigned char *from, const unsigned char *to)
{
	while (from < to)
		if (*from++ != UNTOUCHED)
			return false;
	return true;
}

static bool has_result(const struct e2e_args *args)
{
	switch (args->coll) {
	case E2E_REDUCE: return args->root == e2e_rank();
	case E2E_EXSCAN: return e2e_rank() > 0;
	default: return true;
	}
}

static size_t part_if(bool is_part, const struct slot *slot)
{
	return is_part ? slot->parts[e2e_rank()] : slot->args.count;
}

static void check(struct slot *slot)
{
	const struct e2e_args *args = &slot->args;
	size_t bytes = oracle_elem_bytes(args->call->type);
	size_t n = has_result(args) ? part_if(args->coll == E2E_REDUCE_SCATTER, slot) : 0;
	size_t src_bytes = part_if(args->coll == E2E_ALLGATHER, slot) * bytes;
	size_t bad = e2e_compare(args->call->type, args->dst, slot->expected, n);
	unsigned char *dst = args->dst, *end = dst + n * bytes;
	char what[80];

	if (bad != n) {
		snprintf(what, sizeof(what), "element %zu differs from the oracle's", bad);
		complain(slot, what);
	}
	if (slot->cell.is_in_place && args->coll != E2E_ALLGATHER && src_bytes > n * bytes) {
		if (memcmp(end, slot->src + n * bytes, src_bytes - n * bytes))
			complain(slot, "the source behind the result was changed");
		end = dst + src_bytes;
	}
	if (!is_untouched(end, dst + args->count * bytes + BACK_BYTES) || !is_untouched(dst - FRONT_BYTES, dst))
		complain(slot, "memory beside the result was written");
	if (!slot->cell.is_in_place && args->src && memcmp(args->src, slot->src, src_bytes))
		complain(slot, "the source was changed");
}

/* Where the call's data are, as they are before it. */
static void place(struct slot *slot)
{
	struct e2e_args *args = &slot->args;
	size_t bytes = oracle_elem_bytes(args->call->type), at = FRONT_BYTES + slot->cell.offset;
	bool is_gather = args->coll == E2E_ALLGATHER;
	unsigned char *dst = slot->dst_area + at, *src = slot->src_area + at;

	if (slot->cell.is_in_place)
		src = is_gather ? dst + e2e_first(slot->parts, e2e_rank()) * bytes : dst;
	memset(dst - FRONT_BYTES, UNTOUCHED, FRONT_BYTES + args->count * bytes + BACK_BYTES);
	memcpy(src, slot->src, part_if(is_gather, slot) * bytes);
	args->dst = dst;
	args->src = args->coll == E2E_BROADCAST && !slot->cell.is_in_place && e2e_rank() != args->root ? NULL : src;
}

/* Waits for the last of the requests in progress first. */
void grid_flush(void)
{
	for (uint64_t i = N_SLOTS; i > 0; i--) {
		struct slot *slot = &slots[(n_cells + i - 1) % N_SLOTS];

		if (!slot->request)
			continue;
		if (e2e_wait(slot->request))
			complain(slot, e2e_last_error());
		else
			check(slot);
		slot->request = NULL;
	}
}

void grid_visit(const struct cell *cell)
{
	struct slot *slot = &slots[n_cells % N_SLOTS];
	/* While some ranks wait for the call others only begin it. */
	bool is_request = e2e_has(E2E_REQUESTS) && (n_cells * 7 + n_cells / 4 + (uint64_t)e2e_rank()) / 2 % 2;

	if (slot->request)
		grid_flush();
	slot->cell = *cell;
	slot->number = n_cells;
	slot->args = (struct e2e_args){ .coll = cell->coll, .call = cell->call, .count = cell->count, .root = cell->root };
	if (cell->coll == E2E_REDUCE_SCATTER || cell->coll == E2E_ALLGATHER) {
		slot->args.count = divide(cell, slot->parts);
		slot->args.parts = slot->parts;
	}
	fill(slot);
	place(slot);
	if (e2e_run(&slot->args, is_request ? &slot->request : NULL))
		complain(slot, e2e_last_error());
	else if (!is_request)
		check(slot);
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
	size_t area_bytes = (FRONT_BYTES + max_offset + len_bytes + BACK_BYTES + 63) / 64 * 64;
	/* Where there are no requests, all slots share the memory that suits the API. */
	int n_areas = e2e_has(E2E_REQUESTS) ? N_IN_WINDOWS : 1;
	unsigned char *areas = e2e_alloc(2 * (size_t)n_areas * area_bytes);
	bool has_all = areas;

	seed = new_seed;
	for (int i = 0; i < N_SLOTS; i++) {
		struct slot *slot = &slots[i];
		int area = i % n_areas;
		bool is_own = e2e_has(E2E_REQUESTS) && i >= n_areas;

		slot->src_area = is_own ? malloc(area_bytes) : areas + (size_t)(2 * area) * area_bytes;
		slot->dst_area = is_own ? malloc(area_bytes) : areas + (size_t)(2 * area + 1) * area_bytes;
		slot->src = malloc(len_bytes);
		slot->expected = malloc(len_bytes);
		has_all = has_all && slot->src_area && slot->dst_area && slot->src && slot->expected;
	}
	if (has_all)
		return;
	fprintf(stderr, "no memory for the grid\n");
	exit(1);
}
