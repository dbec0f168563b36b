/*
 * Mail: the ranks that share a NIC send its owner requests, in memory that they share. Each rank has slots to ask in, one for
 * each of its teams, which it alone writes; the owner has as many for its answers, in its own part. A number, written last,
 * tells a new request or answer from the one before. Values from a peer's memory are copied, then judged.
 */
#ifndef SUMAC_MAILBOX_H
#define SUMAC_MAILBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/process_watch.h"
#include "engine/engine.h"
#include "segment/segment.h"

/* A team has no more members than a NIC folds, and a rank no more teams on NICs than there are slots. */
enum { SUMAC_MAILBOX_MEMBERS = SUMAC_ROUTE_MAX_IN, SUMAC_MAILBOX_SLOTS = 64, SUMAC_MAILBOX_TOLD_BYTES = 160 };

enum sumac_mailbox_kind {
	SUMAC_MAILBOX_RESERVE, /* a group for this member; answered by its blob */
	SUMAC_MAILBOX_INSTALL, /* with the blobs of all */
	SUMAC_MAILBOX_POST,    /* a call */
	SUMAC_MAILBOX_FREE,
	SUMAC_MAILBOX_N_KINDS
};

/* A slot's subject, as long as it is taken: one of the team's leaves. */
struct sumac_mailbox_subject {
	uint64_t key; /* the team's */
	uint32_t member;
};

struct sumac_mailbox_request {
	uint32_t kind;
	uint32_t n_members;
	uint16_t ranks[SUMAC_MAILBOX_MEMBERS]; /* to reserve: how many are in each leaf */
	/* A call. */
	uint64_t number; /* any of a leaf's ranks may post, but in the order of the team's calls: 1, 2 ... */
	uint32_t coll, op, type, root, seq, has_firsts;
	uint64_t count, digest;
	uint64_t firsts[SUMAC_MAILBOX_MEMBERS + 1];
	uint64_t src, dst; /* in the asker's part of the segment */
};

/* The asker's. */
struct sumac_mailbox_ask {
	_Alignas(128) _Atomic uint32_t number;
	_Atomic uint32_t n_failures; /* teams of this slot that have failed */
	int32_t status, fault;	     /* of the last of them */
	struct sumac_mailbox_subject subject;
	struct sumac_mailbox_request request;
	uint8_t blobs[SUMAC_MAILBOX_MEMBERS][SUMAC_NIC_BLOB_BYTES];
};
struct sumac_mailbox_asks {
	_Alignas(128) _Atomic uint32_t n_news; /* asked, or failed, in any slot */
	_Atomic uint32_t has_left;	       /* it asks for nothing any more */
	struct sumac_mailbox_ask slots[SUMAC_MAILBOX_SLOTS];
};

/* The owner's, for each asker. */
struct sumac_mailbox_reply {
	/* fault: a member, or SUMAC_MAILBOX_MEMBERS more than the rank of the team that an asker has named; -1 */
	int32_t status, fault;
	uint64_t cycles, combines, staged_bytes;
	uint8_t blob[SUMAC_NIC_BLOB_BYTES];
	char told[SUMAC_MAILBOX_TOLD_BYTES];
};
struct sumac_mailbox_answer {
	_Alignas(128) _Atomic uint32_t number;
	_Atomic uint32_t n_failures; /* that have been taken */
	struct sumac_mailbox_reply reply;
};
struct sumac_mailbox_answers {
	_Alignas(128) _Atomic uint32_t has_ended; /* in the owner's: nothing is answered any more */
	struct sumac_mailbox_answer slots[SUMAC_MAILBOX_SLOTS];
};

/* A rank's end. */
struct sumac_mailbox {
	struct sumac_segment *segment;
	struct sumac_mailbox_asks *asks;
	const struct sumac_mailbox_answers *answers;
	int owner, owner_local_rank; /* a rank; where it is */
	struct sumac_process_watch watch;
	bool is_taken[SUMAC_MAILBOX_SLOTS];
};

/* -1: all are taken. */
int sumac_mailbox_slot_take(struct sumac_mailbox *mail, const struct sumac_mailbox_subject *subject);
/* Nothing that it was used for is open. */
void sumac_mailbox_slot_give(struct sumac_mailbox *mail, int slot);
/* blobs: as many as there are members, or NULL. One request at a time: the last one has been answered. */
void sumac_mailbox_ask(struct sumac_mailbox *mail, int slot, const struct sumac_mailbox_request *request, const uint8_t *blobs);
/* Whether nothing that was asked or told is unanswered; then the last answer. */
bool sumac_mailbox_look(const struct sumac_mailbox *mail, int slot, struct sumac_mailbox_reply *reply_out);
/* The same, waiting. 0, or -SUMAC_E..., reported, if there will be none. */
int sumac_mailbox_await(struct sumac_mailbox *mail, int slot, struct sumac_mailbox_reply *reply_out);
/* Reports, at any time, that the slot's team has failed, as it does once. */
void sumac_mailbox_fail(struct sumac_mailbox *mail, int slot, int status, int fault);
/* -SUMAC_EPEER, reported, when the owner has died or left. */
int sumac_mailbox_check_owner(struct sumac_mailbox *mail);
void sumac_mailbox_leave(struct sumac_mailbox *mail);

/* The owner's end of one rank's mail. */
struct sumac_mailbox_client {
	struct sumac_segment *segment;
	int local_rank;
	const struct sumac_mailbox_asks *asks;
	struct sumac_mailbox_answers *answers;
	struct sumac_process_watch watch;
	uint32_t n_news;
	uint32_t seen[SUMAC_MAILBOX_SLOTS], n_failures[SUMAC_MAILBOX_SLOTS];
};

/* Whether there may be anything in its slots. */
bool sumac_mailbox_client_has_news(struct sumac_mailbox_client *client);
/* Takes a request that has not been taken. */
bool sumac_mailbox_client_take(struct sumac_mailbox_client *client, int slot, struct sumac_mailbox_subject *subject_out,
			       struct sumac_mailbox_request *request_out);
/* Takes a failure that has not been taken. */
bool sumac_mailbox_client_take_failure(struct sumac_mailbox_client *client, int slot, struct sumac_mailbox_subject *subject_out,
				       int *status_out, int *fault_out);
void sumac_mailbox_client_answer(struct sumac_mailbox_client *client, int slot, const struct sumac_mailbox_reply *reply);
bool sumac_mailbox_client_has_left(struct sumac_mailbox_client *client);

#endif
