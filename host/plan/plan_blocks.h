/*
 * Divides a team's ranks into blocks that share a host: the largest subexpressions of E whose ranks share one. The members of a
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
	bool are_even;	/* E over their number joins the blocks' values; else only the program below does */
	bool has_program;
	uint8_t combines[SUMAC_ROUTE_MAX_IN]; /* E over the ranks: a postfix program over the blocks, as in plan.h */
};

/* hosts: each rank's, any number. 0 or -SUMAC_ENOMEM. */
int sumac_plan_blocks_make(const int *hosts, int size, struct sumac_plan_blocks *blocks_out);
void sumac_plan_blocks_free(struct sumac_plan_blocks *blocks);

/* Whether a plan of this radix, with the blocks as its ranks, can join their values to E at all. */
bool sumac_plan_blocks_join(const struct sumac_plan_blocks *blocks, int radix);
/* Makes such a plan, whose ranks are the blocks, compute E over the ranks. */
void sumac_plan_blocks_follow(const struct sumac_plan_blocks *blocks, struct sumac_plan *plan);

/* The block of E around `rank`, for a member that knows only which ranks share its own host. */
void sumac_plan_blocks_around(const bool *shares_host, int size, int rank, int *first_out, int *n_out);

#endif
