/*
 * Every reduction of SHMEM, from the generated list. On teams they return a status, and print an error, too;
 * on active sets they return nothing, so an error ends the job.
 */
#include <stdio.h>

#include "base/combination.h"
#include "base/fail.h"
#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

static int reduce_on_team(const char *name, shmem_team_t team, enum sumac_op op, enum sumac_type type, void *dest, const void *source,
			  size_t n_elems)
{
	int err = sumac_shmem_check_buffers(dest, source, n_elems * sumac_type_bytes(type));

	if (!err)
		err = sumac_allreduce(sumac_shmem_team_of(team), op, type, dest, source, n_elems);
	return err ? sumac_shmem_complain(name, err) : 0;
}

struct active_call {
	const char *name;
	enum sumac_op op;
	enum sumac_type type;
	void *dest;
	const void *source;
	int n_elems;
	int start, log_stride, size;
	void *work;
	long *sync;
};

static int check_active(const struct active_call *call)
{
	size_t bytes = sumac_type_bytes(call->type), n_work;
	int err;

	if (call->n_elems < 0)
		return sumac_fail(SUMAC_EINVAL, "nreduce is %d", call->n_elems);
	n_work = (size_t)call->n_elems / 2 + 1;
	if (n_work < SHMEM_REDUCE_MIN_WRKDATA_SIZE)
		n_work = SHMEM_REDUCE_MIN_WRKDATA_SIZE;
	err = sumac_shmem_check_buffers(call->dest, call->source, (size_t)call->n_elems * bytes);
	return err ? err : sumac_shmem_check_work(call->work, n_work * bytes, call->sync);
}

static void reduce_on_active_set(const struct active_call *call)
{
	struct sumac_team *team;
	int err;

	sumac_shmem_require_init(call->name);
	err = check_active(call);
	if (!err)
		err = sumac_shmem_active_set_find(call->start, call->log_stride, call->size, &team);
	if (!err)
		err = sumac_allreduce(team, call->op, call->type, call->dest, call->source, (size_t)call->n_elems);
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
		struct active_call call = { "shmem_" #name "_" #op "_to_all", SUMAC_OP_##OP, SUMAC_TYPE_##type, dest, \
					    source, nreduce, PE_start, logPE_stride, PE_size, pWrk, pSync }; \
\
		reduce_on_active_set(&call); \
	}
#include "frontend/shmem/reductions.inc"
