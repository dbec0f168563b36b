/*
 * The core as front ends see it, played by the test: calls are recorded, and answered as the test says.
 * Nothing is computed, and there are no other ranks.
 */
#ifndef FAKE_CORE_H
#define FAKE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/frontend.h"

enum { FAKE_CORE_RANKS = 16, FAKE_CORE_TEAMS = 16, FAKE_CORE_EXCHANGE_BYTES = 8 };

struct sumac_team {
	int rank, size;
	int world_ranks[FAKE_CORE_RANKS];
	bool is_freed, is_released;
};

/* The last reduction of any kind. */
struct fake_core_call {
	struct sumac_team *team;
	enum sumac_op op;
	enum sumac_type type;
	void *dst;
	const void *src;
	size_t count;
	int root; /* -1: there is none */
	const char *name; /* as "scan" */
	size_t counts[FAKE_CORE_RANKS]; /* of a reduce_scatter that has a list of them */
};

struct fake_core {
	int rank, size;	 /* of the job, once it is initialised */
	bool is_up, is_in_a_call, exit_closes_nics;
	int exit_status; /* that was noted */
	int status;	 /* what calls return from now on; an error has the story "the fake core says no" */
	int n_inits, n_finalizes, n_calls, n_barriers, n_progress;
	struct sumac_team *met; /* the team of the last barrier */
	struct fake_core_call call;
	struct sumac_team world, teams[FAKE_CORE_TEAMS]; /* made by sumac_team_create() and the split */
	int n_teams;
	int start, stride; /* of the last split */
	int n_exchanges;  /* how many sumac_team_create() makes over the caller's allgather */
	unsigned char heard[FAKE_CORE_RANKS * FAKE_CORE_EXCHANGE_BYTES]; /* in the last of them */
	void (*change)(void *records, size_t len_bytes); /* of what an allgather gives, or NULL */
	int host_stride; /* every host_stride-th rank is on this host; 0: all are */
	int n_allocs;
	void *shared; /* with all ranks */
	size_t shared_bytes;
	int n_quiets;
	void *memory; /* the last allocation; the test frees it */
	int (*hook)(void *ctx);
	void *hook_ctx;
	int n_left;	/* calls left to the host MPI; and the last of them */
	enum sumac_left left;
	uint64_t left_bytes;
	char left_why[128];
	const char *why_not_driven; /* NULL: requests get on by themselves */
	size_t n_asked;		    /* elements of the call for which that was asked */
	bool is_request_done;	    /* what a test of one says */
	bool is_over_at_once;	    /* a call that does not block has ended when it has begun */
	int n_waits, n_looks;	    /* for requests; each ends one */
	bool is_silent; /* another rank speaks of failures */
	bool tells; /* finalize says so on standard error, for a test that looks on from outside */
};

extern struct fake_core fake_core;

/* Resets to the state before sumac_init(), in a job of that size. */
void fake_core_reset(int rank, int size);
/* Settings as "name=value;...". */
void fake_core_settings(const char *options);

#endif
