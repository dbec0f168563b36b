/*
 * The owner's side: a thread that drives the NIC for all ranks that share it, whether the owner's program is inside the library
 * or not.
 */
#ifndef SUMAC_SERVICE_H
#define SUMAC_SERVICE_H

#include <pthread.h>

#include "engine/shared/mailbox.h"

/* A group in the NIC: a leaf's part in a team. */
struct sumac_service_member {
	struct sumac_service_member *next;
	struct sumac_mailbox_subject subject;
	int n; /* members of the team */
	struct sumac_engine_team *team;
	uint64_t n_given; /* calls that the NIC has got */
};

/* A call that has been asked for. */
struct sumac_service_post {
	struct sumac_service_post *next;
	struct sumac_service_member *member;
	struct sumac_mailbox_client *client;
	int slot;
	bool is_given;
	struct sumac_mailbox_request request;
	struct sumac_call call;
	struct sumac_ticket ticket;
};

struct sumac_service {
	struct sumac_segment *segment;
	struct sumac_engine *nic;
	int n_ranks; /* of the job */
	int n_clients;
	struct sumac_mailbox_client *clients;
	struct sumac_service_member *members;
	struct sumac_service_post *posts; /* that are unanswered */
	pthread_t thread;
	bool is_running;
	_Atomic bool must_end;
};

/* Its clients are set already. */
int sumac_service_start(struct sumac_service *service);
/* Waits for a while until all clients have left, as they do at the job's end; nothing is answered any more then. */
void sumac_service_stop(struct sumac_service *service);
/* One look at all that is asked and at the NIC; > 0: something moved. The thread calls it; so do tests, which have no thread. */
int sumac_service_work(struct sumac_service *service);

/* service_calls.c */
/* Takes a request for a call. 0, or -SUMAC_E... if it cannot be posted. */
int sumac_service_post(struct sumac_service *service, struct sumac_mailbox_client *client, int slot,
		       struct sumac_service_member *member, const struct sumac_mailbox_request *request);
/* Gives the NIC the calls whose turn it is, and answers those that are done. */
int sumac_service_post_progress(struct sumac_service *service);
/* Answers with the call's outcome, and frees it. */
void sumac_service_answer(struct sumac_service_post *post);

#endif
