/*
 * Levels: a team of several hosts, some of whose ranks share one. These fold in a leaf, what leaves it is one value, and the
 * plan between hosts is over the leaves' owners. Operations whose bits depend on the order have blocks of E for leaves; scans,
 * runs of neighbouring ranks (cpu_runs.c); all others, and what moves bytes, a leaf for all ranks of a host. All ranks know the
 * leaves of all.
 */
#ifndef SUMAC_CPU_LEVELS_H
#define SUMAC_CPU_LEVELS_H

#include "engine/cpu/cpu.h"
#include "plan/plan_blocks.h"

enum { SUMAC_CPU_HOW_BYTES = 160 };

/* The ranks in groups, each of which has a leaf. */
struct sumac_cpu_level {
	struct sumac_engine_listener listener; /* first: told by the leaf in its own ranks */
	struct sumac_cpu_team *team;
	struct sumac_leaf *leaf; /* this rank's group's */
	int *ranks;		 /* the group's team ranks, by rank in the leaf */
	int n_ranks, leaf_rank;
	bool is_there; /* all groups have a leaf, and together less values than ranks leave them */
	int n_groups, group;
	int *group_of;	/* by team rank */
	int *owners;	/* by group: its lowest rank */
	bool are_rows;	/* each group's ranks are neighbours, and the groups in their order */
	bool are_runs;	/* and as many neighbours as share the host: the level of scans */
	struct sumac_plan_blocks blocks; /* how the groups' values are joined; not where the order does not matter */
	uint64_t *leaf_firsts, *group_firsts; /* parts of the call at hand */
	char how[SUMAC_CPU_HOW_BYTES];
};

enum { SUMAC_CPU_N_LEVELS = 3 };

/* Of levels whose groups are the same around this rank, the first has the leaf, and the others use it. */
struct sumac_cpu_levels {
	struct sumac_cpu_level of_hosts, of_runs, of_blocks;
	uint8_t *scratch; /* of the call at hand */
	size_t scratch_bytes;
};

/* A member's leaves, for the others, and its host: by the lowest of the job's ranks there. */
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

/* cpu_level_leaf.c */
void sumac_cpu_level_listen(struct sumac_cpu_level *level);
int sumac_cpu_level_reserve(struct sumac_cpu_level *level, uint64_t key, struct sumac_leaf_blob *blob_out);
int sumac_cpu_level_install(struct sumac_cpu_level *level, const struct sumac_cpu_levels_blob *blobs, int i_level);
/* A step in the leaf, whose call is steps.own: begins it; and works on it, until the ticket says that it is done. */
int sumac_cpu_steps_post(struct sumac_cpu_run *run);
int sumac_cpu_steps_fold(struct sumac_cpu_run *run);

/* cpu_choice.c: by which level such a call goes; NULL: by none. Follows from what all ranks share. */
struct sumac_cpu_level *sumac_cpu_level_for(const struct sumac_cpu_team *team, const struct sumac_call *call);

/* cpu_steps.c */
/* What a call by levels does between the owners. */
enum sumac_coll sumac_cpu_steps_between(const struct sumac_cpu_level *level, enum sumac_coll coll);
/* The team rank that speaks for a group: its owner, or the root. */
int sumac_cpu_level_speaker(const struct sumac_cpu_level *level, int group, enum sumac_coll coll, int root);
void sumac_cpu_steps_start(struct sumac_cpu_run *run, const struct sumac_call *call);
/* 1: something moved; 0; or -SUMAC_E..., and the team has failed. */
int sumac_cpu_steps_work(struct sumac_cpu_run *run);
/* Memory for values that have no place in the caller's: levels->scratch. 0 or -SUMAC_ENOMEM. */
int sumac_cpu_steps_need(struct sumac_cpu_levels *levels, size_t len_bytes);
bool sumac_cpu_steps_are_ended(const struct sumac_cpu_run *run);
/* Whom the step in a leaf waits for, as team ranks; -1: it is in none. */
int sumac_cpu_steps_waiting_for(const struct sumac_cpu_run *run, int *ranks_out, int cap);

/* cpu_runs.c: a scan, passed on from run to run. The plan's peers are team ranks. */
int sumac_cpu_runs_plan(const struct sumac_cpu_level *level, const struct sumac_plan_spec *spec, struct sumac_plan *plan_io);
/* 1: the call has ended; 0: not yet; or -SUMAC_E..., and the team has failed. */
int sumac_cpu_runs_work(struct sumac_cpu_run *run, int *moved_io);

#endif
