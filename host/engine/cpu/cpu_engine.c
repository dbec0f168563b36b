/*
 * The CPU engine: every operation and type, over the fabric. This file is its interface to the core; a call
 * continues in cpu_run.c (its chunks), cpu_fold.c (their values) and cpu_stream.c (the wire).
 */
#include "engine/cpu/cpu.h"

#include <stdlib.h>
#include <string.h>

static const char *cpu_why_not(struct sumac_engine *base, int op, int type, int size)
{
	(void)base;
	if (!sumac_kernel_find(op, type))
		return "the operation is not defined for this type";
	return size < 1 ? "a team has at least one rank" : NULL;
}

static int cpu_post(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_cpu_team *team = (struct sumac_cpu_team *)base;
	int err;

	if (!team->is_installed)
		return -SUMAC_ESTATE;
	*ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	if (!team->status) {
		err = sumac_cpu_run_start(team, call, ticket);
		if (err) {
			ticket->status = err;
			return err;
		}
		sumac_cpu_run_progress(team);
		sumac_cpu_credit_progress(team);
	}
	/* A failure that came between two calls shows in the second. */
	if (team->status && ticket->status > 0) {
		ticket->status = team->status;
		ticket->fault_rank = team->fault_rank;
	}
	return 0;
}

static uint32_t cpu_oldest(struct sumac_engine_team *base)
{
	const struct sumac_cpu_team *team = (struct sumac_cpu_team *)base;

	return team->oldest ? team->oldest->call->seq : 0;
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

static int cpu_progress(struct sumac_engine *base)
{
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)base;
	int moved = sumac_fabric_progress(engine->fabric);
	struct sumac_fabric_buf *buf;

	while ((buf = sumac_fabric_next(engine->fabric, SUMAC_FABRIC_ENGINE)))
		deliver(engine, buf);
	for (struct sumac_cpu_team *team = engine->teams; team; team = team->next) {
		if (team->oldest)
			moved += sumac_cpu_run_progress(team);
		moved += sumac_cpu_credit_progress(team);
	}
	return moved;
}

static void cpu_close(struct sumac_engine *base)
{
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)base;
	struct sumac_fabric_buf *buf;

	while (engine->teams)
		base->ops->team_free((struct sumac_engine_team *)engine->teams);
	while ((buf = sumac_fabric_next(engine->fabric, SUMAC_FABRIC_ENGINE)))
		sumac_fabric_buf_put(buf);
	free(engine);
}

static const struct sumac_engine_ops cpu_ops = {
	.name = "cpu",
	.why_not = cpu_why_not,
	.team_reserve = sumac_cpu_team_reserve,
	.team_install = sumac_cpu_team_install,
	.team_free = sumac_cpu_team_free,
	.post = cpu_post,
	.plan = sumac_cpu_plan,
	.team_fail = sumac_cpu_team_fail,
	.oldest = cpu_oldest,
	.waiting_for = sumac_cpu_team_waiting_for,
	.progress = cpu_progress,
	.close = cpu_close,
};

int sumac_engine_cpu_open(struct sumac_fabric *fabric, const struct sumac_cpu_options *options,
			  struct sumac_engine **engine_out)
{
	struct sumac_cpu_engine *engine = calloc(1, sizeof(*engine));

	if (!engine)
		return -SUMAC_ENOMEM;
	engine->base.ops = &cpu_ops;
	engine->fabric = fabric;
	engine->options = *options;
	for (engine->window_slots = 1; engine->window_slots < options->window;)
		engine->window_slots *= 2;
	*engine_out = &engine->base;
	return 0;
}

int sumac_engine_cpu_combine(int op, int type, void *out, const void *left, const void *right, size_t count)
{
	const struct sumac_kernel *kernel = sumac_kernel_find(op, type);

	if (!kernel)
		return -SUMAC_EOP;
	if (count)
		sumac_kernel_run(kernel, out, left, right, count);
	return 0;
}
