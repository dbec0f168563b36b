/*
 * One PE of four calls something else than the others, or with other arguments: checking mode tells both sides. Usage:
 * shmem_disagree WHAT.
 */
#include <shmem.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 10, HEAP_ELEMS = 2 * COUNT };

static int source[2 * COUNT], dest[2 * COUNT], works[2][SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long syncs[2][SHMEM_REDUCE_SYNC_SIZE];

static void sum_among(int start, int log_stride, int size, int pair)
{
	shmem_int_sum_to_all(dest, source, COUNT, start, log_stride, size, works[pair], syncs[pair]);
}

/* Each set has a team already, made by its members. */
static void meet_before(int me)
{
	if (me < 2)
		sum_among(0, 0, 2, 0);
	shmem_barrier_all();
	if (me >= 1)
		sum_among(1, 0, 3, 0);
	shmem_barrier_all();
	if (me % 2 == 0)
		sum_among(0, 1, 2, 0);
	shmem_barrier_all();
	sum_among(0, 0, 4, 0);
	shmem_barrier_all();
}

/* Calls that return a status: PE 1 passes something else in each, and all PEs get an error. */
static int disagree_on_moves(int is_other)
{
	const shmem_team_t team = SHMEM_TEAM_WORLD;
	int on_stack[COUNT] = { 0 }, n_taken = 0;

	n_taken += !shmem_int_broadcast(team, dest, source, COUNT, is_other);
	n_taken += !shmem_int_broadcast(team, dest, is_other ? on_stack : source, COUNT, 0);
	n_taken += !shmem_int_collect(team, dest + is_other, source, 1);
	n_taken += !shmem_int_fcollect(team, dest, source, (size_t)(1 + is_other));
	n_taken += !shmem_int_alltoall(team, dest, source + is_other, 1);
	n_taken += !shmem_int_alltoalls(team, dest, source, 1, 1 + is_other, 1);
	n_taken += !(is_other ? shmem_int_alltoall : shmem_int_fcollect)(team, dest, source, 1);
	n_taken += !shmem_int_alltoall(team, dest + 1, dest, 1);
	n_taken += !shmem_int_collect(team, dest, dest + 1, 2 * (size_t)is_other);
	n_taken += shmem_int_collect(team, dest, is_other ? source : NULL, (size_t)is_other); /* nothing is wrong with this */
	return n_taken;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "", *is_known = argc > 2 ? argv[2] : NULL;
	int *heap, *second, me, is_other, on_stack[COUNT] = { 0 };

#define IS(name) (!strcmp(what, name))
	shmem_init();
	me = shmem_my_pe();
	is_other = me == 1;
	heap = shmem_malloc(HEAP_ELEMS * sizeof(*heap));
	second = shmem_malloc(sizeof(*second));
	for (int i = 0; i < 2 * SHMEM_REDUCE_SYNC_SIZE; i++)
		syncs[i / SHMEM_REDUCE_SYNC_SIZE][i % SHMEM_REDUCE_SYNC_SIZE] = SHMEM_SYNC_VALUE;
	shmem_barrier_all();
	if (is_known)
		meet_before(me);
	if (IS("call") && is_other)
		shmem_team_sync(SHMEM_TEAM_WORLD);
	else if (IS("op") && is_other)
		shmem_int_max_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT);
	else if (IS("type") && is_other)
		shmem_uint_sum_reduce(SHMEM_TEAM_WORLD, (unsigned *)dest, (unsigned *)source, COUNT);
	else if (IS("call") || IS("op") || IS("type"))
		shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT);
	else if (IS("count"))
		shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, source, (size_t)(COUNT - is_other));
	else if (IS("dest"))
		shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest + is_other, source, COUNT);
	else if (IS("source"))
		shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, is_other ? source : heap, COUNT);
	else if (IS("heap"))
		shmem_int_sum_inscan(SHMEM_TEAM_WORLD, heap + is_other, source, COUNT);
	else if (IS("stack"))
		shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, is_other ? on_stack : source, COUNT);
	else if (IS("work"))
		shmem_int_sum_to_all(dest, source, COUNT, 0, 0, 4, works[is_other], syncs[0]);
	else if (IS("sync"))
		shmem_barrier(0, 0, 4, syncs[is_other]);
	else if (IS("size"))
		sum_among(0, 0, is_other ? 2 : 4, 0);
	else if (IS("start"))
		sum_among(is_other, 0, 4 - is_other, 0);
	else if (IS("stride"))
		sum_among(0, me == 2, me == 2 ? 2 : 4, 0);
	else if (IS("moves")) {
		if (disagree_on_moves(is_other))
			fprintf(stderr, "WRONG\n");
	} else if (IS("root"))
		shmem_broadcast32(dest, source, COUNT, is_other, 0, 0, 4, syncs[0]);
	else if (IS("gather") && me < 2)
		shmem_fcollect64(heap, source, 1, 0, 0, is_other ? 4 : 2, syncs[0]);
	else if (IS("malloc"))
		shmem_malloc((size_t)(8 + is_other));
	else if (IS("align"))
		is_other ? shmem_align(64, 8) : shmem_malloc(8);
	else if (IS("free"))
		shmem_free(is_other ? second : heap);
	else if (IS("null"))
		shmem_free(is_other ? NULL : heap);
	else if (IS("barrier") && is_other)
		shmem_barrier_all();
	else if (IS("barrier") && me == 0)
		sum_among(0, 0, 2, 0);
	else if (IS("circle") && me == 0)
		sum_among(0, 0, 2, 0);
	else if (IS("circle") && me == 1)
		sum_among(1, 0, 2, 0);
	else if (IS("circle") && me == 2)
		sum_among(0, 1, 2, 0);
	else if (IS("busy") && me < 3) {
		/* PE 2 comes while PE 0 is still with PE 1. */
		if (me)
			usleep(me == 1 ? 1500000 : 500000);
		if (me < 2)
			sum_among(0, 0, 2, 0);
		if (me != 1)
			sum_among(0, 1, 2, 0);
	}
	shmem_barrier_all();
	shmem_finalize();
	return 0;
}
