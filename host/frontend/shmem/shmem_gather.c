/*
 * Collectives that move data: the core has broadcast and the collects; an alltoall is a put to each PE, and a
 * barrier.
 */
#include <stdlib.h>

#include "base/fail.h"
#include "frontend/shmem/shmem_far.h"

/* The bytes of that many elements, blocks and PEs; SIZE_MAX: more than memory can have. */
static size_t product(size_t a, size_t b, size_t c)
{
	size_t ab, abc;

	return __builtin_mul_overflow(a, b, &ab) || __builtin_mul_overflow(ab, c, &abc) ? SIZE_MAX : abc;
}

/* The span from the first element to the last, for that many with that stride. */
static size_t span(size_t n_elems, ptrdiff_t stride, size_t width)
{
	size_t before = n_elems ? product(n_elems - 1, (size_t)stride, width) : 0;

	return n_elems && before <= SIZE_MAX - width ? before + width : before;
}

/* Checks the call here. Only the PEs of a collect together know how much it brings. */
static int check(const struct sumac_shmem_moving *call, int n_pes)
{
	size_t len_bytes = product(call->n_elems, call->width, 1), all = product(call->n_elems, call->width, (size_t)n_pes);
	size_t n_elems = product(call->n_elems, (size_t)n_pes, 1), dest_bytes, source_bytes;
	int err;

	if (all == SIZE_MAX)
		return sumac_fail(SUMAC_EINVAL, "nelems is %zu, which is more than memory can have", call->n_elems);
	switch (call->what) {
	case SUMAC_SHMEM_BROADCAST:
		err = sumac_shmem_check_buffers(call->dest, call->source, len_bytes);
		return err || call->dest == call->source ? err :
			sumac_shmem_check_apart(call->dest, len_bytes, call->source, len_bytes);
	case SUMAC_SHMEM_COLLECT:
		return sumac_shmem_check_both(call->dest, 0, call->source, len_bytes);
	case SUMAC_SHMEM_FCOLLECT:
		dest_bytes = all;
		source_bytes = len_bytes;
		break;
	default:
		if (call->dst < 1 || call->sst < 1)
			return sumac_fail(SUMAC_EINVAL, "the strides dst and sst must be at least 1");
		if (len_bytes && (!call->dest || !call->source))
			return sumac_fail(SUMAC_EINVAL, "the %s is NULL", call->dest ? "source" : "destination");
		dest_bytes = span(n_elems, call->dst, call->width);
		source_bytes = span(n_elems, call->sst, call->width);
	}
	err = sumac_shmem_check_both(call->dest, dest_bytes, call->source, source_bytes);
	return err ? err : sumac_shmem_check_apart(call->dest, dest_bytes, call->source, source_bytes);
}

static int broadcast(struct sumac_team *team, const struct sumac_shmem_moving *call)
{
	bool in_place = call->spares_root && sumac_team_rank(team) == call->root;

	return sumac_broadcast(team, in_place ? (void *)(uintptr_t)call->source : call->dest, call->source,
			       call->n_elems * call->width, call->root);
}

/* Each PE tells how much it has. All of them then know, and find the same. */
static int collect(struct sumac_team *team, const struct sumac_shmem_moving *call, int n_pes)
{
	size_t *lens, len_bytes = call->n_elems * call->width, total = 0, most = 0;
	int err;

	lens = malloc((size_t)n_pes * sizeof(*lens));
	if (!lens)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d PEs", n_pes);
	err = sumac_allgather(team, lens, &len_bytes, sizeof(len_bytes));
	for (int pe = 0; pe < n_pes && !err; pe++) {
		total += lens[pe];
		most = lens[pe] > most ? lens[pe] : most;
	}
	if (!err)
		err = sumac_shmem_check_both(call->dest, total, call->source, len_bytes);
	if (!err)
		err = sumac_shmem_check_apart(call->dest, total, call->source, most);
	if (!err)
		err = sumac_allgatherv(team, call->dest, call->source, lens);
	free(lens);
	return err;
}

