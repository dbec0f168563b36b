/*
 * A call by a level, in three steps. Most calls fold in their leaves; one speaker of each leaf does the same between leaves, by
 * an engine's own means; and it hands the result on in its own leaf. Other kinds of calls divide their steps otherwise.
 */
#ifndef SUMAC_LEVEL_STEPS_H
#define SUMAC_LEVEL_STEPS_H

#include "engine/levels/level.h"

/* Scratch memory for the calls that a team's levels do, one at a time. */
struct sumac_level_scratch {
	uint8_t *memory;
	size_t len_bytes;
};

struct sumac_steps;

enum { SUMAC_N_STEPS = 3 };

/* A kind of call: which of its steps are in the leaf, and what this rank does in each. */
struct sumac_way {
	bool is_in_leaf[SUMAC_N_STEPS];
	/* Sets stretch_elems for the call, which is the oldest now; returns the scratch memory that the call needs. */
	size_t (*prepare)(struct sumac_steps *steps);
	/* Sets the call of the step at hand: one like any other, except for what the ranks agree on. false: this rank has none. */
	bool (*set_call)(struct sumac_steps *steps, struct sumac_call *call_out);
};

/* A step between leaves: it does steps->own, in which ranks are groups. */
struct sumac_between {
	const struct sumac_way *way;
	/* 0, or -SUMAC_E..., with which the team then fails. */
	int (*begin)(struct sumac_steps *steps);
	/* 1: it has ended; 0: not yet; or -SUMAC_E..., and the team has failed, and the steps are no more. */
	int (*work)(struct sumac_steps *steps, int *moved_io);
};

struct sumac_steps {
	const struct sumac_call *whole;
	struct sumac_level *level;
	struct sumac_level_scratch *scratch;
	const struct sumac_between *between;
	bool speaks;
	int step;
	uint64_t first, stretch_elems; /* the steps do a stretch of the elements, then begin again with the next */
	bool has_begun;
	bool is_in_leaf, is_between; /* a step there has begun, and not ended */
	struct sumac_call leaf_call, own; /* of the last step in the leaf, and between leaves */
	struct sumac_ticket ticket; /* of a step in the leaf */
};

extern const struct sumac_way sumac_steps_by_speakers; /* most calls' */

/* The collective that a call by levels does between the groups. */
enum sumac_coll sumac_steps_between(const struct sumac_level *level, enum sumac_coll coll);
void sumac_steps_start(struct sumac_steps *steps, struct sumac_level *level, struct sumac_level_scratch *scratch,
		       const struct sumac_between *between, const struct sumac_call *call);
/* 1: something moved; 0; or -SUMAC_E..., and the team has failed. */
int sumac_steps_work(struct sumac_steps *steps);
bool sumac_steps_are_ended(const struct sumac_steps *steps);
/* The team ranks that the step in a leaf waits for; -1: it is in none. */
int sumac_steps_waiting_for(const struct sumac_steps *steps, int *ranks_out, int cap);

#endif
