/*
 * Teams and synchronisation. A team's handle is the core's team, except that of all PEs, which is a constant.
 */
#include "frontend/shmem/shmem_private.h"

#undef shmem_sync /* here it is the function */

static shmem_team_t handle_of(struct sumac_team *team)
{
	return (shmem_team_t)team;
}

struct sumac_team *sumac_shmem_team_of(shmem_team_t team)
{
	return team == SHMEM_TEAM_WORLD ? sumac_team_world() : (struct sumac_team *)team;
}

int shmem_team_my_pe(shmem_team_t team)
{
	int rank = sumac_team_rank(sumac_shmem_team_of(team));

	return rank < 0 ? -1 : rank;
}

int shmem_team_n_pes(shmem_team_t team)
{
	int size = sumac_team_size(sumac_shmem_team_of(team));

	return size < 0 ? -1 : size;
}

int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config)
{
	int size = sumac_team_size(sumac_shmem_team_of(team));

	if (size < 0)
		return size;
	if (config_mask & SHMEM_TEAM_NUM_CONTEXTS)
		config->num_contexts = 0;
	return 0;
}

int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team)
{
	struct sumac_team *dest = sumac_shmem_team_of(dest_team);
	int pe = sumac_team_world_rank(sumac_shmem_team_of(src_team), src_pe);
	int size = sumac_team_size(dest);

	for (int rank = 0; pe >= 0 && rank < size; rank++)
		if (sumac_team_world_rank(dest, rank) == pe)
			return rank;
	return -1;
}

int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
			     const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team)
{
	struct sumac_team *team = NULL;
	int err;

	(void)config, (void)config_mask;
	err = sumac_team_split_strided(sumac_shmem_team_of(parent_team), start, stride, size, &team);
	*new_team = handle_of(team); /* NULL gives SHMEM_TEAM_INVALID */
	return err;
}

void shmem_team_destroy(shmem_team_t team)
{
	sumac_shmem_require_init("shmem_team_destroy");
	if (team == SHMEM_TEAM_INVALID)
		return;
	if (sumac_team_free(sumac_shmem_team_of(team)))
		sumac_shmem_die("shmem_team_destroy", sumac_last_error());
}

static void meet_all(const char *call)
{
	sumac_shmem_require_init(call);
	if (sumac_barrier(sumac_team_world()))
		sumac_shmem_die(call, sumac_last_error());
}

void shmem_barrier_all(void)
{
	meet_all("shmem_barrier_all");
}

void shmem_sync_all(void)
{
	meet_all("shmem_sync_all");
}

int shmem_team_sync(shmem_team_t team)
{
	struct sumac_team *members = sumac_shmem_team_of(team);
	int err = sumac_barrier(members);

	return err ? sumac_shmem_complain("shmem_team_sync", members, err) : 0;
}

static void meet_set(const char *call, int start, int log_stride, int size, const long *sync)
{
	struct sumac_team *team;
	int err;

	sumac_shmem_require_init(call);
	err = sumac_shmem_check_work(sync, 0, sync);
	if (!err)
		err = sumac_shmem_active_set_find(start, log_stride, size, &team);
	if (!err)
		err = sumac_barrier(team);
	if (err)
		sumac_shmem_die(call, sumac_last_error());
}

void shmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync)
{
	meet_set("shmem_barrier", PE_start, logPE_stride, PE_size, pSync);
}

void shmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync)
{
	meet_set("shmem_sync", PE_start, logPE_stride, PE_size, pSync);
}
