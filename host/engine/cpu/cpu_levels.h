/*
 * Levels: a team of several hosts, some of whose ranks share one. These fold in a leaf, one value leaves it, and the plan
 * between hosts is over the leaves' owners. The leaves are blocks of E for operations whose bits depend on the order, runs of
 * neighbouring ranks for scans (cpu_rows.c), and all ranks of a host for everything else, even calls that only move bytes.
 */
#ifndef SUMAC_CPU_LEVELS_H
#define SUMAC_CPU_LEVELS_H

#include "engine/cpu/cpu.h"

enum { SUMAC_CPU_OF_HOSTS, SUMAC_CPU_OF_ROWS, SUMAC_CPU_OF_BLOCKS, SUMAC_CPU_N_LEVELS };

/* If several levels have the same group around this rank, the first has the leaf, and the others use it. */
struct sumac_cpu_levels {
	struct sumac_level at[SUMAC_CPU_N_LEVELS];
	bool is_there[SUMAC_CPU_N_LEVELS]; /* all groups have a leaf, and together fewer values than ranks leave them */
	struct sumac_level_scratch scratch;
};

/* A member's leaves, for the others; and its host, named by the lowest of the job's ranks there. */
struct sumac_cpu_levels_blob {
	int32_t is_there; /* 0: it has none */
	int32_t host;
	struct sumac_leaf_blob leaves[SUMAC_CPU_N_LEVELS];
};

/* cpu_levels.c */
/* 0, or -SUMAC_ENOMEM. Where no other member is on this host, its leaves are of one rank. */
int sumac_cpu_levels_reserve(struct sumac_cpu_team *team, struct sumac_cpu_levels_blob *blob_out);
/* blobs: by team rank. Where not all members have levels, none has them from then on. */
int sumac_cpu_levels_install(struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs);
void sumac_cpu_levels_free(struct sumac_cpu_team *team);
void sumac_cpu_levels_end_all(struct sumac_cpu_team *team, int status, int fault_rank);

/* cpu_bind.c */
/* Says what a call's plan is for. By a level, the plan is over the groups' speakers; rank -1: this rank is none. */
struct sumac_plan_spec sumac_cpu_spec_of(const struct sumac_cpu_team *team, const struct sumac_level *level,
					 const struct sumac_call *call);

/* cpu_choice.c */
/* The level that such a call goes by; NULL: none. The choice follows from what all ranks know. */
struct sumac_level *sumac_cpu_level_for(const struct sumac_cpu_team *team, const struct sumac_call *call);
/* Whether that is a level for scans. */
bool sumac_cpu_level_is_of_rows(const struct sumac_cpu_team *team, const struct sumac_level *level);

/* cpu_rows.c: a scan, passed on from row to row. The plan's peers are team ranks. */
int sumac_cpu_rows_plan(const struct sumac_level *level, const struct sumac_plan_spec *spec, struct sumac_plan *plan_io);
extern const struct sumac_way sumac_cpu_by_rows;

#endif
