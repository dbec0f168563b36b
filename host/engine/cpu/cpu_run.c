/*
 * A call in progress. Only a team's oldest call is worked on: its nodes fire chunk by chunk as inputs
 * arrive, and their results are sent as the peers' windows allow. The call ends when every node has fired
 * every chunk and every result has been sent.
 */
#include "engine/cpu/cpu_levels.h"

#include <assert.h>
#include <stdlib.h>

#include "base/overlap.h"

size_t sumac_cpu_chunk_bytes(const struct sumac_cpu_run *run, const struct sumac_cpu_node *node, uint64_t chunk)
{
	uint64_t left = node->piece.n - chunk * run->chunk_elems;

	return (size_t)(left < run->chunk_elems ? left : run->chunk_elems) * run->elem_bytes;
}

void sumac_cpu_run_reset(struct sumac_cpu_run *run, const struct sumac_call *call)
{
	run->call = call;
	run->kernel = sumac_kernel_find(call->op, call->type);
	run->elem_bytes = sumac_kernel_elem_bytes(call->type);
	run->chunk_elems = run->team->engine->options.chunk_bytes / run->elem_bytes;
	run->is_in_place = sumac_overlap(call->src, call->src_bytes, call->dst, call->dst_bytes);
	for (struct sumac_cpu_node *node = run->nodes; node < run->nodes + run->plan.n_nodes; node++) {
		node->piece = sumac_coll_piece(call->coll, call->count, call->firsts, run->size, node->plan->part);
		/* No elements are one empty chunk, which carries the digest. */
		node->n_chunks = node->piece.n ? (node->piece.n - 1) / run->chunk_elems + 1 : 1;
		node->n_fired = 0;
		for (int i = 0; i < node->plan->n_out; i++)
			node->out[i].n_made = node->out[i].n_sent = node->out[i].n_done = 0;
	}
}

/* Between leaves, the run's plan does the step's call. */
static int begin_between(struct sumac_steps *steps)
{
	sumac_cpu_run_reset(sumac_cpu_run_of(steps), &steps->own);
	return 0;
}

static int work_between(struct sumac_steps *steps, int *moved_io)
{
	struct sumac_cpu_run *run = sumac_cpu_run_of(steps);
	int moved = sumac_cpu_run_work(run);

	*moved_io |= moved;
	return moved < 0 ? moved : sumac_cpu_run_is_ended(run);
}

static const struct sumac_between between_speakers = { &sumac_steps_by_speakers, begin_between, work_between };
static const struct sumac_between between_rows = { &sumac_cpu_by_rows, begin_between, work_between };

int sumac_cpu_run_start(struct sumac_cpu_team *team, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_cpu_run *run;
	int err;

	assert(sumac_call_is_sound(call, team->base.desc.size) && sumac_kernel_find(call->op, call->type));
	err = sumac_cpu_run_get(team, call, &run);
	if (err)
		return err;
	run->base.call = run->call = call;
	run->base.ticket = ticket;
	if (run->level)
		sumac_steps_start(&run->steps, run->level, &team->levels->scratch,
				  sumac_cpu_level_is_of_rows(team, run->level) ? &between_rows : &between_speakers, call);
	else
		sumac_cpu_run_reset(run, call);
	sumac_engine_team_append(&team->base, &run->base);
	return 0;
}

/* Checks the sends in flight: 1 if one has ended, 0, or -SUMAC_EPEER. */
static int reap(struct sumac_cpu_run *run, struct sumac_cpu_output *out)
{
	uint32_t window = run->team->engine->options.window;
	int moved = 0;

	while (out->n_done < out->n_sent) {
		struct sumac_fabric_send **send = &out->sends[out->n_done % window];
		int status = sumac_fabric_send_status(*send);

		if (status > 0)
			break;
		*send = NULL;
		if (status < 0) {
			sumac_cpu_team_break(run->team, status, out->stream->peer);
			return status;
		}
		sumac_cpu_value_put(&out->values[out->n_done % window]);
		out->n_done++;
		moved = 1;
	}
	return moved;
}

