/*
 * Teams and synchronisation. A team's handle is the core's team, except that of all PEs, which is a constant.
 */
#include "frontend/shmem/shmem_far.h"

#undef shmem_sync /* here it is the function */

struct sumac_team *sumac_shmem_team_of(shmem_team_t team)
{
	if (team == SHMEM_TEAM_WORLD)
		return sumac_team_world();
	if (team == SHMEM_TEAM_SHARED)
		return sumac_shmem_shared_team();
	if (sumac_shmem_lend_has_destroyed)
		return sumac_shmem_lend_living((struct sumac_team *)team);
	return (struct sumac_team *)team;
}

int shmem_team_n_pes(shmem_team_t team)
{
	int size = team == SHMEM_TEAM_SHARED ? sumac_shmem_shared_size() : sumac_team_size(sumac_shmem_team_of(team));

	return size > 0 ? size : -1;
}

int shmem_team_my_pe(shmem_team_t team)
{
	int pe = team == SHMEM_TEAM_SHARED ? sumac_shmem_shared_place_of(sumac_rank()) : sumac_team_rank(sumac_shmem_team_of(team));

	return pe < 0 ? -1 : pe;
}

/* The PE's rank in the job; or -1. */
static int world_pe_of(shmem_team_t team, int pe)
{
	return team == SHMEM_TEAM_SHARED ? sumac_shmem_shared_pe(pe) : sumac_team_world_rank(sumac_shmem_team_of(team), pe);
}

int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config)
{
	if (shmem_team_n_pes(team) < 0 || (config_mask && !config) || config_mask & ~SHMEM_TEAM_NUM_CONTEXTS)
		return -1;
	if (config_mask & SHMEM_TEAM_NUM_CONTEXTS)
		config->num_contexts = sumac_shmem_team_contexts(team);
	return 0;
}

int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team)
{
	int pe = world_pe_of(src_team, src_pe), size;

	if (pe < 0 || dest_team == SHMEM_TEAM_WORLD)
		return pe;
	if (dest_team == SHMEM_TEAM_SHARED)
		return sumac_shmem_shared_place_of(pe);
	size = shmem_team_n_pes(dest_team);
	for (int at = 0; at < size; at++)
		if (world_pe_of(dest_team, at) == pe)
			return at;
	return -1;
}

/* In checking mode, all PEs learn about a fault here. */
static int meet_set(const char *name, int start, int log_stride, int size, const void *sync, int err)
{
	struct sumac_shmem_call call = { .name = name, .sync = sync };
	struct sumac_team *team;

	if (!sumac_shmem_compares()) {
		if (!err)
			err = sumac_shmem_active_set_find(start, log_stride, size, &team);
		return err ? err : sumac_barrier(team);
	}
	err = sumac_shmem_enter(&call, start, log_stride, size, err, &team);
	if (!err)
		err = sumac_barrier(team);
	sumac_shmem_leave();
	return err;
}

/* All PEs also form an active set. A barrier completes earlier puts; a sync does not. */
static void meet_all(const char *name, bool is_barrier)
{
	sumac_shmem_require_init(name);
	if (is_barrier)
		sumac_shmem_quiet(name);
	if (meet_set(name, 0, 0, sumac_size(), NULL, 0))
		sumac_shmem_die(name, sumac_last_error());
}

void shmem_barrier_all(void)
{
	meet_all("shmem_barrier_all", true);
}

void shmem_sync_all(void)
{
	meet_all("shmem_sync_all", false);
}

int shmem_team_sync(shmem_team_t team)
{
	struct sumac_shmem_call call = { .name = __func__ };
	struct sumac_team *members = sumac_shmem_team_of(team);
	int err = sumac_shmem_compares() ? sumac_shmem_compare(members, &call, 0) : 0;

	if (!err)
		err = sumac_barrier(members);
	return err ? sumac_shmem_complain(__func__, members, err) : 0;
}

static void meet_among(const char *name, int start, int log_stride, int size, const void *sync, size_t sync_elem_bytes)
{
	int err;

	sumac_shmem_require_init(name);
	err = sumac_shmem_active_set_check(start, log_stride, size);
	if (!err)
		err = meet_set(name, start, log_stride, size, sync, sumac_shmem_check_work(sync, 0, sync, sync_elem_bytes));
	if (err)
		sumac_shmem_die(name, sumac_last_error());
}

void sumac_shmem_barrier_among(const char *name, int start, int log_stride, int size, const void *sync, size_t sync_elem_bytes)
{
	sumac_shmem_quiet(name);
	meet_among(name, start, log_stride, size, sync, sync_elem_bytes);
}

void shmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync)
{
	sumac_shmem_barrier_among("shmem_barrier", PE_start, logPE_stride, PE_size, pSync, sizeof(*pSync));
}

void shmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync)
{
	meet_among("shmem_sync", PE_start, logPE_stride, PE_size, pSync, sizeof(*pSync));
}
