/*
 * The short path on the CPU engine, within a host: how many instructions a rank of two spends on a call of 8 bytes, from the
 * call to the return, where its peer has come before. Run under callgrind, as short_path.c is. Both ranks' calls are made by one
 * thread: the peer begins its part, uncounted; the call is counted; the peer ends its part. In in_turn no call is like the one
 * before; core_alone has an engine that is done when it is asked.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/settings.h"
#include "bench/measure.h"
#include "core/job/job.h"
#include "core/call/perform.h"
#include "core/team/team.h"
#include "host/bootstrap_threads.h"
#include "sumac.h"

enum { PEER, OWN, N_RANKS };

static struct sumac_bootstrap bootstraps[N_RANKS];
static struct sumac_job *jobs[N_RANKS];
static int64_t src[2] = { 3, 4 }, dst[2], peers_dst;
static int turn;

static void *open_job(void *arg)
{
	if (sumac_job_open(arg, &jobs[(struct sumac_bootstrap *)arg - bootstraps]))
		exit(1);
	return NULL;
}

/* The peer's part is none of the caller's instructions. */
static struct sumac_request *begin_peer(enum sumac_coll coll, enum sumac_type type)
{
	struct sumac_call call = { .coll = coll, .op = SUMAC_OP_SUM, .type = type, .count = 1,
				   .root = coll == SUMAC_COLL_REDUCE ? OWN : 0, .src = src, .dst = &peers_dst };
	struct sumac_request *request;

	if (coll == SUMAC_COLL_BARRIER)
		call = (struct sumac_call){ .coll = coll, .op = SUMAC_CALL_NO_OP, .type = SUMAC_CALL_NO_TYPE };
	if (sumac_perform_begin(jobs[PEER]->world, &call, &request))
		exit(1);
	sumac_team_check(jobs[OWN]->world); /* is the team that was called last, as in a program of one rank a process */
	return request;
}

/* Calls, and counts that call alone; the peer is in it unless nobody is. */
static int beside_peer(enum sumac_coll coll, enum sumac_type type, bool has_peer, int (*own)(void))
{
	struct sumac_request *request = NULL;
	int err;

	CALLGRIND_TOGGLE_COLLECT; /* off */
	if (has_peer)
		request = begin_peer(coll, type);
	CALLGRIND_TOGGLE_COLLECT; /* on */
	err = own();
	CALLGRIND_TOGGLE_COLLECT; /* off */
	if (request && sumac_perform_end(request))
		exit(1);
	CALLGRIND_TOGGLE_COLLECT; /* on */
	return err;
}

#define OWN_PART(name, ...) static int own_##name(void) { return sumac_##name(jobs[OWN]->world, ##__VA_ARGS__); }
OWN_PART(allreduce, SUMAC_OP_SUM, SUMAC_TYPE_I64, &dst[turn], &src[turn], 1)
OWN_PART(reduce, SUMAC_OP_SUM, SUMAC_TYPE_I64, dst, src, 1, OWN)
OWN_PART(scan, SUMAC_OP_SUM, SUMAC_TYPE_I64, dst, src, 1)
OWN_PART(barrier)
static int own_other(void) { return sumac_allreduce(jobs[OWN]->world, SUMAC_OP_SUM, SUMAC_TYPE_F64, &dst[1], src, 1); }

static int marks(void)
{
	return beside_peer(SUMAC_COLL_BARRIER, SUMAC_TYPE_I64, false, nothing);
}

static int allreduce(void)
{
	return beside_peer(SUMAC_COLL_ALLREDUCE, SUMAC_TYPE_I64, true, own_allreduce);
}

static int in_turn(void)
{
	turn = !turn;
	return allreduce();
}

static int reduce(void)
{
	return beside_peer(SUMAC_COLL_REDUCE, SUMAC_TYPE_I64, true, own_reduce);
}

static int scan(void)
{
	return beside_peer(SUMAC_COLL_SCAN, SUMAC_TYPE_I64, true, own_scan);
}

static int barrier(void)
{
	return beside_peer(SUMAC_COLL_BARRIER, SUMAC_TYPE_I64, true, own_barrier);
}

/* The calls of a solver in each of its steps. */
static int alternating(void)
{
	static int n;

	switch (n++ % 3) {
	case 0:
		return beside_peer(SUMAC_COLL_ALLREDUCE, SUMAC_TYPE_F64, true, own_other);
	case 1:
		return allreduce();
	default:
		return barrier();
	}
}

/* An engine that does nothing. */
static int be_done(struct sumac_engine_team *team, const struct sumac_call *posted, struct sumac_ticket *ticket)
{
	(void)team, (void)posted;
	ticket->status = 0;
	return 0;
}

static int alone(void)
{
	return beside_peer(SUMAC_COLL_ALLREDUCE, SUMAC_TYPE_I64, false, own_allreduce);
}

static void do_without_engine(void)
{
	struct sumac_engine *cpu = jobs[OWN]->engine[SUMAC_ENGINE_CPU];
	static struct sumac_engine_ops done;

	done = *cpu->ops;
	done.post = done.post_like = be_done;
	cpu->ops = &done;
}

__attribute__((visibility("default"))) int short_path(void);

int short_path(void)
{
	pthread_t threads[N_RANKS];

	setenv("SUMAC_OPTIONS", "engine=cpu", 1);
	if (sumac_settings_load() || bootstrap_threads_open(N_RANKS, bootstraps))
		return 1;
	for (int i = 0; i < N_RANKS; i++)
		pthread_create(&threads[i], NULL, open_job, &bootstraps[i]);
	for (int i = 0; i < N_RANKS; i++)
		pthread_join(threads[i], NULL);
	measure("nothing", marks);
	measure("allreduce", allreduce);
	measure("reduce", reduce);
	measure("scan", scan);
	measure("barrier", barrier);
	measure("in_turn", in_turn);
	measure("alternating", alternating);
	if (dst[turn] != src[turn] + src[0] || peers_dst != dst[turn])
		return 1;
	do_without_engine();
	measure("core_alone", alone);
	printf("%d\n", N_CALLS);
	fflush(stdout);
	_exit(0);
}
