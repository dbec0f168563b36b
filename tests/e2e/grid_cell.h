/*
 * A cell of the grid: one reduction, which this rank compares bit for bit with the oracle.
 */
#ifndef E2E_GRID_CELL_H
#define E2E_GRID_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "e2e.h"

enum { ALL_RANKS = -1 };

struct cell {
	const struct e2e_call *call;
	size_t count;
	int root; /* or ALL_RANKS */
	bool is_in_place;
	size_t offset; /* of the buffers from an aligned place */
};

/* Before the first cell: the seed of all data, and the largest count and offset that cells will have. */
void grid_open(uint64_t seed, size_t max_count, size_t max_offset);
void grid_visit(const struct cell *cell);
/* How many were visited, and how often something was wrong on this rank. */
uint64_t grid_visited(void);
uint64_t grid_bad(void);

#endif
