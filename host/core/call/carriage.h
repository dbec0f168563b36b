/*
 * A call on its way with another one that carries it (carry.h), and its staging memory, which lives as long as the request that an
 * engine may still write for.
 */
#ifndef SUMAC_CARRIAGE_H
#define SUMAC_CARRIAGE_H

#include "core/team/team.h"

struct sumac_carrier;

struct sumac_carriage {
	const struct sumac_carrier *carrier;
	struct sumac_call call;	  /* the program's; its list of parts is this struct's own */
	uint64_t first, n_elems;  /* the piece that is on its way */
	uint64_t most;		  /* elements of a piece */
	int put_error;		  /* of any piece */
	char story[SUMAC_STORY_CAP];
	void *memory;
	int8_t *scales;		       /* of the piece's elements, if the carrier has such */
	struct sumac_ticket scaling; /* of the calls that have found them: cycles and combines */
};

void sumac_carriage_free(struct sumac_carriage *carriage); /* NULL: nothing */

#endif
