/*
 * Shared by the families of plans: how a team's ranks fall into blocks, and how nodes are put together.
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

/* Makes room for n_nodes nodes in all: 0 or -SUMAC_ENOMEM. */
int sumac_plan_reserve(struct sumac_plan *plan, int n_nodes);
/* A new node, for which there is room; returns its index. Step 0, ring 0: nodes that read the rank's memory only to send
 * it. */
int sumac_plan_add_node(struct sumac_plan *plan, int step, int ring);
/* Memory, a link or an *up* channel. */
void sumac_plan_add_in(struct sumac_plan_node *node, int kind, int peer);
/* Adds an output of the value of the inputs so far. */
void sumac_plan_add_out(struct sumac_plan_node *node, int kind, int peer);
void sumac_plan_add_channel_in(struct sumac_plan_node *node, int class, int rank);
void sumac_plan_add_channel_out(struct sumac_plan_node *node, int class, int rank);

/* A node that copies the rank's memory. */
int sumac_plan_add_source(struct sumac_plan *plan);
/* A node that passes on the results of others. Where there are *down* channels it reads those, in a ring of its own: a ring takes
 * from channels of one class. */
int sumac_plan_add_relay(const struct sumac_plan_spec *spec, struct sumac_plan *plan);
/* The class of channels that results take. */
int sumac_plan_result_class(const struct sumac_plan_spec *spec);
/* A node that joins the sub-blocks of a rank's block. `value`
 * holds the value of the rank's own: a node, or -1: memory. */
int sumac_plan_add_fold(const struct sumac_plan_spec *spec, struct sumac_plan *plan, int span, int level, int value);

/* How many nodes, beyond the first, it takes to give one value n outputs: all but the last end in a link. */
int sumac_plan_relays_for(int n_outs);
/* Gives a node's value to the ranks, over channels of a class. Ranks for which it has no outputs left get it from relays, each
 * fed by the last output before it. */
void sumac_plan_send_to(struct sumac_plan *plan, int index, int class, const uint16_t *ranks, int n_ranks);

/* This rank's place in a reduce to spec->root: returns the rank that takes its value, -1 for the root itself; levels_out gets the
 * levels on which it gathers. */
int sumac_plan_parent(const struct sumac_plan_spec *spec, uint32_t *levels_out);
/* The nodes of a reduce to spec->root, for which there is room: one for each level on which the rank gathers, else one. */
void sumac_plan_add_reduce(const struct sumac_plan_spec *spec, struct sumac_plan *plan);
int sumac_plan_levels(const struct sumac_plan_spec *spec);

/* The families of plans, by the names that plans.def gives them. The spec must have been checked; 0, -SUMAC_ENOTSUP or
 * -SUMAC_ENOMEM. */
#define SUMAC_PLAN(coll, least, most, bytes, parts, needs, family) \
	int sumac_plan_make_##family(const struct sumac_plan_spec *spec, struct sumac_plan *plan);
#include "spec/rows.def"

#endif
