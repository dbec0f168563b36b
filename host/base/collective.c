/*
 * Facts that follow from the rows of the table of collectives.
 */
#include "base/collective.h"

const struct sumac_coll_row sumac_coll_rows[SUMAC_N_COLLS] = {
#define SUMAC_COLL(name, code, text, gives, gets, order, ...) \
	[code] = { text, SUMAC_##gives, SUMAC_##gets, SUMAC_##order },
#include "spec/rows.def"
};

const char *sumac_coll_name(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row ? row->name : "?";
}

bool sumac_coll_has_parts(int coll)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);

	return row && (row->gives == SUMAC_PART || row->gets == SUMAC_PART);
}

struct sumac_piece sumac_coll_one_part(int coll, uint64_t count, const uint64_t *firsts, int size, int part)
{
	const struct sumac_coll_row *row = sumac_coll_row(coll);
	uint64_t first, n;

	if (firsts) {
		first = firsts[part];
		n = firsts[part + 1] - first;
	} else {
		n = count / (uint64_t)size;
		first = n * (uint64_t)part;
	}
	return (struct sumac_piece){ row->gives == SUMAC_PART ? 0 : first, row->gets == SUMAC_PART ? 0 : first, n };
}
