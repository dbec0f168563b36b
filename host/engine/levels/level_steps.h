/*
 * A call by a level, in three steps: its ranks fold in their leaf; one speaker of each leaf does the same between leaves, by an
 * engine's own means; and it hands the result on in its own leaf.
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

/* The step between leaves, on their speakers: it does steps->own, in which ranks are groups. */
struct sumac_between {
	/* 0, or -SUMAC_E..., with which the team then fails. */
	int (*begin)(struct sumac_steps *steps);
	/* 1: it has ended; 0: not yet; or -SUMAC_E..., and the team has failed, and the steps are no more. */
	int (*work)(struct sumac_steps *steps, int *moved_io);
	bool is_for_all; /* all ranks do it, not only speakers; they may use the leaf in it */
};

struct sumac_steps {
	const struct sumac_call *whole;
	struct sumac_level *level;
	struct sumac_level_scratch *scratch;
	const struct sumac_between *between;
	bool speaks;
	int step;
	bool has_begun;
	bool is_in_leaf;
	struct sumac_call own; /* of this step */
	struct sumac_ticket ticket; /* of a step in the leaf */
};

/* The collective that a call by levels does between the groups. */
enum sumac_coll sumac_steps_between(const struct sumac_level *level, enum sumac_coll coll);
void sumac_steps_start(struct sumac_steps *steps, struct sumac_level *level, struct sumac_level_scratch *scratch,
		       const struct sumac_between *between, const struct sumac_call *call);
/* 1: something moved; 0; or -SUMAC_E..., and the team has failed. */
int sumac_steps_work(struct sumac_steps *steps);
/* Begins what steps->own says in the leaf, and works on it until steps->is_in_leaf is false. */
int sumac_steps_post(struct sumac_steps *steps);
/* 1: something moved; 0; or -SUMAC_E..., and the team has failed, and the steps are no more. */
int sumac_steps_fold(struct sumac_steps *steps);
/* Memory for values that have no place in the caller's: steps->scratch. 0 or -SUMAC_ENOMEM. */
int sumac_steps_need(const struct sumac_steps *steps, size_t len_bytes);
bool sumac_steps_are_ended(const struct sumac_steps *steps);
/* The team ranks that the step in a leaf waits for; -1: it is in none. */
int sumac_steps_waiting_for(const struct sumac_steps *steps, int *ranks_out, int cap);

#endif
