/*
 * What the families of plans share: how a team's ranks fall into blocks, and how nodes are put together.
 */
#ifndef SUMAC_PLAN_PARTS_H
#define SUMAC_PLAN_PARTS_H

#include "plan/plan.h"

struct sumac_plan_block {
	int lo, n;
};

/* The aligned block of span ranks in which a rank lies, cut off at the team's end. */
struct sumac_plan_block sumac_plan_block_of(int size, int rank, int span);

/* The member of a sub-block that hands its value to rank `to`, which is in another sub-block of that span. */
int sumac_plan_giver(int span, struct sumac_plan_block from, int to);
/* Whether one rank hands values to the other in an exchange. */
bool sumac_plan_gives(int size, int radix, int from, int to);

/* A new node; returns its index. Step 0, ring 0: nodes that read the rank's memory only to send it. */
int sumac_plan_add_node(struct sumac_plan *plan, int step, int ring);
void sumac_plan_add_in(struct sumac_plan_node *node, int kind, int peer);
/* An output of the value of the inputs so far. */
void sumac_plan_add_out(struct sumac_plan_node *node, int kind, int peer);

/* A node that copies the rank's memory. */
int sumac_plan_add_source(struct sumac_plan *plan);
/* A node that joins the sub-blocks of a rank's block. `value`
 * holds the value of the rank's own: a node, or -1: memory. */
int sumac_plan_add_fold(const struct sumac_plan_spec *spec, struct sumac_plan *plan, int span, int level, int value);

/* The families of plans. The spec must have been checked. */
bool sumac_plan_exchange_fits(int size, int radix);
void sumac_plan_make_exchange(const struct sumac_plan_spec *spec, struct sumac_plan *plan);
void sumac_plan_make_reduce(const struct sumac_plan_spec *spec, struct sumac_plan *plan);

#endif
