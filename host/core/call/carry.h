/*
 * A call may be carried by another one: its operands are put into staging memory as elements of another type, an engine reduces
 * these, and the result is taken from there at the end. Integers carry exact sums in this way.
 */
#ifndef SUMAC_CARRY_H
#define SUMAC_CARRY_H

#include "core/call/call.h"

/* How scales are compared. */
enum { SUMAC_CARRIER_SCALE_OP = SUMAC_OP_MAX, SUMAC_CARRIER_SCALE_TYPE = SUMAC_TYPE_I8 };

struct sumac_carrier {
	const char *name;    /* for reports, as "exact sums" */
	const char *why_cpu; /* why only the CPU engine does it; NULL: any engine does it that has the pair below */
	enum sumac_op op;
	enum sumac_type type;
	unsigned n_each; /* elements of that type for each element of the call */
	uint64_t salt;	 /* not 0, and another one for each carrier: the ranks must agree on it */
	const void *data; /* the carrier's own; with a scale(): the elements' scales */
	/* NULL, or gives each operand a scale. Then the greatest that each element has on any rank is found first, in a collective
	 * of its own, and put() and take() have these. Only for calls that may wait, and not for scans. */
	void (*scale)(enum sumac_type type, int8_t *scales_out, const void *src, size_t count);
	/* Puts count operands of the call's type into staging, for a team of that size. An error is this rank's alone, so the
	 * others have to find it in the result: it returns the error, and puts operands that make their take() fail. */
	int (*put)(const struct sumac_carrier *carrier, enum sumac_type type, void *carried_out, const void *src, size_t count,
		   int team_size);
	/* Takes count results, of the operands of n_ranks ranks; may change `carried`. */
	int (*take)(const struct sumac_carrier *carrier, enum sumac_type type, void *dst_out, void *carried, size_t count,
		    int n_ranks);
};

/* Begins such a call, which has been measured and checked. With may_wait, a call that is longer in its carried form than the
 * setting sums_bytes goes in pieces, of which all but the first are done when it ends; otherwise it is refused. */
int sumac_carry_begin(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		      const struct sumac_carrier *carrier, bool may_wait, struct sumac_request **request_out);
/* Ends it: takes the result, unless the carrying call has failed with err. */
int sumac_carry_end(struct sumac_request *request, int err);

#endif
