/*
 * Bootstrap: how the ranks of a job find each other before any fabric is up.
 * Six functions, two back ends (PMIx client, the host MPI), and a trivial one
 * for a program that was started by itself.
 */
#ifndef SUMAC_BOOTSTRAP_H
#define SUMAC_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

struct sumac_segment;

struct sumac_bootstrap {
	const char *name; /* "pmix", "mpi", "single" */
	void *ctx;
	int (*rank)(void *ctx);
	int (*size)(void *ctx);
	/* Publishes bytes under a key; visible to get() after the next fence. */
	int (*put)(void *ctx, const char *key, const void *value, size_t len_bytes);
	int (*get)(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes,
		   size_t *len_bytes_out);
	int (*fence)(void *ctx);
	/* Ends the whole job; does not return if the back end can manage that. */
	void (*abort)(void *ctx, int status, const char *why);
	/* The rank whose death was reported first, or -1: later deaths may be consequences of it. Never
	 * blocks. */
	int (*first_dead)(void *ctx);
	/* 0, or why the launcher cannot be reached any more. NULL: it always can. */
	int (*check)(void *ctx);
	void (*close)(void *ctx);
	uint64_t allgather_seq; /* number of allgathers begun, so that each has its own key */
	int asks_far;		/* get() asks another process, and takes time */
	struct sumac_segment *segment; /* all ranks' segment, once there is one: a shorter way for allgathers */
};

/* Opens the back end that the environment calls for: PMIx under a PMIx launcher, else a world of one. Refuses a process that a
 * PMI-1 launcher started (PMI_RANK set, no PMIx), and names the remedy. */
int sumac_bootstrap_open(struct sumac_bootstrap *bootstrap_out);

/* Opens each back end by itself. */
int sumac_bootstrap_pmix_open(struct sumac_bootstrap *bootstrap_out);
int sumac_bootstrap_single_open(struct sumac_bootstrap *bootstrap_out);

/* Gives every rank's value to all ranks: recv_out holds size x len_bytes. Collective. */
int sumac_bootstrap_allgather(struct sumac_bootstrap *bootstrap, const void *value, size_t len_bytes,
			      void *recv_out);

#endif
