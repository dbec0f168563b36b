/*
 * The CPU engine: every operation and type. This file is its interface to the core. A call of a team within a host continues in
 * host/engine/leaf, any other call in cpu_run.c (its chunks), cpu_fold.c (their values) and cpu_stream.c (the wire).
 */
#include "engine/cpu/cpu_levels.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "segment/segment.h"

/* The fabric is slow to ask. Where no team uses it, it may have news for the agreement all the same, so we ask it after some
 * looks, or after many calls that needed none. */
enum { LOOK_WEIGHT = 8, CALL_WEIGHT = 1, ASKED_AT = 64 };

static const char *cpu_why_not(struct sumac_engine *base, int op, int type, int size)
{
	(void)base;
	if (!sumac_kernel_find(op, type))
		return "the operation is not defined for this type";
	return size < 1 ? "a team has at least one rank" : NULL;
}

static int start(struct sumac_cpu_team *team, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	return team->leaf ? sumac_leaf_post(team->leaf, call, ticket) : sumac_cpu_run_start(team, call, ticket);
}

static int team_progress(struct sumac_cpu_team *team)
{
	int moved;

	if (team->leaf)
		return sumac_cpu_team_fold(team);
	moved = sumac_cpu_run_progress(team);
	return moved + sumac_cpu_credit_progress(team);
}

/* A leaf's call that waits for others. */
static __attribute__((noinline)) void leave_to_progress(struct sumac_cpu_team *team, const struct sumac_ticket *ticket)
{
	sumac_cpu_team_fold(team);
	if (ticket->status > 0)
		sumac_cpu_team_watch(team);
}

static void deliver(struct sumac_cpu_engine *engine, struct sumac_fabric_buf *buf)
{
	struct sumac_cpu_chunk_header header;
	struct sumac_cpu_team *team;

	if (buf->is_control) {
		sumac_cpu_credit_arrive(engine, buf);
		return;
	}
	memcpy(&header, buf->header, sizeof(header));
	team = sumac_cpu_team_find(engine, header.key);
	if (team) {
		sumac_cpu_team_arrive(team, buf);
		return;
	}
	sumac_fabric_buf_put(buf);
}

/* > 0: something came for a team. Messages for the agreement move no call. */
static __attribute__((noinline)) int ask_fabric(struct sumac_cpu_engine *engine)
{
	struct sumac_fabric_buf *buf;
	int moved = 0;

	engine->unasked = 0;
	sumac_fabric_progress(engine->fabric);
	for (; (buf = sumac_fabric_next(engine->fabric, SUMAC_FABRIC_ENGINE)); moved = 1)
		deliver(engine, buf);
	return moved;
}

static inline int fabric_progress(struct sumac_cpu_engine *engine, int weight)
{
	engine->unasked += weight;
	return engine->unasked >= ASKED_AT || engine->n_streaming ? ask_fabric(engine) : 0;
}

/* After a leaf has taken a call, which may be done. */
static inline void look_at_leaf(struct sumac_cpu_team *team, const struct sumac_ticket *ticket)
{
	if (ticket->status > 0)
		leave_to_progress(team, ticket);
	fabric_progress(team->engine, CALL_WEIGHT);
}

static int cpu_post(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_cpu_team *team = sumac_cpu_team_of(base);
	int err;

	assert(team->base.is_installed);
	*ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	if (!team->base.status) {
		err = start(team, call, ticket);
		if (err) {
			ticket->status = err;
			return err;
		}
		if (team->leaf)
			look_at_leaf(team, ticket);
		else
			team_progress(team);
	}
	/* A failure that came between two calls shows in the second. */
	if (team->base.status && ticket->status > 0) {
		ticket->status = team->base.status;
		ticket->fault_rank = team->base.fault_rank;
	}
	return 0;
}

static int cpu_post_like(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_cpu_team *team = sumac_cpu_team_of(base);
	int err;

	if (!team->is_ready)
		return cpu_post(base, call, ticket);
	err = sumac_leaf_post_like(team->leaf, call, ticket);
	if (!err)
		look_at_leaf(team, ticket);
	return err;
}

static uint64_t cpu_oldest(struct sumac_engine_team *base)
{
	const struct sumac_cpu_team *team = sumac_cpu_team_of(base);

	return team->leaf ? sumac_leaf_oldest(team->leaf) : sumac_engine_team_oldest(base);
}

static int cpu_progress(struct sumac_engine *base)
{
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)base;
	int moved = fabric_progress(engine, LOOK_WEIGHT);

	/* A leaf without calls leaves the list when it is found, not when its last call ends: most begin another one. */
	for (struct sumac_cpu_team **at = &engine->busy, *team; (team = *at);) {
		if (team->leaf && sumac_leaf_is_idle(team->leaf)) {
			team->is_busy = false;
			*at = team->next_busy;
			continue;
		}
		moved += team_progress(team);
		at = &team->next_busy;
	}
	return moved;
}

static void cpu_close(struct sumac_engine *base)
{
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)base;
	struct sumac_fabric_buf *buf;

	while (engine->teams)
		base->ops->team_free(engine->teams);
	while ((buf = sumac_fabric_next(engine->fabric, SUMAC_FABRIC_ENGINE)))
		sumac_fabric_buf_put(buf);
	sumac_leaf_destroy(&engine->left_leaves);
	free(engine);
}

static const char *cpu_how(struct sumac_engine_team *base, const struct sumac_call *call)
{
	const struct sumac_cpu_team *team = sumac_cpu_team_of(base);
	const struct sumac_level *level;

	if (team->leaf)
		return sumac_leaf_how(team->leaf, call);
	level = sumac_cpu_level_for(team, call);
	return level ? level->how : NULL;
}

static const struct sumac_engine_ops cpu_ops = {
	.name = "cpu",
	.why_not = cpu_why_not,
	.team_reserve = sumac_cpu_team_reserve,
	.team_install = sumac_cpu_team_install,
	.team_free = sumac_cpu_team_free,
	.post = cpu_post,
	.post_like = cpu_post_like,
	.plan = sumac_cpu_plan,
	.team_fail = sumac_cpu_team_fail,
	.oldest = cpu_oldest,
	.waiting_for = sumac_cpu_team_waiting_for,
	.progress = cpu_progress,
	.close = cpu_close,
	.how = cpu_how,
};

int sumac_engine_cpu_open(struct sumac_fabric *fabric, struct sumac_segment *segment, const struct sumac_cpu_options *options,
			  struct sumac_engine **engine_out)
{
	struct sumac_cpu_engine *engine = calloc(1, sizeof(*engine));

	if (!engine)
		return -SUMAC_ENOMEM;
	engine->base.ops = &cpu_ops;
	engine->fabric = fabric;
	engine->segment = segment;
	engine->options = *options;
	for (engine->window_slots = 1; engine->window_slots < options->window;)
		engine->window_slots *= 2;
	*engine_out = &engine->base;
	return 0;
}
