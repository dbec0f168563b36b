/*
 * The NIC engine of a rank that is behind a NIC with others: what its source files share. behind_engine.c (opening, and what it
 * does not do), behind_team.c (making a team, its failure and end), behind_run.c (calls); mail.c and, on the owner, service.c.
 */
#ifndef SUMAC_BEHIND_H
#define SUMAC_BEHIND_H

#include "engine/behind/mail.h"
#include "engine/behind/service.h"
#include "engine/engine_team.h"
#include "engine/levels/level_steps.h"

enum { SUMAC_BEHIND_PAIR_BYTES = 64 };

/* A call in progress. */
struct sumac_behind_run {
	struct sumac_engine_run base;
	struct sumac_behind_team *team;
	struct sumac_steps steps;
	uint64_t number; /* among the team's calls on this engine */
};

struct sumac_behind_team {
	struct sumac_engine_team base;
	struct sumac_behind_team *next;
	struct sumac_behind_engine *engine;
	struct sumac_level level; /* its groups are the blocks of ranks behind one NIC, its members in the NICs */
	struct sumac_level_scratch scratch;
	int slot; /* of the mail; -1: none */
	bool has_member; /* this rank has reserved the leaf's group */
	uint64_t n_calls;
	uint8_t *values; /* what goes to the NIC and comes from it, for the owner to reach; or NULL */
	uint64_t values_at;
	size_t values_bytes;
};

struct sumac_behind_engine {
	struct sumac_engine base;
	struct sumac_segment *segment;
	struct sumac_cpu_options leaves;
	int rank, n_ranks;
	int *nic_of, *owner_of;
	struct sumac_mail mail;
	struct sumac_service service; /* the owner's */
	struct sumac_mail_answers *own_answers; /* the owner's, by client */
	uint8_t pairs[SUMAC_BEHIND_PAIR_BYTES]; /* that the NIC does */
	struct sumac_behind_team *teams;
	struct sumac_leaf *left_leaves;
	int64_t next_check_ns; /* whether the owner lives */
};

/* behind_team.c */
int sumac_behind_team_reserve(struct sumac_engine *base, const struct sumac_team_desc *desc, struct sumac_engine_team **team_out,
			      uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
int sumac_behind_team_install(struct sumac_engine_team *base, const uint8_t *blobs);
void sumac_behind_team_free(struct sumac_engine_team *base);
void sumac_behind_team_fail(struct sumac_engine_team *base, int status, int fault_rank);
/* For a failure that the engine has found itself. */
void sumac_behind_team_break(struct sumac_behind_team *team, int status, int fault_rank);
/* A rank of the job as one of the team; -1: it is none. */
int sumac_behind_team_rank_of(const struct sumac_behind_team *team, int world_rank);

/* behind_run.c */
int sumac_behind_post(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket);
int sumac_behind_team_progress(struct sumac_behind_team *team);
void sumac_behind_end_all(struct sumac_behind_team *team, int status, int fault_rank);
int sumac_behind_waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap);

#endif
