/*
 * The collectives: the rows of include/spec/collectives.def, what follows from them, and how elements fall into parts.
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

/* NULL for what is no collective. */
const struct sumac_coll_row *sumac_coll_row(int coll);
/* "?" for what is no collective. */
const char *sumac_coll_name(int coll);

bool sumac_coll_has_root(int coll);
bool sumac_coll_has_parts(int coll);
/* Whether it has an operation and a type; the others move bytes, or nothing. */
bool sumac_coll_combines(int coll);
/* Whether a rank has to give a source, and gets a result. */
bool sumac_coll_gives(int coll, int rank, int root);
bool sumac_coll_gets(int coll, int rank, int root);

enum { SUMAC_ALL_PARTS = -1 };

/* Some of a collective's elements: where they lie in a rank's source and destination, and how many there are. */
struct sumac_piece {
	uint64_t src_first, dst_first, n;
};

/* The elements of a part, or all of them. firsts: where each rank's part begins, and as entry number `size` the count;
 * NULL if the parts are equal. */
struct sumac_piece sumac_coll_piece(int coll, uint64_t count, const uint64_t *firsts, int size, int part);

/* How many elements there are in the source of a rank that has one, and in its destination. */
uint64_t sumac_coll_src_count(int coll, uint64_t count, const uint64_t *firsts, int size, int rank);
uint64_t sumac_coll_dst_count(int coll, uint64_t count, const uint64_t *firsts, int size, int rank);

#endif
