/*
 * A node's work on one chunk: takes its inputs, combines them by the postfix program, and hands the results
 * to its outputs. Operands are combined where they lie: in the buffers that they arrived in, and last in the
 * caller's destination.
 */
#include "engine/cpu/cpu.h"

#include <assert.h>
#include <string.h>

/* The fold of one chunk of one node. */
struct fold {
	struct sumac_cpu_run *run;
	struct sumac_cpu_node *node;
	uint64_t chunk;
	size_t len_bytes, count;
	uint8_t *src, *dst; /* of this chunk */
	int depth;
	struct sumac_cpu_value stack[SUMAC_ROUTE_MAX_IN];
	struct sumac_cpu_value late[SUMAC_ROUTE_MAX_OUT]; /* for memory, once all inputs have been read */
	int n_late;
};

void sumac_cpu_value_put(struct sumac_cpu_value *value)
{
	if (value->buf)
		sumac_fabric_buf_put(value->buf);
	value->buf = NULL;
	value->data = NULL;
}

static bool agrees(const struct sumac_cpu_run *run, const struct sumac_cpu_node *node, const struct sumac_fabric_buf *buf)
{
	struct sumac_cpu_chunk_header header;

	memcpy(&header, buf->header, sizeof(header));
	return header.seq == (uint32_t)run->call->seq && header.digest == run->call->digest &&
	       header.chunk == node->n_fired && header.len_bytes == sumac_cpu_chunk_bytes(run, node, node->n_fired);
}

/* 1: all inputs of the chunk are there; 0: not yet; or -SUMAC_EMISMATCH, the team has failed. */
static int inputs_are_there(struct sumac_cpu_run *run, struct sumac_cpu_node *node)
{
	for (int i = 0; i < node->plan->n_in; i++) {
		const struct sumac_cpu_input *in = &node->in[i];
		const struct sumac_fabric_buf *buf;

		if (in->link && in->link->n_made <= node->n_fired)
			return 0;
		if (!in->stream)
			continue;
		buf = sumac_cpu_stream_peek(run->team, in->stream);
		if (!buf)
			return 0;
		if (!agrees(run, node, buf)) {
			sumac_cpu_team_break(run->team, -SUMAC_EMISMATCH, in->stream->peer);
			return -SUMAC_EMISMATCH;
		}
	}
	return 1;
}

static bool outputs_have_room(const struct sumac_cpu_run *run, const struct sumac_cpu_node *node)
{
	for (int i = 0; i < node->plan->n_out; i++)
		if (node->out[i].n_made - node->out[i].n_done >= run->team->engine->options.window)
			return false;
	return true;
}

/* A range of addresses. */
struct range {
	uintptr_t begin, end;
};

static bool meet(struct range a, struct range b)
{
	return a.begin < b.end && b.begin < a.end;
}

/* The part of the caller's source that a node still has to read, or has read but not sent: it is sent from where it lies. */
static struct range source_in_use(const struct sumac_cpu_run *run, const struct sumac_cpu_node *node)
{
	uintptr_t begin = (uintptr_t)run->call->src + (size_t)node->piece.src_first * run->elem_bytes;
	uint64_t n_done = node->n_fired;

	for (int i = 0; i < node->plan->n_out; i++)
		if (node->out[i].stream && node->out[i].n_done < n_done)
			n_done = node->out[i].n_done;
	if (n_done >= node->n_chunks)
		return (struct range){ 0 };
	return (struct range){ begin + (size_t)(n_done * run->chunk_elems) * run->elem_bytes,
			       begin + (size_t)node->piece.n * run->elem_bytes };
}

/* In place, a chunk is written once no other node needs what it overwrites. */
static bool may_write(const struct sumac_cpu_run *run, const struct sumac_cpu_node *node)
{
	struct range chunk;

	if (!run->is_in_place || !node->writes_memory)
		return true;
	chunk.begin = (uintptr_t)run->call->dst +
		      (size_t)(node->piece.dst_first + node->n_fired * run->chunk_elems) * run->elem_bytes;
	chunk.end = chunk.begin + sumac_cpu_chunk_bytes(run, node, node->n_fired);
	for (const struct sumac_cpu_node *other = run->nodes; other < run->nodes + run->plan.n_nodes; other++)
		if (other != node && other->reads_memory && meet(chunk, source_in_use(run, other)))
			return false;
	return true;
}

static struct sumac_cpu_value take_input(struct fold *fold, const struct sumac_cpu_input *in)
{
	struct sumac_cpu_value value = { .data = fold->src, .is_source = true };

	if (in->stream) {
		value.buf = sumac_cpu_stream_take(fold->run->team, in->stream);
		value.data = value.buf->payload;
		value.is_source = false;
	} else if (in->link) {
		struct sumac_cpu_value *made = &in->link->values[fold->chunk % fold->run->team->engine->options.window];

		value = *made;
		made->buf = NULL;
		in->link->n_done++;
	}
	return value;
}

static bool is_ours_alone(const struct sumac_cpu_value *value)
{
	return value->buf && value->buf->refs == 1;
}

/* The operand lies in the caller's memory, and not where the result goes: in place they may overlap in part, which kernels
 * do not allow. */
static bool reads_aside(const struct fold *fold, const struct sumac_cpu_value *value)
{
	return value->is_source && value->data != fold->dst;
}

/* The place for left (op) right: the destination if this is the
 * node's final result, else the buffer of an operand. */
