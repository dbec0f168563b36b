/*
 * Contexts: a context is a team's numbering of PEs, and its puts and gets are waited for separately.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "frontend/shmem/shmem_far.h"

struct sumac_shmem_ctx {
	struct sumac_shmem_ctx *next;
	shmem_team_t team;
	struct sumac_remote_flow flow;
	int n_pes;
	int ranks[];
};

static struct sumac_remote_flow default_flow;

static struct sumac_shmem_ctx *contexts;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_context(shmem_ctx_t ctx)
{
	struct sumac_shmem_ctx *each;

	pthread_mutex_lock(&lock);
	for (each = contexts; each && each != ctx; each = each->next)
		;
	pthread_mutex_unlock(&lock);
	return each;
}

void sumac_shmem_die_of(const char *call, const char *argument, int pe)
{
	char why[1024];

	snprintf(why, sizeof(why), "%s, for PE %d: %s", argument, pe, sumac_last_error());
	sumac_shmem_die(call, why);
}

void sumac_shmem_die_of_null(const char *call, const char *argument)
{
	char why[48];

	snprintf(why, sizeof(why), "%s is NULL", argument);
	sumac_shmem_die(call, why);
}

static void __attribute__((noreturn)) die_of_pe(const char *call, int pe, int n_pes)
{
	char why[96];

	snprintf(why, sizeof(why), "pe is %d, not one of 0 to %d", pe, n_pes - 1);
	sumac_shmem_die(call, why);
}

int sumac_shmem_target(const char *call, shmem_ctx_t ctx, int pe)
{
	int n_pes;

	sumac_shmem_require_init(call);
	if (ctx != SHMEM_CTX_DEFAULT && !is_context(ctx))
		sumac_shmem_die(call, ctx == SHMEM_CTX_INVALID ? "ctx is SHMEM_CTX_INVALID" :
								 "ctx is not a context, or was destroyed");
	n_pes = ctx == SHMEM_CTX_DEFAULT ? sumac_size() : ctx->n_pes;
	if (pe < 0 || pe >= n_pes)
		die_of_pe(call, pe, n_pes);
	return ctx == SHMEM_CTX_DEFAULT ? pe : ctx->ranks[pe];
}

struct sumac_remote_flow *sumac_shmem_flow(shmem_ctx_t ctx)
{
	return ctx == SHMEM_CTX_DEFAULT ? &default_flow : &ctx->flow;
}

int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx)
{
	const long known = SHMEM_CTX_SERIALIZED | SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE;
	struct sumac_shmem_ctx *made;
	int n_pes;

	sumac_shmem_require_init("shmem_team_create_ctx");
	if (!ctx)
		return sumac_fail(SUMAC_EINVAL, "the pointer for the new context is NULL");
	*ctx = SHMEM_CTX_INVALID;
	n_pes = team == SHMEM_TEAM_INVALID ? -1 : shmem_team_n_pes(team);
	if (n_pes < 0 || options & ~known)
		return -SUMAC_EINVAL;
	made = calloc(1, sizeof(*made) + (size_t)n_pes * sizeof(made->ranks[0]));
	if (!made)
		return -SUMAC_ENOMEM;
	made->team = team;
	made->n_pes = n_pes;
	for (int pe = 0; pe < n_pes; pe++)
		made->ranks[pe] = shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD);
	pthread_mutex_lock(&lock);
	made->next = contexts;
	contexts = made;
	pthread_mutex_unlock(&lock);
	*ctx = made;
	return 0;
}

int shmem_ctx_create(long options, shmem_ctx_t *ctx)
{
	sumac_shmem_require_init("shmem_ctx_create");
	return shmem_team_create_ctx(SHMEM_TEAM_WORLD, options, ctx);
}

void shmem_ctx_destroy(shmem_ctx_t ctx)
{
	struct sumac_shmem_ctx **at;

	if (ctx == SHMEM_CTX_INVALID)
		return;
	if (ctx == SHMEM_CTX_DEFAULT)
		sumac_shmem_die("shmem_ctx_destroy", "the default context cannot be destroyed");
	sumac_shmem_target("shmem_ctx_destroy", ctx, 0);
	shmem_ctx_quiet(ctx);
	pthread_mutex_lock(&lock);
	for (at = &contexts; *at != ctx; at = &(*at)->next)
		;
	*at = ctx->next;
	pthread_mutex_unlock(&lock);
	free(ctx);
}

int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team)
{
	if (!team)
		return sumac_fail(SUMAC_EINVAL, "the pointer for the team is NULL");
	if (ctx != SHMEM_CTX_DEFAULT && !is_context(ctx)) {
		*team = SHMEM_TEAM_INVALID;
		return -SUMAC_EINVAL;
	}
	*team = ctx == SHMEM_CTX_DEFAULT ? SHMEM_TEAM_WORLD : ctx->team;
	return 0;
}

void sumac_shmem_contexts_forget(void)
{
	default_flow.is_batched = false;
	while (contexts) {
		struct sumac_shmem_ctx *ctx = contexts;

		contexts = ctx->next;
		free(ctx);
	}
}

