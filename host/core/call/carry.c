#include "core/call/carry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/combination.h"
#include "base/settings.h"
#include "core/call/carriage.h"

static size_t bytes_each(const struct sumac_carrier *carrier)
{
	return carrier->n_each * sumac_type_bytes(carrier->type);
}

/* Elements of a piece: all of them, if the carried form is no longer than the call's own. */
static uint64_t most_of(const struct sumac_carrier *carrier, const struct sumac_call *call)
{
	uint64_t most = (uint64_t)sumac_setting_int(SUMAC_SETTING_SUMS_BYTES) / bytes_each(carrier);

	return bytes_each(carrier) <= sumac_type_bytes(call->type) || most >= call->count ? call->count : most;
}

static int refuse_length(const struct sumac_call *call, const struct sumac_carrier *carrier)
{
	return sumac_fail(SUMAC_ENOMEM, "%s of %llu elements need %llu bytes for a request, and the setting sums_bytes is %lld: "
			  "make it larger, or use a blocking call, which goes in pieces", carrier->name,
			  (unsigned long long)call->count, (unsigned long long)(call->count * bytes_each(carrier)),
			  (long long)sumac_setting_int(SUMAC_SETTING_SUMS_BYTES));
}

static struct sumac_carriage *new_carriage(const struct sumac_call *call, const struct sumac_carrier *carrier)
{
	struct sumac_carriage *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->carrier = carrier;
	c->call = *call;
	c->call.firsts = sumac_call_copy_parts(call);
	c->most = most_of(carrier, call);
	c->memory = malloc(c->most ? c->most * bytes_each(carrier) : 1);
	if (!c->memory || (call->firsts && !c->call.firsts)) {
		sumac_carriage_free(c);
		return NULL;
	}
	return c;
}

/* The ranks must agree on the carrier, and on the length of the whole call, which no piece tells. */
static uint64_t salt_of(const struct sumac_carriage *c)
{
	return c->carrier->salt ^ c->call.count << 16;
}

/* Where in the piece that element of the call is, or which end of the piece is nearer to it. */
static uint64_t in_piece(const struct sumac_carriage *c, uint64_t elem)
{
	uint64_t end = c->first + c->n_elems;

	return (elem < c->first ? c->first : elem > end ? end : elem) - c->first;
}

/* Lists where each rank's part begins in the piece. */
static int list_parts(const struct sumac_carriage *c, int size, struct sumac_call *carrying)
{
	uint64_t *firsts = malloc(((size_t)size + 1) * sizeof(*firsts));

	if (!firsts)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the parts of %d ranks", size);
	for (int rank = 0; rank < size; rank++)
		firsts[rank] = c->carrier->n_each *
			       in_piece(c, sumac_coll_piece(c->call.coll, c->call.count, c->call.firsts, size, rank).src_first);
	firsts[size] = c->carrier->n_each * c->n_elems;
	carrying->firsts = firsts;
	carrying->n_parts = size;
	return 0;
}

/* Finds the piece's scales, as all ranks have them. The request has the memory until its engine has let go of it. */
static int find_scales(struct sumac_carriage *c, struct sumac_team *team, enum sumac_engine_kind kind, const void *src)
{
	struct sumac_carriage *holder = calloc(1, sizeof(*holder));
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_CARRIER_SCALE_OP, .type = SUMAC_CARRIER_SCALE_TYPE,
				   .count = c->n_elems };
	struct sumac_request *request;
	bool was_called = team->is_called;
	int err;

	if (holder)
		holder->scales = malloc(c->n_elems + 1);
	if (!holder || !holder->scales) {
		sumac_carriage_free(holder);
		return sumac_fail(SUMAC_ENOMEM, "no memory for the scales of %llu elements", (unsigned long long)c->n_elems);
	}
	c->carrier->scale(c->call.type, holder->scales, src, c->n_elems);
	call.dst = holder->scales;
	call.src = holder->scales;
	sumac_call_measure(&call, team->desc.size, team->desc.rank);
	err = sumac_call_post(team, kind, &call, SUMAC_FOR_API, salt_of(c), &request);
	if (err) {
		sumac_carriage_free(holder);
		return err;
	}
	request->carriage = holder;
	team->is_called = true;
	err = sumac_call_finish(request);
	team->is_called = was_called;
	if (!err) {
		free(c->scales);
		c->scales = holder->scales;
		holder->scales = NULL;
		c->scaling.cycles += request->ticket.cycles;
		c->scaling.combines += request->ticket.combines;
	}
	sumac_call_free(request);
	return err;
}

/* The carrier, with the scales of the piece from an element of the piece on. */
static struct sumac_carrier with_scales(const struct sumac_carriage *c, uint64_t first)
{
	struct sumac_carrier carrier = *c->carrier;

	if (carrier.scale)
		carrier.data = c->scales + first;
	return carrier;
}

