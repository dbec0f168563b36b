/*
 * Every reduction of SHMEM, from the generated list. On teams they return a status, and also print an error; on
 * active sets they return nothing, so an error ends the job.
 */
#include <string.h>

#include "base/combination.h"
#include "base/fail.h"
#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

/* Checks the buffers of a call on a team here, and in checking mode on every PE. */
static __attribute__((cold)) int check_team_call(struct sumac_team *team, const char *name, const void *dest, const void *source,
						 size_t n_elems, size_t len_bytes)
{
	struct sumac_shmem_call call = { .name = name, .numbers = { { "nreduce", n_elems, false } }, .dest = dest, .source = source,
					 .has_no_dest = !n_elems, .has_no_source = !n_elems };
	int err = sumac_shmem_check_buffers(dest, source, len_bytes);

	return sumac_shmem_compares() ? sumac_shmem_compare(team, &call, err) : err;
}

static int reduce_on_team(const char *name, shmem_team_t team, enum sumac_op op, enum sumac_type type, void *dest,
			  const void *source, size_t n_elems)
{
	struct sumac_team *members = sumac_shmem_team_of(team);
	size_t len_bytes = n_elems * sumac_type_bytes(type);
	int err = 0;

	if (sumac_shmem_must_check(dest, source, len_bytes))
		err = check_team_call(members, name, dest, source, n_elems, len_bytes);
	if (!err)
		err = sumac_allreduce(members, op, type, dest, source, n_elems);
	return err ? sumac_shmem_complain(name, members, err) : 0;
}

typedef int core_scan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		      size_t count);

/* MPI leaves the first rank's result of an exclusive scan alone; SHMEM puts zeros there, a sum of nothing. */
static int scan_on_team(const char *name, shmem_team_t team, core_scan *scan, enum sumac_type type, void *dest,
			const void *source, size_t n_elems)
{
	struct sumac_team *members = sumac_shmem_team_of(team);
	size_t len_bytes = n_elems * sumac_type_bytes(type);
	int err = 0;

	if (sumac_shmem_must_check(dest, source, len_bytes))
		err = check_team_call(members, name, dest, source, n_elems, len_bytes);
	if (!err)
		err = scan(members, SUMAC_OP_SUM, type, dest, source, n_elems);
	if (err)
		return sumac_shmem_complain(name, members, err);
	if (scan == sumac_exscan && len_bytes && !sumac_team_rank(members))
		memset(dest, 0, len_bytes);
	return 0;
}

static int check_active(const struct sumac_shmem_reduction *call)
{
	size_t bytes = sumac_type_bytes(call->type), n_work;
	int err;

	n_work = (size_t)call->n_elems / 2 + 1;
	if (n_work < SHMEM_REDUCE_MIN_WRKDATA_SIZE)
		n_work = SHMEM_REDUCE_MIN_WRKDATA_SIZE;
	err = sumac_shmem_check_buffers(call->dest, call->source, (size_t)call->n_elems * bytes);
	return err ? err : sumac_shmem_check_work(call->work, n_work * bytes, call->sync, call->sync_elem_bytes);
}

/* In checking mode, all PEs learn about a fault here; otherwise an error is this PE's alone. */
static int compare_and_reduce(const struct sumac_shmem_reduction *call, int err)
{
	size_t count = (size_t)call->n_elems;
	struct sumac_shmem_call what = { .name = call->name, .numbers = { { "nreduce", count, false } }, .dest = call->dest,
					 .source = call->source, .work = call->work, .sync = call->sync, .has_no_dest = !count,
					 .has_no_source = !count };
	struct sumac_team *team;

	err = sumac_shmem_enter(&what, call->start, call->log_stride, call->size, err, &team);
	if (!err)
		err = sumac_allreduce(team, call->op, call->type, call->dest, call->source, count);
	sumac_shmem_leave();
	return err;
}

/* Does all checks, and finds the team. */
static __attribute__((cold)) int check_and_reduce(const struct sumac_shmem_reduction *call)
{
	struct sumac_team *team;
	int err = sumac_shmem_active_set_check(call->start, call->log_stride, call->size);

	if (!err && call->n_elems < 0)
		err = sumac_fail(SUMAC_EINVAL, "nreduce is %d", call->n_elems);
	if (err)
		return err;
	err = check_active(call);
	if (sumac_shmem_compares())
		return compare_and_reduce(call, err);
	if (!err)
		err = sumac_shmem_active_set_find(call->start, call->log_stride, call->size, &team);
	return err ? err : sumac_allreduce(team, call->op, call->type, call->dest, call->source, (size_t)call->n_elems);
}

/* Most calls are on a set that was used before, and nothing is wrong with them. */
void sumac_shmem_reduce_among(const struct sumac_shmem_reduction *call)
{
	size_t count = (size_t)call->n_elems;
	struct sumac_team *team;
	int err;

	sumac_shmem_require_init(call->name);
	team = sumac_shmem_active_set_known(call->start, call->log_stride, call->size);
	if (!team || call->n_elems < 0 || sumac_shmem_must_check(call->dest, call->source, count * sumac_type_bytes(call->type)))
		err = check_and_reduce(call);
	else
		err = sumac_allreduce(team, call->op, call->type, call->dest, call->source, count);
	if (err)
		sumac_shmem_die(call->name, sumac_last_error());
}

#define SUMAC_SHMEM_TEAM(name, c_type, type, OP, op) \
	int shmem_##name##_##op##_reduce(shmem_team_t team, c_type *dest, const c_type *source, size_t nreduce) \
	{ \
		return reduce_on_team("shmem_" #name "_" #op "_reduce", team, SUMAC_OP_##OP, SUMAC_TYPE_##type, dest, \
				      source, nreduce); \
	}
#define SUMAC_SHMEM_ACTIVE(name, c_type, type, OP, op) \
	void shmem_##name##_##op##_to_all(c_type *dest, const c_type *source, int nreduce, int PE_start, \
					  int logPE_stride, int PE_size, c_type *pWrk, long *pSync) \
	{ \
		struct sumac_shmem_reduction call = { "shmem_" #name "_" #op "_to_all", SUMAC_OP_##OP, SUMAC_TYPE_##type, dest, \
					    source, nreduce, PE_start, logPE_stride, PE_size, pWrk, pSync, sizeof(*pSync) }; \
\
		sumac_shmem_reduce_among(&call); \
	}
#define SUMAC_SHMEM_SCAN(name, c_type, type, call, scan) \
	int shmem_##name##_##call(shmem_team_t team, c_type *dest, const c_type *source, size_t nreduce) \
	{ \
		return scan_on_team("shmem_" #name "_" #call, team, sumac_##scan, SUMAC_TYPE_##type, dest, source, nreduce); \
	}
#include "frontend/shmem/reductions.inc"
