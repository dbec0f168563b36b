/*
 * The threads of a test world, and its calls.
 */
#include "cpu_world.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "fabric_threads.h"
#include "segment_threads.h"
#include "segment/segment_private.h"

void world_die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	fflush(NULL);
	_exit(1);
}

static void install(struct world_rank *rank, void *arg)
{
	struct world *world = rank->world;
	struct sumac_team_desc desc = { .rank = rank->rank, .size = world->size, .world_ranks = world->world_ranks,
					.key = 0xFEEDC0FFEE };

	(void)arg;
	if (cpu_member_reserve(&rank->member, &desc, world->blobs + rank->rank * SUMAC_ENGINE_BLOB_BYTES))
		world_die("team_reserve");
	pthread_barrier_wait(&world->barrier);
	if (cpu_member_install(&rank->member, world->blobs))
		world_die("team_install");
	rank->team = rank->member.contexts[SUMAC_ENGINE_CPU];
	pthread_barrier_wait(&world->barrier);
}

void world_open(struct world *world, int size, struct sumac_cpu_options options, uint64_t seed)
{
	const int one_host[64] = { 0 };

	world_open_on(world, size, options, seed, one_host);
}

void world_open_on(struct world *world, int size, struct sumac_cpu_options options, uint64_t seed, const int *hosts)
{
	struct sumac_segment *segments[64] = { NULL };
	struct sumac_fabric *fabrics[64];

	world->size = size;
	world->n_met = 0;
	world->world_ranks = calloc((size_t)size, sizeof(int));
	world->blobs = calloc((size_t)size, SUMAC_ENGINE_BLOB_BYTES);
	world->ranks = calloc((size_t)size, sizeof(world->ranks[0]));
	pthread_barrier_init(&world->barrier, NULL, (unsigned)size);
	if (fabric_threads_open(size, options.chunk_bytes, seed, fabrics))
		world_die("open_threads");
	if (options.n_slots && segment_threads_open(size, segments))
		world_die("segments");
	for (int rank = 0; rank < size; rank++) {
		for (int other = 0; segments[rank] && other < size; other++)
			if (hosts[other] != hosts[rank])
				segments[rank]->local_ranks[other] = -1;
		world->world_ranks[rank] = rank;
		world->ranks[rank] = (struct world_rank){ .world = world, .rank = rank, .random = seed + 17u * (unsigned)rank };
		if (cpu_member_open(fabrics[rank], segments[rank], &options, &world->ranks[rank].member))
			world_die("a member");
		world->ranks[rank].engine = world->ranks[rank].member.engines[SUMAC_ENGINE_CPU];
	}
	world_run(world, install, NULL);
}

static void *thread_main(void *arg)
{
	struct world_rank *rank = arg;

	rank->world->function(rank, rank->world->arg);
	return NULL;
}

void world_run(struct world *world, world_function *function, void *arg)
{
	pthread_t threads[64];

	world->function = function;
	world->arg = arg;
	for (int rank = 0; rank < world->size; rank++)
		pthread_create(&threads[rank], NULL, thread_main, &world->ranks[rank]);
	for (int rank = 0; rank < world->size; rank++)
		pthread_join(threads[rank], NULL);
}

void world_close(struct world *world)
{
	for (int rank = 0; rank < world->size; rank++)
		cpu_member_close(&world->ranks[rank].member);
	pthread_barrier_destroy(&world->barrier);
	free(world->world_ranks);
	free(world->blobs);
	free(world->ranks);
}

int world_post(struct world_rank *rank, struct sumac_call *call, struct sumac_ticket *ticket)
{
	return cpu_member_post(&rank->member, call, ticket);
}

int world_progress(struct world_rank *rank)
{
	return cpu_member_progress(&rank->member);
}

int world_wait(struct world_rank *rank, struct sumac_ticket *ticket)
{
	time_t end = time(NULL) + 100; /* late is not dead */

	while (ticket->status > 0) {
		if (world_progress(rank) <= 0)
			sched_yield();
		if (time(NULL) > end)
			return -SUMAC_ETIMEOUT;
	}
	return ticket->status;
}

uint64_t world_digest(const struct sumac_call *call)
{
	uint64_t digest = 0x9E3779B97F4A7C15;

	digest = (digest ^ (uint64_t)call->coll) * 0xBF58476D1CE4E5B9;
	digest = (digest ^ (uint64_t)call->op) * 0xBF58476D1CE4E5B9;
	digest = (digest ^ (uint64_t)call->type) * 0xBF58476D1CE4E5B9;
	digest = (digest ^ call->count) * 0xBF58476D1CE4E5B9;
	digest = (digest ^ (uint64_t)call->root) * 0xBF58476D1CE4E5B9;
	return digest ^ call->seq;
}

int world_perform(struct world_rank *rank, struct sumac_call *call, struct sumac_ticket *ticket_out)
{
	int err;

	call->seq = ++rank->seq;
	call->digest = world_digest(call);
	err = world_post(rank, call, ticket_out);
	return err ? err : world_wait(rank, ticket_out);
}

int world_call(struct world_rank *rank, enum sumac_coll coll, int op, int type, uint64_t count, int root, void *dst,
	       const void *src, struct sumac_ticket *ticket_out)
{
	struct sumac_call call = { .coll = coll, .op = op, .type = type, .count = count, .root = root, .dst = dst,
				   .src = src };
	struct sumac_ticket ticket;

	return world_perform(rank, &call, ticket_out ? ticket_out : &ticket);
}
