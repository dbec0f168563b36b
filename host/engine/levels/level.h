/*
 * A level divides a team's ranks into groups. Each group folds in a leaf, so that one value leaves it. Between the groups one
 * rank of each, its speaker, acts for it: by streams between hosts, or by NICs. All ranks know all groups.
 */
#ifndef SUMAC_LEVEL_H
#define SUMAC_LEVEL_H

#include "engine/engine.h"
#include "engine/leaf/leaf.h"
#include "plan/plan_blocks.h"

enum { SUMAC_LEVEL_HOW_BYTES = 160 };

struct sumac_level {
	struct sumac_engine_listener listener; /* first: hears from the leaf, in the leaf's ranks */
	struct sumac_engine_listener *up;      /* hears that in the team's ranks; or NULL */
	void (*broke)(void *ctx, int status, int fault_rank); /* its calls cannot go on: the engine fails the team */
	void *ctx;
	int rank, size;		 /* of the team */
	const int *world_ranks;	 /* its description's */
	struct sumac_leaf *leaf; /* this rank's group's */
	int *ranks;		 /* the group's, by rank in the leaf */
	int n_ranks, leaf_rank;
	int n_groups, group;
	int *group_of;	/* by team rank */
	int *owners;	/* by group: its lowest rank */
	bool are_rows;	/* each group's ranks are neighbours, and the groups in their order */
	struct sumac_plan_blocks blocks; /* how the groups' values are joined, where the order matters */
	uint64_t *leaf_firsts, *group_firsts; /* parts of the call at hand */
	char how[SUMAC_LEVEL_HOW_BYTES];
};

/* This rank's group consists of those of the n ranks from lo on that are near. The engine sets whatever else it needs. */
int sumac_level_init(struct sumac_level *level, const struct sumac_team_desc *desc, const bool *is_near, int lo, int n);
void sumac_level_fini(struct sumac_level *level);
/* key: no other leaf has it. level->leaf stays NULL where there can be none. */
int sumac_level_reserve(struct sumac_level *level, struct sumac_segment *segment, const struct sumac_cpu_options *options,
			uint64_t key, struct sumac_leaf_blob *blob_out);
/* blobs: by rank in the leaf. */
int sumac_level_install(struct sumac_level *level, const struct sumac_leaf_blob *blobs);

/* Derives the rest from n_groups and group_of. */
void sumac_level_set_groups(struct sumac_level *level);
/* Makes groups of the blocks of E whose ranks have the same number here. */
int sumac_level_group_by_block(struct sumac_level *level, const int *numbers);

/* The team rank that speaks for a group: its owner, or the root. */
int sumac_level_speaker(const struct sumac_level *level, int group, enum sumac_coll coll, int root);

#endif
