/*
 * SHMEM: every typed reduction on the team of all PEs, and on the active set of all PEs.
 */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler_types.h"
#include "e2e.h"
#include "sumac.h"

const char e2e_api[] = "shmem";

static long sync_array[SHMEM_REDUCE_SYNC_SIZE];
static char work_array[(100003 / 2 + 1) * 32];

typedef int run_fn(void *dest, const void *source, size_t count);

struct row {
	const char *name;
	int op;
	int type_by_map, type_by_compiler;
	run_fn *run;
};

#define SUMAC_SHMEM_TEAM(name, c_type, type, OP, op) \
	static int run_##name##_##op(void *dest, const void *source, size_t count) \
	{ \
		return shmem_##name##_##op##_reduce(SHMEM_TEAM_WORLD, dest, source, count); \
	}
#define SUMAC_SHMEM_ACTIVE(name, c_type, type, OP, op) \
	static int run_##name##_##op##_active(void *dest, const void *source, size_t count) \
	{ \
		shmem_##name##_##op##_to_all(dest, source, (int)count, 0, 0, shmem_n_pes(), (c_type *)work_array, \
					     sync_array); \
		return 0; \
	}
#include "frontend/shmem/reductions.inc"

static const struct row rows[] = {
#define SUMAC_SHMEM_TEAM(name, c_type, type, OP, op) \
	{ "shmem_" #name "_" #op "_reduce", SUMAC_OP_##OP, SUMAC_TYPE_##type, \
	  E2E_TYPE_OF(c_type), run_##name##_##op },
#define SUMAC_SHMEM_ACTIVE(name, c_type, type, OP, op) \
	{ "shmem_" #name "_" #op "_to_all", SUMAC_OP_##OP, SUMAC_TYPE_##type, \
	  E2E_TYPE_OF(c_type), run_##name##_##op##_active },
#include "frontend/shmem/reductions.inc"
};
enum { N_ROWS = sizeof(rows) / sizeof(rows[0]) };

static struct e2e_call calls[N_ROWS];

void e2e_open(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	shmem_init();
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		sync_array[i] = SHMEM_SYNC_VALUE;
	for (int i = 0; i < N_ROWS; i++) {
		snprintf(calls[i].name, sizeof(calls[i].name), "%s", rows[i].name);
		calls[i].op = rows[i].op;
		calls[i].type = rows[i].type_by_compiler;
		calls[i].private = &rows[i];
		if (rows[i].type_by_map != rows[i].type_by_compiler) {
			fprintf(stderr, "%s: the map says type 0x%x, the compiler 0x%x\n", rows[i].name,
				rows[i].type_by_map, rows[i].type_by_compiler);
			shmem_global_exit(1);
		}
	}
}

void e2e_close(int status)
{
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		if (sync_array[i] != SHMEM_SYNC_VALUE)
			status = 1;
	shmem_finalize();
	exit(status);
}

int e2e_rank(void)
{
	return shmem_my_pe();
}

int e2e_size(void)
{
	return shmem_n_pes();
}

void e2e_barrier(void)
{
	shmem_barrier_all();
}

void *e2e_alloc(size_t len_bytes)
{
	return shmem_malloc(len_bytes);
}

int e2e_calls(const struct e2e_call **calls_out)
{
	*calls_out = calls;
	return N_ROWS;
}

const struct e2e_call *e2e_call_find(int op, int type)
{
	for (int i = 0; i < N_ROWS; i++)
		if (calls[i].op == op && calls[i].type == type)
			return &calls[i];
	return NULL;
}

int e2e_has_all_pairs(void)
{
	return 0;
}

int e2e_allreduce(const struct e2e_call *call, void *dst, const void *src, size_t count)
{
	return ((const struct row *)call->private)->run(dst, src, count);
}

int e2e_has(enum e2e_coll coll)
{
	return coll == E2E_ALLREDUCE;
}

int e2e_run(const struct e2e_args *args, void **request_out)
{
	return request_out ? -1 : e2e_allreduce(args->call, args->dst, args->src, args->count);
}

int e2e_wait(void *request)
{
	(void)request;
	return -1;
}

const char *e2e_last_error(void)
{
	return sumac_last_error();
}