/* Each PE begins with a different one, so that not all put to the same one. */
static int alltoall(struct sumac_team *team, const struct sumac_shmem_moving *call, int n_pes)
{
	const struct sumac_shmem_blocks strided = { call->dst, call->sst, 1, call->n_elems, call->width };
	const struct sumac_shmem_blocks dense = { 1, 1, call->n_elems, 1, call->width };
	bool is_dense = call->dst == 1 && call->sst == 1;
	int me = sumac_team_rank(team), err = 0;
	size_t block = call->n_elems * call->width;

	for (int i = 0; i < n_pes && block && !err; i++) {
		int pe = (me + i) % n_pes;
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
	int n_pes = sumac_team_size(team);

	switch (call->what) {
	case SUMAC_SHMEM_BROADCAST:
		return broadcast(team, call);
	case SUMAC_SHMEM_COLLECT:
		return collect(team, call, n_pes);
	case SUMAC_SHMEM_FCOLLECT:
		return sumac_allgather(team, call->dest, call->source, call->n_elems * call->width);
	default:
		return alltoall(team, call, n_pes);
	}
}

/* PEs may have different numbers of elements for a collect. */
static struct sumac_shmem_call compared(const char *name, const void *sync, const struct sumac_shmem_moving *call)
{
	struct sumac_shmem_call what = { .name = name, .dest = call->dest, .source = call->source, .sync = sync,
					 .has_no_source = !call->n_elems };

	if (call->what != SUMAC_SHMEM_COLLECT) {
		what.has_no_dest = what.has_no_source;
		what.numbers[0] = (struct sumac_shmem_number){ "nelems", call->n_elems, false };
	}
	if (call->what == SUMAC_SHMEM_BROADCAST) {
		what.numbers[1] = (struct sumac_shmem_number){ "PE_root", (uint64_t)call->root, true };
	} else {
		what.numbers[1] = (struct sumac_shmem_number){ "dst", (uint64_t)call->dst, true };
		what.numbers[2] = (struct sumac_shmem_number){ "sst", (uint64_t)call->sst, true };
	}
	return what;
}

static __attribute__((cold)) int compare(struct sumac_team *team, const char *name, const struct sumac_shmem_moving *call, int err)
{
	struct sumac_shmem_call what = compared(name, NULL, call);

	return sumac_shmem_compare(team, &what, err);
}

static int on_team(const char *name, shmem_team_t team, struct sumac_shmem_moving call)
{
	struct sumac_team *members;
	int n_pes, err;

	sumac_shmem_require_init(name);
	members = sumac_shmem_team_of(team);
	n_pes = sumac_team_size(members);
	if (n_pes < 0)
		return sumac_shmem_complain(name, members, sumac_barrier(members)); /* it says why this is no team */
	err = check(&call, n_pes);
	if (sumac_shmem_compares())
		err = compare(members, name, &call, err);
	if (!err)
		err = move(members, &call);
	return err ? sumac_shmem_complain(name, members, err) : 0;
}

static __attribute__((cold)) int compare_and_move(const char *name, int start, int log_stride, int size, const void *sync,
						  const struct sumac_shmem_moving *call, int err)
{
	struct sumac_shmem_call what = compared(name, sync, call);
	struct sumac_team *team;

	err = sumac_shmem_enter(&what, start, log_stride, size, err, &team);
	if (!err)
		err = move(team, call);
	sumac_shmem_leave();
	return err;
}

/* In checking mode, all PEs learn about a fault here; otherwise an error is this PE's alone. */
static int move_among(const char *name, int start, int log_stride, int size, const void *sync,
		      const struct sumac_shmem_moving *call, int err)
{
	struct sumac_team *team;

	if (sumac_shmem_compares())
		return compare_and_move(name, start, log_stride, size, sync, call, err);
	if (!err)
		err = sumac_shmem_active_set_find(start, log_stride, size, &team);
	return err ? err : move(team, call);
}

void sumac_shmem_move_among(const char *name, int start, int log_stride, int size, const void *sync, size_t sync_elem_bytes,
			    struct sumac_shmem_moving call)
{
	int err;

	sumac_shmem_require_init(name);
	err = sumac_shmem_active_set_check(start, log_stride, size);
	if (!err) {
		err = check(&call, size);
		if (!err)
			err = sumac_shmem_check_work(sync, 0, sync, sync_elem_bytes);
		err = move_among(name, start, log_stride, size, sync, &call, err);
	}
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
