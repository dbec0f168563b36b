/*
 * SHMEM, on the symmetric heap. Its reductions give the result to all; for one to a root, which SHMEM has not, the program asks
 * Sumac itself, on the same memory.
 */
#include <shmem.h>

#include "cpu_speed.h"
#include "sumac.h"

static double *mine, *slowest;

static int sum(void *dst, const void *src, enum speed_type type, size_t count)
{
	switch (type) {
	case SPEED_INT: return shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dst, src, count);
	case SPEED_FLOAT: return shmem_float_sum_reduce(SHMEM_TEAM_WORLD, dst, src, count);
	case SPEED_DOUBLE: return shmem_double_sum_reduce(SHMEM_TEAM_WORLD, dst, src, count);
	case SPEED_COMPLEX: return shmem_complexd_sum_reduce(SHMEM_TEAM_WORLD, dst, src, count);
	case SPEED_LONG_DOUBLE: return shmem_longdouble_sum_reduce(SHMEM_TEAM_WORLD, dst, src, count);
	case SPEED_N_TYPES: break;
	}
	return -1;
}

static void run_allreduce(void *dst, const void *src, enum speed_type type, int count)
{
	if (sum(dst, src, type, (size_t)count))
		shmem_global_exit(1);
}

static void run_reduce(void *dst, const void *src, enum speed_type type, int count)
{
	static const enum sumac_type types[] = { SUMAC_TYPE_I32, SUMAC_TYPE_F32, SUMAC_TYPE_F64, SUMAC_TYPE_C64, SUMAC_TYPE_X80 };

	if (sumac_reduce(sumac_team_world(), SUMAC_OP_SUM, types[type], dst, src, (size_t)count, 0))
		shmem_global_exit(1);
}

static void run_barrier(void *dst, const void *src, enum speed_type type, int count)
{
	(void)dst, (void)src, (void)type, (void)count;
	shmem_barrier_all();
}

const struct speed_call speed_calls[] = {
	{ "allreduce", run_allreduce, SPEED_OF_COUNT },
	{ "reduce", run_reduce, SPEED_OF_COUNT },
	{ "barrier", run_barrier, SPEED_OF_NOTHING },
	{ 0 },
};

void speed_open(int *rank_out, int *n_ranks_out)
{
	shmem_init();
	*rank_out = shmem_my_pe();
	*n_ranks_out = shmem_n_pes();
	mine = speed_alloc(sizeof(*mine));
	slowest = speed_alloc(sizeof(*slowest));
}

void *speed_alloc(size_t len_bytes)
{
	void *memory = shmem_malloc(len_bytes);

	if (!memory)
		shmem_global_exit(1);
	return memory;
}

void speed_meet(void)
{
	shmem_barrier_all();
}

double speed_slowest(double seconds)
{
	*mine = seconds;
	shmem_double_max_reduce(SHMEM_TEAM_WORLD, slowest, mine, 1);
	return *slowest;
}

void speed_close(void)
{
	shmem_finalize();
}
