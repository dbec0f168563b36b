/*
 * Local sums of fields, for the calls that sum up fields over all ranks.
 */
#ifndef SUMAC_EXACT_FIELDS_H
#define SUMAC_EXACT_FIELDS_H

#include <string.h>

#include "sumac_exact.h"

/* sums[f] = the sum of field f. Returns the first error. It is left to the collective, in which all ranks meet it: its field's
 * accumulator is not valid. */
static inline int sumac_exact_fields_add(struct sumac_exact *sums, const double *src, size_t n_local, size_t n_fields,
					 ptrdiff_t stride)
{
	int first = 0;

	for (size_t f = 0; f < n_fields; f++) {
		int err;

		sumac_exact_clear(&sums[f]);
		err = sumac_exact_add_doubles(&sums[f], src && n_local ? src + (ptrdiff_t)f * stride : NULL, n_local);
		if (err)
			memset(&sums[f], 0, sizeof(sums[f]));
		first = first ? first : err;
	}
	return first;
}

#endif
