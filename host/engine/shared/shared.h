/*
 * The NIC engine of a rank that shares a NIC: declarations for its source files. shared_engine.c (opening, and the calls that
 * it refuses), shared_team.c (making a team, its failure and end), shared_run.c (calls); mailbox.c and, on the owner,
 * service.c.
 */
#ifndef SUMAC_SHARED_H
#define SUMAC_SHARED_H

#include "engine/shared/mailbox.h"
#include "engine/shared/service.h"
#include "engine/engine_team.h"
#include "engine/levels/level_steps.h"

enum { SUMAC_SHARED_PAIR_BYTES = 64 };

/* A call in progress. */
struct sumac_shared_run {
	struct sumac_engine_run base;
	struct sumac_shared_team *team;
	struct sumac_steps steps;
	uint64_t number; /* among the team's calls on this engine */
};

struct sumac_shared_team {
	struct sumac_engine_team base;
	struct sumac_shared_engine *engine;
	struct sumac_level level; /* its groups are blocks of ranks that share a NIC: the NICs' members */
	struct sumac_level_scratch scratch;
	int slot; /* of the mail; -1: none */
	bool has_member; /* this rank has reserved the leaf's group */
	uint64_t n_calls;
	uint8_t *values; /* what goes to the NIC and comes from it, for the owner to reach; or NULL */
	uint64_t values_at;
	size_t values_bytes;
};

struct sumac_shared_engine {
	struct sumac_engine base;
	struct sumac_segment *segment;
	struct sumac_cpu_options leaves;
	int rank, n_ranks;
	int *nic_of, *owner_of;
	struct sumac_mailbox mail;
	struct sumac_service service; /* the owner's */
	struct sumac_mailbox_answers *own_answers; /* the owner's, by client */
	uint8_t pairs[SUMAC_SHARED_PAIR_BYTES]; /* that the NIC does */
	struct sumac_engine_team *teams;
	struct sumac_leaf *left_leaves;
	int64_t next_check_ns; /* whether the owner lives */
};

static inline struct sumac_shared_team *sumac_shared_team_of(struct sumac_engine_team *team)
{
	return (struct sumac_shared_team *)team;
}

/* shared_team.c */
int sumac_shared_team_reserve(struct sumac_engine *base, const struct sumac_team_desc *desc, struct sumac_engine_team **team_out,
			      uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
int sumac_shared_team_install(struct sumac_engine_team *base, const uint8_t *blobs);
void sumac_shared_team_free(struct sumac_engine_team *base);
void sumac_shared_team_fail(struct sumac_engine_team *base, int status, int fault_rank);
/* For a failure that the engine has found itself. */
void sumac_shared_team_break(struct sumac_shared_team *team, int status, int fault_rank);
/* The team rank of a rank of the job; -1: it has none. */
int sumac_shared_team_rank_of(const struct sumac_shared_team *team, int world_rank);

/* shared_run.c */
int sumac_shared_post(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket);
int sumac_shared_team_progress(struct sumac_shared_team *team);
void sumac_shared_end_all(struct sumac_shared_team *team, int status, int fault_rank);
int sumac_shared_waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap);

#endif
