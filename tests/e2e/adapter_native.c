/*
 * Sumac's own API: every pair of operation and type that there is.
 */
#include <stdio.h>
#include <stdlib.h>

#include "e2e.h"
#include "sumac.h"

const char e2e_api[] = "native";

enum {
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) COUNT_##op##_##type,
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	N_COMBINATIONS
};

static struct e2e_call calls[N_COMBINATIONS];
static int n_calls;

#define USED_API 1
#define USED_BENCH 0

static void add(const char *op_name, const char *type_name, int op, int type, int is_used)
{
	struct e2e_call *call = &calls[n_calls];

	if (!is_used)
		return;
	snprintf(call->name, sizeof(call->name), "%s of %s", op_name, type_name);
	call->op = op;
	call->type = type;
	n_calls++;
}

static void die(const char *what)
{
	fprintf(stderr, "rank %d: %s: %s\n", sumac_rank(), what, sumac_last_error());
	exit(1);
}

void e2e_open(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	if (sumac_init())
		die("sumac_init");
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) \
	add(#op, #type, SUMAC_OP_##op, SUMAC_TYPE_##type, USED_##scope);
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
}

void e2e_close(int status)
{
	if (sumac_finalize())
		die("sumac_finalize");
	exit(status);
}

int e2e_rank(void)
{
	return sumac_rank();
}

int e2e_size(void)
{
	return sumac_size();
}

void e2e_barrier(void)
{
	if (sumac_barrier(sumac_team_world()))
		die("sumac_barrier");
}

void *e2e_alloc(size_t len_bytes)
{
	void *memory;

	if (sumac_alloc(len_bytes, &memory))
		die("sumac_alloc");
	return memory;
}

int e2e_calls(const struct e2e_call **calls_out)
{
	*calls_out = calls;
	return n_calls;
}

const struct e2e_call *e2e_call_find(int op, int type)
{
	for (int i = 0; i < n_calls; i++)
		if (calls[i].op == op && calls[i].type == type)
			return &calls[i];
	return NULL;
}

int e2e_has_all_pairs(void)
{
	return 1;
}

int e2e_allreduce(const struct e2e_call *call, void *dst, const void *src, size_t count)
{
	return sumac_allreduce(sumac_team_world(), call->op, call->type, dst, src, count);
}

int e2e_has(enum e2e_coll coll)
{
	(void)coll;
	return 1;
}

/* Where all parts are as large, by turns as a list and as one number. */
static int is_block(const size_t *parts)
{
	static int n_equal;

	for (int rank = 1; rank < e2e_size(); rank++)
		if (parts[rank] != parts[0])
			return 0;
	return n_equal++ % 2;
}

/* A collective of Sumac's, blocking or as a request. */
#define RUN(name, ...) \
	(request_out ? sumac_i##name(world, __VA_ARGS__, (struct sumac_request **)request_out) : sumac_##name(world, __VA_ARGS__))
#define OPERANDS a->call->op, a->call->type, a->dst, a->src

int e2e_run(const struct e2e_args *a, void **request_out)
{
	struct sumac_team *world = sumac_team_world();

	switch (a->coll) {
	case E2E_ALLREDUCE: return RUN(allreduce, OPERANDS, a->count);
	case E2E_REDUCE: return RUN(reduce, OPERANDS, a->count, a->root);
	case E2E_REDUCE_SCATTER:
		return is_block(a->parts) ? RUN(reduce_scatter_block, OPERANDS, a->parts[0]) :
					    RUN(reduce_scatter, OPERANDS, a->parts);
	case E2E_SCAN: return RUN(scan, OPERANDS, a->count);
	case E2E_EXSCAN: return RUN(exscan, OPERANDS, a->count);
	case E2E_BROADCAST: return RUN(broadcast, a->dst, a->src, a->count, a->root);
	case E2E_ALLGATHER:
		return is_block(a->parts) ? RUN(allgather, a->dst, a->src, a->parts[0]) :
					    RUN(allgatherv, a->dst, a->src, a->parts);
	default: return -1;
	}
}

/* By turns by waiting and by looking. */
int e2e_wait(void *request)
{
	static int n_waits;
	struct sumac_request *own = request;
	int is_done = 0, err = 0;

	if (n_waits++ % 2)
		return sumac_wait(&own);
	while (!err && !is_done)
		err = sumac_test(&own, &is_done);
	return err;
}

const char *e2e_last_error(void)
{
	return sumac_last_error();
}
