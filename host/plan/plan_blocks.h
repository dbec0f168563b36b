/*
 * How a team's ranks fall into blocks that share a host: the largest subexpressions of E whose ranks do. The members of a
 * block fold its value among themselves; between hosts one of them, the owner, speaks for all.
 */
#ifndef SUMAC_PLAN_BLOCKS_H
#define SUMAC_PLAN_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "plan/plan.h"

struct sumac_plan_blocks {
	int n;
	int *first;	/* n + 1 entries: where each block begins, then the team's size */
	bool are_even;	/* E over the blocks' values is E over their number; else by the program below alone */
	bool has_program;
	uint8_t combines[SUMAC_ROUTE_MAX_IN]; /* E over the ranks as a postfix program over the blocks: as a plan's inputs have it */
};

/* hosts: each rank's, any number. 0 or -SUMAC_ENOMEM. */
int sumac_plan_blocks_make(const int *hosts, int size, struct sumac_plan_blocks *blocks_out);
void sumac_plan_blocks_free(struct sumac_plan_blocks *blocks);

/* Whether the blocks' values can be joined to E at all by a plan of this radix for so many ranks as there are blocks. */
bool sumac_plan_blocks_join(const struct sumac_plan_blocks *blocks, int radix);
/* Makes such a plan, whose ranks are the blocks, fold what is E over the ranks. */
void sumac_plan_blocks_follow(const struct sumac_plan_blocks *blocks, struct sumac_plan *plan);

/* The block of E around `rank`, as one member can tell that knows only who shares its own host. */
void sumac_plan_blocks_around(const bool *shares_host, int size, int rank, int *first_out, int *n_out);

#endif
