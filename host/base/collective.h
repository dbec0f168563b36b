/*
 * The collectives: the rows of include/spec/collectives.def, the facts that follow from them, and how elements fall
 * into parts.
 */
#ifndef SUMAC_COLLECTIVE_H
#define SUMAC_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spec/spec.h"

enum {
	SUMAC_N_COLLS = 0
#define SUMAC_COLL(...) +1
#include "spec/rows.def"
};

enum sumac_coll_share { SUMAC_WHOLE, SUMAC_PART, SUMAC_ROOT, SUMAC_LATER, SUMAC_NONE };
enum sumac_coll_order { SUMAC_TREE, SUMAC_LEFT, SUMAC_MOVE };

struct sumac_coll_row {
	const char *name; /* as "reduce" */
	enum sumac_coll_share gives, gets;
	enum sumac_coll_order order;
};

extern const struct sumac_coll_row sumac_coll_rows[SUMAC_N_COLLS] __attribute__((visibility("hidden")));

/* Inline, since every call needs it. NULL if there is no such collective. */
static inline const struct sumac_coll_row *sumac_coll_row(int coll)
{
	return coll >= 0 && coll < SUMAC_N_COLLS ? &sumac_coll_rows[coll] : NULL;
}

/* "?" if there is no such collective. */
const char *sumac_coll_name(int coll);

static inline bool sumac_coll_has_root(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && (row->gives == SUMAC_ROOT || row->gets == SUMAC_ROOT);
}

bool sumac_coll_has_parts(int coll);

/* Whether it takes an operation and a type; the others move bytes, or nothing. */
static inline bool sumac_coll_combines(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && row->order != SUMAC_MOVE && row->gives != SUMAC_NONE;
}

static inline bool sumac_coll_has_share(enum sumac_coll_share share, int rank, int root)
{
	switch (share) {
	case SUMAC_WHOLE:
	case SUMAC_PART:
		return true;
	case SUMAC_ROOT:
		return rank == root;
	case SUMAC_LATER:
		return rank > 0;
	case SUMAC_NONE:
		return false;
	}
	return false;
}

/* Whether a rank has to give a source, and gets a result. */
static inline bool sumac_coll_gives(int coll, int rank, int root)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && sumac_coll_has_share(row->gives, rank, root);
}

static inline bool sumac_coll_gets(int coll, int rank, int root)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && sumac_coll_has_share(row->gets, rank, root);
}

enum { SUMAC_ALL_PARTS = -1 };

/* Some of a collective's elements: where they lie in a rank's source and destination, and how many they are. */
struct sumac_piece {
	uint64_t src_first, dst_first, n;
};

/* The elements of a part, or all of them. firsts: where each rank's part begins, and as entry number `size` the count;
 * NULL if the parts are equal. */
struct sumac_piece sumac_coll_one_part(int coll, uint64_t count, const uint64_t *firsts, int size, int part);

static inline struct sumac_piece sumac_coll_piece(int coll, uint64_t count, const uint64_t *firsts, int size, int part)
{
	if (part == SUMAC_ALL_PARTS)
		return (struct sumac_piece){ .n = count };
	return sumac_coll_one_part(coll, count, firsts, size, part);
}

/* How many elements there are in the source of a rank that has one, and in its destination. */
static inline uint64_t sumac_coll_src_count(int coll, uint64_t count, const uint64_t *firsts, int size, int rank)
{
	return sumac_coll_rows[coll].gives == SUMAC_PART ? sumac_coll_piece(coll, count, firsts, size, rank).n : count;
}

static inline uint64_t sumac_coll_dst_count(int coll, uint64_t count, const uint64_t *firsts, int size, int rank)
{
	return sumac_coll_rows[coll].gets == SUMAC_PART ? sumac_coll_piece(coll, count, firsts, size, rank).n : count;
}

#endif
