/*
 * Shared by the files of this folder: a team's knowledge of its own calls and of the members', and the messages that carry it.
 */
#ifndef SUMAC_AGREE_PRIVATE_H
#define SUMAC_AGREE_PRIVATE_H

#include "agree/agree.h"
#include "fabric/fabric.h"

enum {
	SUMAC_AGREE_PAST = 64,	   /* calls whose digests late messages are still checked against */
	SUMAC_AGREE_SIGHTINGS = 2, /* per call that is still to come: two that differ are all that matters */
};

/* The questions that a team has asked a member, the answers heard from it, and the messages owed to it. */
struct sumac_agree_member {
	enum { SUMAC_UNASKED, SUMAC_TO_ASK, SUMAC_ASKED, SUMAC_ANSWERED } state;
	bool owes_answer;
	bool owes_abort;
	bool has_failed;	   /* it sent its notes when the team failed there */
	struct sumac_notes *heard; /* NULL: nothing yet */
	int waits_for;		   /* as it last answered: the first rank that it waited for; -1: none */
};

/* A call that failed on some rank. It fails the team here when
 * this rank reaches that call: those before it are good. */
struct sumac_dispute {
	bool is_open;
	bool must_tell; /* found here, so the members must be told */
	uint64_t seq;	/* of the call */
	int status, fault_rank;
};

/* A member's message about a call that this rank has not reached. */
struct sumac_sighting {
	uint64_t digest;
	uint64_t seq; /* 0: none */
	int from;
};

struct sumac_agree_team {
	struct sumac_engine_listener listener; /* first: a pointer to it is one to the team */
	struct sumac_agree *agree;
	struct sumac_agree_team *next, *next_busy;
	bool is_busy; /* on the list of such teams */
	int rank, size;
	const int *world_ranks; /* the description's */
	uint64_t key;
	struct sumac_engine *const *engines;
	struct sumac_engine_team *const *contexts;
	int status, fault_rank; /* of a failed team */
	uint64_t failed_seq;	/* the call that this rank had reached */
	struct sumac_dispute dispute;
	bool owes_messages, has_heard;
	struct sumac_agree_member *members; /* by team rank */
	uint64_t seq;	  /* of the newest call */
	uint64_t sighted; /* of the newest call that a member's message announced early */
	struct sumac_note past[SUMAC_AGREE_PAST]; /* by sequence number */
	struct sumac_sighting early[SUMAC_AGREE_PAST][SUMAC_AGREE_SIGHTINGS];
};

struct sumac_agree {
	struct sumac_fabric *fabric;
	void (*pass)(void *ctx);
	void *ctx;
	struct sumac_agree_team *teams;
	struct sumac_agree_team *busy; /* those that may owe messages, or have an open dispute */
	int64_t tell_ns; /* left for telling members */
};

enum sumac_agree_kind {
	SUMAC_AGREE_ABORT = 1, /* the team has failed */
	SUMAC_AGREE_QUESTION,  /* which calls have you begun? */
	SUMAC_AGREE_ANSWER,
};

/* The ranks run the same build (compared at start-up), so a message is a
 * plain structure; what arrives is checked all the same. */
struct sumac_agree_message {
	uint32_t port;
	uint32_t kind;
	uint64_t key;  /* of the team */
	uint32_t from; /* team rank */
	union {
		struct {
			uint32_t seq; /* the lower half: of the call that failed on the sender */
			int32_t status, fault_rank;
		} abort;
		int32_t waits_for; /* in an answer: the first rank that the sender waits for; -1: none */
	};
	struct sumac_notes notes; /* the sender's; none in a question */
};
_Static_assert(sizeof(struct sumac_agree_message) <= SUMAC_FABRIC_CONTROL_BYTES, "a control message's size");
_Static_assert(offsetof(struct sumac_agree_message, port) == 0, "where the fabric looks for the port");

/* agree.c */
/* Has progress look at the team. */
void sumac_agree_watch(struct sumac_agree_team *team);

/* agree_message.c */
/* The team owes a message to a member, whose own flags say which. */
void sumac_agree_owe(struct sumac_agree_team *team);
/* Sends what the team owes: aborts, questions and answers. > 0 if something was sent. */
int sumac_agree_send(struct sumac_agree_team *team);
/* Handles a message from a member. */
void sumac_agree_take(struct sumac_agree_team *team, const struct sumac_agree_message *message);

/* agree_dispute.c */
/* The number nearest to our newest call's that has this lower half. */
static inline uint64_t sumac_agree_whole(const struct sumac_agree_team *team, uint32_t half)
{
	return team->seq + (uint64_t)(int64_t)(int32_t)(half - (uint32_t)team->seq);
}

void sumac_agree_saw(struct sumac_engine_listener *listener, int team_rank, uint32_t half, uint64_t digest);
void sumac_agree_failed(struct sumac_engine_listener *listener, int status, int fault_rank);
/* Opens a dispute, unless there is one about an earlier call, and fails the team if it is due. */
void sumac_agree_dispute(struct sumac_agree_team *team, const struct sumac_dispute *dispute);
/* Takes what a member says about its last calls. */
void sumac_agree_hear(struct sumac_agree_team *team, int from, const struct sumac_notes *notes);
/* This rank's own notes. */
void sumac_agree_own_notes(const struct sumac_agree_team *team, struct sumac_notes *notes_out);
/* Fails the team if its dispute has come due. */
void sumac_agree_judge(struct sumac_agree_team *team);

/* Whether the team has failed, if need be by a dispute that has come due. Every call asks. */
static inline bool sumac_agree_is_failed(struct sumac_agree_team *team)
{
	if (!team->status && team->dispute.is_open)
		sumac_agree_judge(team);
	return team->status != 0;
}

#endif
