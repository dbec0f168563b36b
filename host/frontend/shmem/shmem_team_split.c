/*
 * Teams made from teams, and their configurations. A handle is the core's team.
 */
#include <stdlib.h>

#include "base/fail.h"
#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

/* For teams that were made with a configuration. */
struct config {
	struct config *next;
	shmem_team_t team;
	int n_contexts;
};

static struct config *configs;

static struct config **find(shmem_team_t team)
{
	struct config **at = &configs;

	while (*at && (*at)->team != team)
		at = &(*at)->next;
	return at;
}

int sumac_shmem_team_contexts(shmem_team_t team)
{
	SUMAC_SHMEM_LOCKED;
	const struct config *config = *find(team);

	return config ? config->n_contexts : 0;
}

static void forget(shmem_team_t team)
{
	SUMAC_SHMEM_LOCKED;
	struct config **at = find(team), *config = *at;

	if (config)
		*at = config->next;
	free(config);
}

void sumac_shmem_team_configs_forget(void)
{
	while (configs)
		forget(configs->team);
}

static int remember(shmem_team_t team, const shmem_team_config_t *wanted, long mask)
{
	SUMAC_SHMEM_LOCKED;
	struct config *config;

	if (!(mask & SHMEM_TEAM_NUM_CONTEXTS) || team == SHMEM_TEAM_INVALID)
		return 0;
	config = malloc(sizeof(*config));
	if (!config)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a team's configuration");
	*config = (struct config){ configs, team, wanted->num_contexts };
	configs = config;
	return 0;
}

static int check(const char *call, const shmem_team_config_t *config, long mask, const shmem_team_t *new_team)
{
	if (!new_team)
		return sumac_fail(SUMAC_EINVAL, "%s: the pointer for the new team is NULL", call);
	if (mask & ~SHMEM_TEAM_NUM_CONTEXTS)
		return sumac_fail(SUMAC_EINVAL, "%s: the mask 0x%lx has unknown bits set", call, mask);
	if (mask && (!config || config->num_contexts < 0))
		return sumac_fail(SUMAC_EINVAL, "%s: the mask is not 0, but the configuration is NULL, or its num_contexts "
						"negative", call);
	return 0;
}

/* Splits, and passes on the core's team, which is NULL for PEs outside it. */
static int split(struct sumac_team *parent, int start, int stride, int size,
		 const shmem_team_config_t *config, long mask, shmem_team_t *team_io)
{
	struct sumac_team *team = NULL;
	int err = sumac_team_split_strided(parent, start, stride, size, &team);

	if (!err)
		err = remember((shmem_team_t)team, config, mask);
	if (team) {
		*team_io = (shmem_team_t)team;
		sumac_shmem_lend_add(team);
	}
	return err;
}

/* Frees a team that is of no use without the other. */
static void undo(shmem_team_t *team_io)
{
	if (*team_io == SHMEM_TEAM_INVALID)
		return;
	forget(*team_io);
	if (!sumac_shmem_lend_keeps((struct sumac_team *)*team_io))
		sumac_team_release((struct sumac_team *)*team_io);
	*team_io = SHMEM_TEAM_INVALID;
}

int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
			     const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team)
{
	int err = check("shmem_team_split_strided", config, config_mask, new_team);

	if (err)
		return err;
	*new_team = SHMEM_TEAM_INVALID;
	return split(sumac_shmem_team_of(parent_team), start, stride, size, config, config_mask, new_team);
}

/* PE i of the parent is in row i / xrange and in column i % xrange. */
int shmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask,
			shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask,
			shmem_team_t *yaxis_team)
{
	static const char call[] = "shmem_team_split_2d";
	struct sumac_team *parent = sumac_shmem_team_of(parent_team);
	int n = sumac_team_size(parent), err = check(call, xaxis_config, xaxis_mask, xaxis_team);

	if (!err)
		err = check(call, yaxis_config, yaxis_mask, yaxis_team);
	if (err)
		return err;
	*xaxis_team = *yaxis_team = SHMEM_TEAM_INVALID;
	if (n < 0 || xrange < 1)
		return sumac_fail(SUMAC_EINVAL, "%s: cannot put a team of %d PEs into rows of %d", call, n, xrange);
	if (xrange > n)
		xrange = n;
	for (int first = 0; first < n && !err; first += xrange)
		err = split(parent, first, 1, n - first < xrange ? n - first : xrange, xaxis_config, xaxis_mask, xaxis_team);
	for (int x = 0; x < xrange && !err; x++)
		err = split(parent, x, xrange, (n - x + xrange - 1) / xrange, yaxis_config, yaxis_mask, yaxis_team);
	if (err) {
		undo(xaxis_team);
		undo(yaxis_team);
	}
	return err;
}

void shmem_team_destroy(shmem_team_t team)
{
	struct sumac_team *members;

	sumac_shmem_require_init("shmem_team_destroy");
	if (team == SHMEM_TEAM_INVALID)
		return;
	if (team == SHMEM_TEAM_WORLD || team == SHMEM_TEAM_SHARED)
		sumac_shmem_die("shmem_team_destroy", "predefined teams cannot be destroyed");
	members = sumac_shmem_team_of(team);
	forget(team);
	if (!sumac_shmem_lend_keeps(members) && sumac_team_free(members))
		sumac_shmem_die("shmem_team_destroy", sumac_last_error());
}
