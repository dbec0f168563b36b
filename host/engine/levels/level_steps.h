/*
 * A call by a level, in three steps: its ranks fold in their leaf; one of each leaf, who speaks for it, does the same between
 * leaves, by an engine's own means; and hands the result on in its own leaf.
 */
#ifndef SUMAC_LEVEL_STEPS_H
#define SUMAC_LEVEL_STEPS_H

#include "engine/levels/level.h"

/* Of the calls that a team's levels do, one at a time. */
struct sumac_level_scratch {
	uint8_t *memory;
	size_t len_bytes;
};

struct sumac_steps;

/* The step between leaves, on who speaks for one: of steps->own, in which ranks are groups. */
struct sumac_between {
	/* 0, or -SUMAC_E..., with which the team then fails. */
	int (*begin)(struct sumac_steps *steps);
	/* 1: it has ended; 0: not yet; or -SUMAC_E..., and the team has failed, and the steps are no more. */
	int (*work)(struct sumac_steps *steps, int *moved_io);
	bool is_for_all; /* all ranks do it, not only who speaks for a leaf; they may use the leaf in it */
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

/* What a call by levels does between the groups. */
enum sumac_coll sumac_steps_between(const struct sumac_level *level, enum sumac_coll coll);
void sumac_steps_start(struct sumac_steps *steps, struct sumac_level *level, struct sumac_level_scratch *scratch,
		       const struct sumac_between *between, const struct sumac_call *call);
/* 1: something moved; 0; or -SUMAC_E..., and the team has failed. */
int sumac_steps_work(struct sumac_steps *steps);
/* Something to be done in the leaf, as steps->own says: begins it, and works on it until steps->is_in_leaf is false. */
int sumac_steps_post(struct sumac_steps *steps);
/* 1: something moved; 0; or -SUMAC_E..., and the team has failed, and the steps are no more. */
int sumac_steps_fold(struct sumac_steps *steps);
/* Memory for values that have no place in the caller's: steps->scratch. 0 or -SUMAC_ENOMEM. */
int sumac_steps_need(const struct sumac_steps *steps, size_t len_bytes);
bool sumac_steps_are_ended(const struct sumac_steps *steps);
/* Whom the step in a leaf waits for, as team ranks; -1: it is in none. */
int sumac_steps_waiting_for(const struct sumac_steps *steps, int *ranks_out, int cap);

#endif
