/*
 * A cell of the grid: one collective, which this rank compares bit for bit with the oracle.
 */
#ifndef E2E_GRID_CELL_H
#define E2E_GRID_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "e2e.h"

/* How elements fall into parts: of any size, all of one size (of which there may be less elements), all but one of none. */
enum shape { UNEVEN, EVEN, ONE_OF_ALL, N_SHAPES };

struct cell {
	enum e2e_coll coll;
	const struct e2e_call *call;
	size_t count;
	bool is_in_place;
	size_t offset; /* of the buffers from an aligned place */
	int root;
	enum shape shape;
};

/* Before the first cell: the seed of all data, and the largest count and offset that cells will have. */
void grid_open(uint64_t seed, size_t max_count, size_t max_offset);
/* Where the API has requests, every other call on a rank is one, which is only looked at in a later visit. */
void grid_visit(const struct cell *cell);
/* Ends what is still in progress. */
void grid_flush(void);
/* How many were visited, and how often something was wrong on this rank. */
uint64_t grid_visited(void);
uint64_t grid_bad(void);

#endif