static int choose_place(struct fold *fold, const struct sumac_cpu_value *left, const struct sumac_cpu_value *right,
			bool is_last, struct sumac_cpu_value *place_out)
{
	*place_out = (struct sumac_cpu_value){ .data = fold->dst };
	if (is_last && !(fold->run->is_in_place && (reads_aside(fold, left) || reads_aside(fold, right))))
		return 0;
	if (is_ours_alone(left) || is_ours_alone(right)) {
		*place_out = is_ours_alone(left) ? *left : *right;
		sumac_fabric_buf_get(place_out->buf);
		return 0;
	}
	place_out->buf = sumac_fabric_buf_new(fold->run->team->engine->fabric);
	if (!place_out->buf)
		return -SUMAC_ENOMEM;
	place_out->data = place_out->buf->payload;
	return 0;
}

static int combine(struct fold *fold, bool is_last)
{
	struct sumac_cpu_value *left = &fold->stack[fold->depth - 2], *right = &fold->stack[fold->depth - 1];
	struct sumac_cpu_value place;
	int err;

	err = choose_place(fold, left, right, is_last, &place);
	if (err)
		return err;
	if (fold->count)
		sumac_kernel_run(fold->run->kernel, place.data, left->data, right->data, fold->count);
	sumac_cpu_value_put(left);
	sumac_cpu_value_put(right);
	*left = place;
	fold->depth--;
	return 0;
}

static bool must_copy(const struct fold *fold, const struct sumac_cpu_value *value, int kind)
{
	return fold->run->is_in_place && value->is_source && (kind == SUMAC_STREAM_NODE || fold->node->writes_memory);
}

static int emit(struct fold *fold, int i, const struct sumac_cpu_value *value)
{
	struct sumac_cpu_output *out = &fold->node->out[i];
	struct sumac_cpu_value given = *value;
	int kind = fold->node->plan->out[i].kind;

	if (given.buf)
		sumac_fabric_buf_get(given.buf);
	if (kind == SUMAC_STREAM_MEMORY) {
		fold->late[fold->n_late++] = given;
		return 0;
	}
	if (must_copy(fold, value, kind)) {
		given.buf = sumac_fabric_buf_new(fold->run->team->engine->fabric);
		if (!given.buf)
			return -SUMAC_ENOMEM;
		given.data = given.buf->payload;
		given.is_source = false;
		if (fold->len_bytes)
			memcpy(given.data, value->data, fold->len_bytes);
	}
	out->values[out->n_made++ % fold->run->team->engine->options.window] = given;
	return 0;
}

static bool memory_takes_last(const struct sumac_plan_node *plan)
{
	for (int i = 0; i < plan->n_out; i++)
		if (plan->out[i].kind == SUMAC_STREAM_MEMORY && plan->out[i].tap == plan->n_in - 1)
			return true;
	return false;
}

static int fold_input(struct fold *fold, int i)
{
	const struct sumac_plan_node *plan = fold->node->plan;
	bool is_end = i == plan->n_in - 1;
	int err;

	fold->stack[fold->depth++] = take_input(fold, &fold->node->in[i]);
	for (int left = plan->in[i].combines; left; left--) {
		err = combine(fold, left == 1 && is_end && memory_takes_last(plan));
		if (err)
			return err;
	}
	for (int o = 0; o < plan->n_out; o++) {
		if (plan->out[o].tap != i)
			continue;
		err = emit(fold, o, &fold->stack[fold->depth - 1]);
		if (err)
			return err;
	}
	return 0;
}

static void fold_end(struct fold *fold)
{
	for (int i = 0; i < fold->n_late; i++) {
		if (fold->len_bytes && fold->late[i].data != fold->dst)
			memcpy(fold->dst, fold->late[i].data, fold->len_bytes);
		sumac_cpu_value_put(&fold->late[i]);
	}
	while (fold->depth)
		sumac_cpu_value_put(&fold->stack[--fold->depth]);
	for (int i = 0; i < fold->node->plan->n_out; i++) {
		struct sumac_cpu_output *out = &fold->node->out[i];

		if (fold->node->plan->out[i].kind == SUMAC_STREAM_MEMORY)
			out->n_made = out->n_sent = out->n_done = fold->chunk + 1;
	}
}

int sumac_cpu_node_fire(struct sumac_cpu_run *run, struct sumac_cpu_node *node)
{
	uint64_t begin = node->n_fired * run->chunk_elems;
	struct fold fold = { .run = run, .node = node, .chunk = node->n_fired };
	int err;

	if (node->n_fired == node->n_chunks || !outputs_have_room(run, node) || !may_write(run, node))
		return 0;
	err = inputs_are_there(run, node);
	if (err <= 0)
		return err;
	fold.len_bytes = sumac_cpu_chunk_bytes(run, node, fold.chunk);
	fold.count = fold.len_bytes / run->elem_bytes;
	if (fold.len_bytes) {
		if (node->reads_memory)
			fold.src = (uint8_t *)run->call->src + (size_t)(node->piece.src_first + begin) * run->elem_bytes;
		if (node->writes_memory)
			fold.dst = (uint8_t *)run->call->dst + (size_t)(node->piece.dst_first + begin) * run->elem_bytes;
	}
	err = 0;
	for (int i = 0; i < node->plan->n_in && !err; i++)
		err = fold_input(&fold, i);
	fold_end(&fold);
	node->n_fired++;
	return err ? err : 1;
}