static int push(struct sumac_cpu_run *run, const struct sumac_cpu_node *node, struct sumac_cpu_output *out)
{
	uint32_t window = run->team->engine->options.window;
	int moved = 0;

	while (out->n_sent < out->n_made && sumac_cpu_stream_may_send(run->team, out->stream)) {
		uint64_t chunk = out->n_sent;
		int err = sumac_cpu_stream_send(run, out->stream, node->plan->step, chunk,
						out->values[chunk % window].data, sumac_cpu_chunk_bytes(run, node, chunk),
						&out->sends[chunk % window]);

		if (err > 0)
			break;
		if (err < 0) {
			sumac_cpu_team_break(run->team, err, out->stream->peer);
			return err;
		}
		out->n_sent++;
		moved = 1;
	}
	return moved;
}

static int serve_outputs(struct sumac_cpu_run *run, struct sumac_cpu_node *node)
{
	int moved = 0;

	for (int i = 0; i < node->plan->n_out; i++) {
		struct sumac_cpu_output *out = &node->out[i];
		int reaped, pushed;

		if (!out->stream)
			continue;
		reaped = reap(run, out);
		if (reaped < 0)
			return reaped;
		pushed = push(run, node, out);
		if (pushed < 0)
			return pushed;
		moved |= reaped | pushed;
	}
	return moved;
}

bool sumac_cpu_run_is_ended(const struct sumac_cpu_run *run)
{
	for (const struct sumac_cpu_node *node = run->nodes; node < run->nodes + run->plan.n_nodes; node++) {
		if (node->n_fired < node->n_chunks)
			return false;
		for (int i = 0; i < node->plan->n_out; i++)
			if (node->out[i].n_done < node->n_chunks)
				return false;
	}
	return true;
}

static void run_end(struct sumac_cpu_run *run, int status, int fault_rank)
{
	sumac_engine_team_end_oldest(&run->team->base, status, fault_rank);
	sumac_cpu_run_put(run);
}

int sumac_cpu_run_work(struct sumac_cpu_run *run)
{
	struct sumac_cpu_team *team = run->team; /* a failure ends the run */
	int moved = 0;

	for (struct sumac_cpu_node *node = run->nodes; node < run->nodes + run->plan.n_nodes; node++) {
		int fired, served;

		do {
			fired = sumac_cpu_node_fire(run, node);
			/* A mismatch has failed the team already; only the first failure counts. */
			if (fired < 0)
				sumac_cpu_team_break(team, fired, team->base.desc.rank);
			served = fired < 0 ? fired : serve_outputs(run, node);
			if (served < 0)
				return served;
			moved |= fired | served;
		} while (fired);
	}
	return moved;
}

int sumac_cpu_run_progress(struct sumac_cpu_team *team)
{
	int moved = 0;

	while (!team->base.status && team->base.oldest) {
		struct sumac_cpu_run *run = sumac_cpu_oldest(team);
		int worked = run->level ? sumac_steps_work(&run->steps) : sumac_cpu_run_work(run);

		if (worked < 0)
			return 1;
		moved |= worked;
		if (!(run->level ? sumac_steps_are_ended(&run->steps) : sumac_cpu_run_is_ended(run)))
			break;
		run_end(run, 0, -1);
		moved = 1;
	}
	return moved;
}

static void let_go(struct sumac_cpu_run *run, struct sumac_cpu_output *out)
{
	uint32_t window = run->team->engine->options.window;

	for (uint64_t i = out->n_done; i < out->n_made; i++) {
		if (out->stream && i < out->n_sent && out->sends[i % window])
			sumac_fabric_send_forget(out->sends[i % window]);
		sumac_cpu_value_put(&out->values[i % window]);
	}
	out->n_done = out->n_sent = out->n_made;
}

void sumac_cpu_run_end_all(struct sumac_cpu_team *team, int status, int fault_rank)
{
	while (team->base.oldest) {
		struct sumac_cpu_run *run = sumac_cpu_oldest(team);

		for (struct sumac_cpu_node *node = run->nodes; node < run->nodes + run->plan.n_nodes; node++)
			for (int i = 0; i < node->plan->n_out; i++)
				if (node->plan->out[i].kind != SUMAC_STREAM_MEMORY)
					let_go(run, &node->out[i]);
		run_end(run, status, fault_rank);
	}
}
