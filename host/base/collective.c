/*
 * What follows from the rows of the table of collectives.
 */
#include "base/collective.h"

static const struct sumac_coll_row rows[] = {
#define SUMAC_COLL(name, code, text, gives, gets, order, ...) \
	[code] = { text, SUMAC_##gives, SUMAC_##gets, SUMAC_##order },
#include "spec/rows.def"
};

const struct sumac_coll_row *sumac_coll_row(int coll)
{
	return coll >= 0 && coll < SUMAC_N_COLLS ? &rows[coll] : NULL;
}

const char *sumac_coll_name(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row ? row->name : "?";
}

bool sumac_coll_has_root(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && (row->gives == SUMAC_ROOT || row->gets == SUMAC_ROOT);
}

bool sumac_coll_has_parts(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && (row->gives == SUMAC_PART || row->gets == SUMAC_PART);
}

bool sumac_coll_combines(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && row->order != SUMAC_MOVE && row->gives != SUMAC_NONE;
}

static bool has_share(enum sumac_coll_share share, int rank, int root)
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

bool sumac_coll_gives(int coll, int rank, int root)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && has_share(row->gives, rank, root);
}

bool sumac_coll_gets(int coll, int rank, int root)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && has_share(row->gets, rank, root);
}

struct sumac_piece sumac_coll_piece(int coll, uint64_t count, const uint64_t *firsts, int size, int part)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);
	uint64_t first, n;

	if (part == SUMAC_ALL_PARTS)
		return (struct sumac_piece){ .n = count };
	if (firsts) {
		first = firsts[part];
		n = firsts[part + 1] - first;
	} else {
		n = count / (uint64_t)size;
		first = n * (uint64_t)part;
	}
	return (struct sumac_piece){ row->gives == SUMAC_PART ? 0 : first, row->gets == SUMAC_PART ? 0 : first, n };
}

static uint64_t count_of(enum sumac_coll_share share, int coll, uint64_t count, const uint64_t *firsts, int size, int rank)
{
	return share == SUMAC_PART ? sumac_coll_piece(coll, count, firsts, size, rank).n : count;
}

uint64_t sumac_coll_src_count(int coll, uint64_t count, const uint64_t *firsts, int size, int rank)
{
	return count_of(sumac_coll_row(coll)->gives, coll, count, firsts, size, rank);
}

uint64_t sumac_coll_dst_count(int coll, uint64_t count, const uint64_t *firsts, int size, int rank)
{
	return count_of(sumac_coll_row(coll)->gets, coll, count, firsts, size, rank);
}
