/*
 * The state of plan_check's model: chunks of nodes, their rings, the channels, and the order of sends.
 * Used by plan_check.c, which runs it, and plan_model.c, which builds it.
 */
#ifndef SUMAC_PLAN_MODEL_H
#define SUMAC_PLAN_MODEL_H

#include "plan/plan_check.h"

enum { SUMAC_PLAN_CHECK_MAX_CALLS = 16, SUMAC_PLAN_CHECK_RINGS = 256, SUMAC_PLAN_STACK = 5 };
enum { SUMAC_PLAN_TAKER_SLOTS = 16 }; /* at most, of a ring that takes from channels of an engine with spread nodes */

/* The value of ranks lo to lo + n - 1: E, or their left fold. */
struct plan_value {
	int lo, n;
};

/* One chunk at one node in one call; at a spread node, one of one stream. */
struct plan_item {
	const struct sumac_plan_node *plan;
	int call, node, chunk, part;
	int in_first, in_end, out_first, out_end; /* its inputs and outputs */
	uint64_t turn;	/* in its ring */
	bool folded;	/* its value exists */
	int outs_left;	/* outputs that have not got it yet */
	struct plan_value after[SUMAC_ROUTE_MAX_IN]; /* the value after each input, for the outputs tapped there */
};

struct plan_send {
	struct plan_item *item;
	const struct sumac_plan_out *out;
	uint64_t turn;
	unsigned number; /* on its channel */
};

struct plan_ring {
	int id;
	int n, folded, freed;
	struct plan_item **order;
};

struct plan_rank {
	int n_items;
	struct plan_item *items;
	int most_nodes;	  /* of a call */
	int *first_item;  /* by call and node */
	int *n_results;	  /* by call and part */
	int n_rings;
	struct plan_ring *rings;
	int n_sends;
	struct plan_send *sends;
	int sent[SUMAC_PLAN_CHECK_RINGS]; /* where each ring is in them; where rings have no order of their own, [0] is for all */
};

struct plan_arrival {
	struct plan_value value;
	int call, chunk, part;
};

struct plan_channel {
	unsigned sent, taken, released;
};

struct plan_model {
	const struct sumac_plan_run *run;
	char *why;
	size_t cap_bytes;
	struct plan_rank *ranks;
	struct plan_channel *channels;
	struct plan_arrival *arrivals; /* the slots of each channel, as many as the larger class has */
	int most_slots;
};

/* Checks each plan as far as possible by itself, and lays
 * out the model. 0, -SUMAC_EINVAL or -SUMAC_ENOMEM. */
int sumac_plan_model_build(struct plan_model *model);
void sumac_plan_model_free(struct plan_model *model);

enum sumac_coll sumac_plan_model_coll(const struct sumac_plan_run *run, int call);
/* Into how many parts a call's plan cuts the elements; 0: it does not. */
int sumac_plan_model_cut(const struct sumac_plan_run *run, int call);
/* The number of a call's parts: the collective's, or else those; 0: there are none. */
int sumac_plan_model_parts(const struct sumac_plan_run *run, int call);
/* How many chunks a part has, or all of a call that has none. */
int sumac_plan_model_chunks(const struct sumac_plan_run *run, int call, int part);
int sumac_plan_model_slots(const struct sumac_plan_run *run, int class);
int sumac_plan_model_ring_slots(const struct sumac_plan_run *run, int ring);
/* How many streams a node has that walk by themselves, and the part of one. */
int sumac_plan_model_streams(const struct sumac_plan_node *node);
int sumac_plan_model_part(const struct sumac_plan_node *node, int stream);
/* The item of a spread node is that of its first stream; the others follow. */
struct plan_item *sumac_plan_model_item(struct plan_rank *rank, int call, int node, int chunk);

/* Writes the sentence, and returns false. */
bool sumac_plan_blame(struct plan_model *model, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
