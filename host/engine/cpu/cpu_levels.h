/*
 * Levels: a team of several hosts, some of whose ranks share one. These fold in a leaf, what leaves it is one value, and the
 * plan between hosts is over the leaves' owners. Operations whose bits depend on the order have blocks of E for leaves; all
 * others, and what moves bytes, a leaf for all ranks of a host.
 */
#ifndef SUMAC_CPU_LEVELS_H
#define SUMAC_CPU_LEVELS_H

#include "engine/cpu/cpu.h"

struct sumac_cpu_levels {
	struct sumac_level of_hosts, of_blocks;
	bool are_hosts_there, are_blocks_there; /* all groups have a leaf, and together less values than ranks leave them */
	bool is_one_leaf; /* on this host the block is all there is, and both levels have that leaf */
	struct sumac_level_scratch scratch;
};

/* A member's leaves, for the others, and its host: by the lowest of the job's ranks there. */
struct sumac_cpu_levels_blob {
	int32_t is_there; /* 0: it has none */
	int32_t host;
	struct sumac_leaf_blob of_host, of_block;
};

/* 0, or -SUMAC_ENOMEM. Where no other member is on this host, its leaves are of one rank. */
int sumac_cpu_levels_reserve(struct sumac_cpu_team *team, struct sumac_cpu_levels_blob *blob_out);
/* blobs: by team rank. Where not all members have levels, none has them from then on. */
int sumac_cpu_levels_install(struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs);
void sumac_cpu_levels_free(struct sumac_cpu_team *team);
void sumac_cpu_levels_end_all(struct sumac_cpu_team *team, int status, int fault_rank);
/* By which level such a call goes; NULL: by none. Follows from what all ranks share. */
struct sumac_level *sumac_cpu_level_for(const struct sumac_cpu_team *team, const struct sumac_call *call);

#endif