/* Puts the piece's operands. */
static int put(struct sumac_carriage *c, struct sumac_team *team, enum sumac_engine_kind kind)
{
	const void *src = (const char *)c->call.src + c->first * sumac_type_bytes(c->call.type);
	int err = c->carrier->scale ? find_scales(c, team, kind, src) : 0;
	struct sumac_carrier carrier = with_scales(c, 0);

	if (err)
		return err;
	if (carrier.put(&carrier, c->call.type, c->memory, src, c->n_elems, team->desc.size) && !c->put_error) {
		c->put_error = -SUMAC_EINVAL;
		snprintf(c->story, sizeof(c->story), "%s", sumac_last_error());
	}
	return 0;
}

/* Puts the piece's operands, and posts the call that carries it. */
static int post(struct sumac_carriage *c, struct sumac_team *team, enum sumac_engine_kind kind, struct sumac_request **request_out)
{
	const struct sumac_carrier *carrier = c->carrier;
	struct sumac_call carrying = c->call;
	int err = c->call.src_bytes ? put(c, team, kind) : 0;

	if (err)
		return err;
	carrying.op = carrier->op;
	carrying.type = carrier->type;
	carrying.count = c->n_elems * carrier->n_each;
	carrying.dst = c->memory;
	carrying.src = c->memory;
	carrying.firsts = NULL;
	carrying.n_parts = 0;
	if (sumac_coll_has_parts(c->call.coll) && (c->call.firsts || c->n_elems < c->call.count))
		err = list_parts(c, team->desc.size, &carrying);
	if (err)
		return err;
	sumac_call_measure(&carrying, team->desc.size, team->desc.rank);
	err = sumac_call_post(team, kind, &carrying, SUMAC_FOR_API, salt_of(c), request_out);
	free((void *)carrying.firsts);
	if (!err)
		(*request_out)->carriage = c;
	return err;
}

int sumac_carry_begin(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		      const struct sumac_carrier *carrier, bool may_wait, struct sumac_request **request_out)
{
	struct sumac_carriage *c;
	int err;

	if (!may_wait && most_of(carrier, call) < call->count)
		return refuse_length(call, carrier);
	c = new_carriage(call, carrier);
	if (!c)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %s of %llu elements", carrier->name,
				  (unsigned long long)call->count);
	c->n_elems = c->most;
	err = post(c, team, kind, request_out);
	if (err)
		sumac_carriage_free(c);
	return err;
}

/* The operands of so many ranks are in this rank's result. */
static int ranks_in(const struct sumac_call *call, const struct sumac_team *team)
{
	if (call->coll == SUMAC_COLL_SCAN || call->coll == SUMAC_COLL_EXSCAN)
		return team->desc.rank + (call->coll == SUMAC_COLL_SCAN);
	return team->desc.size;
}

static int take(struct sumac_carriage *c, const struct sumac_team *team)
{
	struct sumac_piece own = c->call.own;
	uint64_t first = own.src_first > c->first ? own.src_first : c->first;
	uint64_t n = in_piece(c, own.src_first + own.n) - in_piece(c, own.src_first);
	struct sumac_carrier carrier = with_scales(c, in_piece(c, own.src_first));
	int err;

	if (!c->call.dst_bytes || !n)
		return c->put_error && c->first + c->n_elems == c->call.count ? sumac_fail(c->put_error, "%s", c->story) : 0;
	err = carrier.take(&carrier, c->call.type, (char *)c->call.dst + (first - own.src_first) * sumac_type_bytes(c->call.type),
			   c->memory, n, ranks_in(&c->call, team));
	/* This rank's own mistake says more than its trace in the result. */
	return err && c->put_error ? sumac_fail(c->put_error, "%s", c->story) : err;
}

/* The pieces after the first, one after the other. The last request that was posted has the staging memory, which its engine may
 * yet write to if it has failed. */
static int do_the_rest(struct sumac_request *first, struct sumac_carriage *c)
{
	struct sumac_team *team = first->team;
	struct sumac_request *request = first;
	bool was_called = team->is_called;
	int err = 0;

	team->is_called = true;
	while (!err && c->first + c->n_elems < c->call.count) {
		struct sumac_request *next;

		c->first += c->n_elems;
		c->n_elems = c->call.count - c->first < c->most ? c->call.count - c->first : c->most;
		err = post(c, team, first->kind, &next);
		if (err)
			break;
		request->carriage = NULL;
		if (request != first)
			sumac_call_free(request);
		request = next;
		err = sumac_call_finish(request);
		first->ticket.cycles += request->ticket.cycles;
		first->ticket.combines += request->ticket.combines;
		if (!err)
			err = take(c, team);
	}
	first->ticket.cycles += c->scaling.cycles;
	first->ticket.combines += c->scaling.combines;
	if (request != first)
		sumac_call_free(request);
	team->is_called = was_called;
	return err;
}

int sumac_carry_end(struct sumac_request *request, int err)
{
	struct sumac_carriage *c = request->carriage;

	if (!err)
		err = take(c, request->team);
	return err ? err : do_the_rest(request, c);
}
