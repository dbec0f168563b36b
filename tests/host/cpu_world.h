/*
 * A world of CPU engines for tests: n threads, each with an engine and a team of all, which run one function.
 */
#ifndef CPU_WORLD_H
#define CPU_WORLD_H

#include <pthread.h>

#include "cpu_member.h"

struct world_rank {
	struct world *world;
	int rank;
	struct cpu_member member;
	struct sumac_engine *engine;
	struct sumac_engine_team *team;
	uint32_t seq;
	uint64_t random;
};

typedef void world_function(struct world_rank *rank, void *arg);

struct world {
	int size;
	int n_met; /* for tests that count */
	pthread_barrier_t barrier;
	int *world_ranks;
	uint8_t *blobs;
	struct world_rank *ranks;
	world_function *function;
	void *arg;
};

/* Opens the world; its teams are installed, as leaves if the options give them slots. Seed 0: no shuffling. */
void world_open(struct world *world, int size, struct sumac_cpu_options options, uint64_t seed);
/* The same on hosts, told by rank: those of one have a segment to themselves. */
void world_open_on(struct world *world, int size, struct sumac_cpu_options options, uint64_t seed, const int *hosts);
/* Runs the function in a thread for each rank. */
void world_run(struct world *world, world_function *function, void *arg);
void world_close(struct world *world);

/* Notes and posts a call, as the core does. */
int world_post(struct world_rank *rank, struct sumac_call *call, struct sumac_ticket *ticket);
int world_progress(struct world_rank *rank);
/* Waits for a posted call by driving the engine. Returns its status; -SUMAC_ETIMEOUT after 20 s. */
int world_wait(struct world_rank *rank, struct sumac_ticket *ticket);
/* Posts and waits; number and digest are set here, the digest from the call's fields. */
int world_perform(struct world_rank *rank, struct sumac_call *call, struct sumac_ticket *ticket_out);
/* The same for what has no parts. */
int world_call(struct world_rank *rank, enum sumac_coll coll, int op, int type, uint64_t count, int root, void *dst,
	       const void *src, struct sumac_ticket *ticket_out);
uint64_t world_digest(const struct sumac_call *call);
/* Ends the process with a message; can be used in any thread. */
void world_die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
