/*
 * Collectives that move data: broadcast and the collects are the core's; an alltoall is a put to each PE, and a barrier.
 */
#include <stdlib.h>

#include "base/fail.h"
#include "frontend/shmem/shmem_far.h"

static int broadcast(struct sumac_team *team, const struct sumac_shmem_moving *call, size_t len_bytes)
{
	bool in_place = call->spares_root && sumac_team_rank(team) == call->root;
	int err = sumac_shmem_check_buffers(call->dest, call->source, len_bytes);

	return err ? err : sumac_broadcast(team, in_place ? (void *)(uintptr_t)call->source : call->dest, call->source, len_bytes,
					   call->root);
}

/* Each PE tells how much it has. */
static int collect(struct sumac_team *team, const struct sumac_shmem_moving *call, size_t len_bytes)
{
	int n = sumac_team_size(team), err;
	size_t *lens, total = 0;

	if (n < 0)
		return n;
	lens = malloc((size_t)n * sizeof(*lens));
	if (!lens)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d PEs", n);
	err = sumac_allgather(team, lens, &len_bytes, sizeof(len_bytes));
	for (int pe = 0; pe < n && !err; pe++)
		total += lens[pe];
	if (!err)
		err = sumac_shmem_check_both(call->dest, total, call->source, len_bytes);
	if (!err)
		err = sumac_allgatherv(team, call->dest, call->source, lens);
	free(lens);
	return err;
}

static int fcollect(struct sumac_team *team, const struct sumac_shmem_moving *call, size_t len_bytes)
{
	int n = sumac_team_size(team);
	int err = n < 0 ? n : sumac_shmem_check_both(call->dest, len_bytes * (size_t)n, call->source, len_bytes);

	return err ? err : sumac_allgather(team, call->dest, call->source, len_bytes);
}

/* PEs begin with different ones, so that not all put to the same. */
static int alltoall(struct sumac_team *team, const struct sumac_shmem_moving *call)
{
	const struct sumac_shmem_blocks strided = { call->dst, call->sst, 1, call->n_elems, call->width };
	const struct sumac_shmem_blocks dense = { 1, 1, call->n_elems, 1, call->width };
	bool is_dense = call->dst == 1 && call->sst == 1;
	int n = sumac_team_size(team), me = sumac_team_rank(team), err = n < 0 ? n : 0;
	size_t block = call->n_elems * call->width;

	if (!err && (call->dst < 1 || call->sst < 1))
		return sumac_fail(SUMAC_EINVAL, "the strides dst and sst are at least 1");
	for (int i = 0; i < n && block && !err; i++) {
		int pe = (me + i) % n;
		char *to = (char *)call->dest + (size_t)me * block * (size_t)call->dst;
		const char *from = (const char *)call->source + (size_t)pe * block * (size_t)call->sst;

		err = sumac_shmem_put_blocks(sumac_team_world_rank(team, pe), to, from, is_dense ? &dense : &strided);
	}
	if (!err)
		err = sumac_reach_quiet(-1);
	return err ? err : sumac_barrier(team);
}

static int move(struct sumac_team *team, const struct sumac_shmem_moving *call)
{
	size_t len_bytes;

	if (__builtin_mul_overflow(call->n_elems, call->width, &len_bytes))
		return sumac_fail(SUMAC_EINVAL, "nelems is %zu, which is more than memory can have", call->n_elems);
	switch (call->what) {
	case SUMAC_SHMEM_BROADCAST:
		return broadcast(team, call, len_bytes);
	case SUMAC_SHMEM_COLLECT:
		return collect(team, call, len_bytes);
	case SUMAC_SHMEM_FCOLLECT:
		return fcollect(team, call, len_bytes);
	default:
		return alltoall(team, call);
	}
}

static int on_team(const char *name, shmem_team_t team, struct sumac_shmem_moving call)
{
	struct sumac_team *members;
	int err;

	sumac_shmem_require_init(name);
	members = sumac_shmem_team_of(team);
	err = move(members, &call);
	return err ? sumac_shmem_complain(name, members, err) : 0;
}

void sumac_shmem_move_among(const char *name, int start, int log_stride, int size, const void *sync, size_t sync_elem_bytes,
			    struct sumac_shmem_moving call)
{
	struct sumac_team *team;
	int err;

	sumac_shmem_require_init(name);
	err = sumac_shmem_check_work(sync, 0, sync, sync_elem_bytes);
	if (!err)
		err = sumac_shmem_active_set_find(start, log_stride, size, &team);
	if (!err)
		err = move(team, &call);
	if (err)
		sumac_shmem_die(name, sumac_last_error());
}

#define CALL(kind, width, root, dst, sst, spares) \
	((struct sumac_shmem_moving){ SUMAC_SHMEM_##kind, dest, source, nelems, width, root, dst, sst, spares })

#define AMONG(call) sumac_shmem_move_among(__func__, PE_start, logPE_stride, PE_size, pSync, sizeof(*pSync), call)

#define ON_TEAMS(broadcast_name, collect_name, fcollect_name, alltoall_name, alltoalls_name, type, width) \
	int shmem_##broadcast_name(shmem_team_t team, type *dest, const type *source, size_t nelems, int PE_root) \
	{ \
		return on_team(__func__, team, CALL(BROADCAST, width, PE_root, 1, 1, false)); \
	} \
	int shmem_##collect_name(shmem_team_t team, type *dest, const type *source, size_t nelems) \
	{ \
		return on_team(__func__, team, CALL(COLLECT, width, 0, 1, 1, false)); \
	} \
	int shmem_##fcollect_name(shmem_team_t team, type *dest, const type *source, size_t nelems) \
	{ \
		return on_team(__func__, team, CALL(FCOLLECT, width, 0, 1, 1, false)); \
	} \
	int shmem_##alltoall_name(shmem_team_t team, type *dest, const type *source, size_t nelems) \
	{ \
		return on_team(__func__, team, CALL(ALLTOALL, width, 0, 1, 1, false)); \
	} \
	int shmem_##alltoalls_name(shmem_team_t team, type *dest, const type *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems) \
	{ \
		return on_team(__func__, team, CALL(ALLTOALL, width, 0, dst, sst, false)); \
	}

#define SUMAC_SHMEM_RMA(name, type) \
	ON_TEAMS(name##_broadcast, name##_collect, name##_fcollect, name##_alltoall, name##_alltoalls, type, sizeof(type))

#define SUMAC_SHMEM_ACTIVE_SIZED(bits) \
	void shmem_broadcast##bits(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, int logPE_stride, \
				   int PE_size, long *pSync) \
	{ \
		AMONG(CALL(BROADCAST, bits / 8, PE_root, 1, 1, true)); \
	} \
	void shmem_collect##bits(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, \
				 long *pSync) \
	{ \
		AMONG(CALL(COLLECT, bits / 8, 0, 1, 1, false)); \
	} \
	void shmem_fcollect##bits(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, \
				  long *pSync) \
	{ \
		AMONG(CALL(FCOLLECT, bits / 8, 0, 1, 1, false)); \
	} \
	void shmem_alltoall##bits(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, \
				  long *pSync) \
	{ \
		AMONG(CALL(ALLTOALL, bits / 8, 0, 1, 1, false)); \
	} \
	void shmem_alltoalls##bits(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int PE_start, \
				   int logPE_stride, int PE_size, long *pSync) \
	{ \
		AMONG(CALL(ALLTOALL, bits / 8, 0, dst, sst, false)); \
	}

#include "frontend/shmem/remote.inc"

ON_TEAMS(broadcastmem, collectmem, fcollectmem, alltoallmem, alltoallsmem, void, 1)
