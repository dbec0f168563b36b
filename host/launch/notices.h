/*
 * Notices that the PMIx server's own thread gives the launcher. Giving one never waits, because the launcher may
 * itself be waiting for that thread.
 */
#ifndef SUMAC_NOTICES_H
#define SUMAC_NOTICES_H

#include <pthread.h>
#include <stdbool.h>

enum sumac_notice_kind {
	SUMAC_NOTICE_CONNECTED,
	SUMAC_NOTICE_FINALIZED,
	SUMAC_NOTICE_ABORTED,
	SUMAC_NOTICE_LOST, /* its process left without finalizing */
	SUMAC_NOTICE_TURNED, /* about no rank: the server's thread is alive, and was asked for this */
};

struct sumac_notice {
	enum sumac_notice_kind kind;
	int rank;
	int status;    /* ABORTED */
	char why[240]; /* ABORTED */
};

struct sumac_notices {
	int fd; /* for poll(): reads while there are any */
	pthread_mutex_t lock;
	struct sumac_notice_entry *first, *last;
};

int sumac_notices_open(struct sumac_notices *notices_out);
/* 0, or -1 without memory. */
int sumac_notices_give(struct sumac_notices *notices, const struct sumac_notice *notice);
/* The oldest notice; false if there is none. */
bool sumac_notices_take(struct sumac_notices *notices, struct sumac_notice *notice_out);

#endif
