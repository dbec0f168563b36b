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

int e2e_has_root(void)
{
	return 1;
}

int e2e_reduce(const struct e2e_call *call, void *dst, const void *src, size_t count, int root)
{
	return sumac_reduce(sumac_team_world(), call->op, call->type, dst, src, count, root);
}

const char *e2e_last_error(void)
{
	return sumac_last_error();
}
