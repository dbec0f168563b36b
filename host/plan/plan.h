/*
 * Plans: for each rank a few combine nodes, whose inputs and outputs are streams. Every rank makes them by
 * itself, from the spec alone; plain C without I/O. tests/plan/plan_check.h proves that a plan cannot
 * deadlock with the windows that were granted.
 */
#ifndef SUMAC_PLAN_H
#define SUMAC_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/collective.h"
#include "spec/spec.h"

enum { SUMAC_CLASS_UP, SUMAC_CLASS_DOWN, SUMAC_N_CHANNEL_CLASSES };
enum { SUMAC_PLAN_MAX_RINGS = 4 };
enum { SUMAC_SPREAD_NONE, SUMAC_SPREAD_OUTPUTS, SUMAC_SPREAD_INPUTS };

/* All that a plan may depend on; the same on all ranks but for `rank`. */
struct sumac_plan_spec {
	enum sumac_coll coll;
	int size;	    /* of the team */
	int rank;
	int root;	    /* of collectives that have one */
	int radix;	    /* fan-in that the engine has: 2, 4, 8 or 16 */
	unsigned features;  /* SUMAC_FEATURE_LINKS, _TAPS, _SPREAD: what the engine can do */
	uint64_t len_bytes; /* of all the call's elements */
	bool parts_differ;  /* in length, of a collective that has parts */
};

struct sumac_plan_in {
	uint8_t kind;	  /* SUMAC_STREAM_* */
	uint8_t class;	  /* of the channel */
	uint16_t peer;	  /* team rank, or node index */
	uint8_t combines; /* number of combines after this input */
};

struct sumac_plan_out {
	uint8_t kind;
	uint8_t class;
	uint16_t peer;
	uint8_t tap;	  /* the input after which the value is taken */
};

/* A spread node walks over all the elements, and each of its streams has a part of its own: output j takes part (first + j) mod
 * parts of the one input, which is memory; input j brings part (first - j) mod parts of the one output, which is memory. Nothing
 * is combined, and chunk by chunk the streams take turns. */
struct sumac_plan_node {
	uint8_t n_in, n_out;
	uint8_t step;
	uint8_t ring;
	uint8_t spread; /* SUMAC_SPREAD_* */
	uint8_t first;	/* of a spread node */
	uint8_t parts;	/* the number of equal parts into which the plan cuts the elements; 0: it takes the collective's parts */
	int part; /* the elements that it walks over: those of this part, or SUMAC_ALL_PARTS */
	struct sumac_plan_in in[SUMAC_ROUTE_MAX_IN];
	struct sumac_plan_out out[SUMAC_ROUTE_MAX_OUT];
};

struct sumac_plan {
	int n_nodes; /* 0: this rank has nothing to do */
	int cap;
	struct sumac_plan_node *node;
};

enum {
	SUMAC_PLAN_N_ROWS = 0
#define SUMAC_PLAN(...) +1
#include "spec/rows.def"
};

/* The row of include/spec/plans.def for such a call, from 0 on, the same on every rank; -SUMAC_ENOTSUP: there is none. A team's
 * calls with the same row and root have the same plan. */
int sumac_plan_choose(const struct sumac_plan_spec *spec);
/* Whether that row's plan passes a value on from rank to rank. */
bool sumac_plan_is_chain(const struct sumac_plan_spec *spec);
/* Sets collective and bytes to those of a call that goes by this row; false: no call of such a team does. */
bool sumac_plan_example(int row, struct sumac_plan_spec *spec_io);

/* The needs of a team's plans, of all collectives, roots and lengths: each number is that of the rank that needs most. */
struct sumac_plan_needs {
	int n_nodes;	/* of one plan */
	int n_entries;	/* of a table of routes: nodes that differ in more than the part that they walk over */
	int n_rings;
	int n_channels; /* of all classes */
};

/* 0 or -SUMAC_ENOMEM, or what sumac_plan_make() refuses. */
int sumac_plan_count_needs(int size, int radix, unsigned features, struct sumac_plan_needs *needs_out);

/* plan_io: zeroed, or a plan that was made before, whose memory is reused. 0, -SUMAC_ENOMEM, or -SUMAC_ENOTSUP if no such plan
 * can be made with that radix and those features. */
int sumac_plan_make(const struct sumac_plan_spec *spec, struct sumac_plan *plan_io);
void sumac_plan_free(struct sumac_plan *plan);
/* Whether in place, where each element is written where it was read, no node writes it before all that read it have. */
bool sumac_plan_reads_first(const struct sumac_plan *plan);

/* The peers (team ranks, ascending) to which this rank has channels of a
 * class, whatever the collective and root: the "planner's list". Symmetric:
 * a is in b's list if and only if b is in a's. Returns their number. Only an
 * allgather of more ranks than radix, which needs links, goes beyond it: to all.
 * Only an engine with SUMAC_FEATURE_SPREAD has *down* channels, to all others. */
int sumac_plan_peers(int size, int rank, int radix, unsigned features, int class, uint16_t *peers_out, int cap);
/* Whether the two are on each other's list. */
bool sumac_plan_are_peers(int size, int radix, unsigned features, int class, int a, int b);

/* E's postfix program over n_in values: how many combines follow each input. */
void sumac_plan_program(int n_in, uint8_t *combines_out);

#endif
