/*
 * The order of puts, and when they are complete, by context; and sessions, in which small operations wait for each
 * other.
 */
#include "frontend/shmem/shmem_far.h"

static void quiet(const char *call, shmem_ctx_t ctx)
{
	if (sumac_reach_quiet_of(sumac_shmem_flow(ctx), -1))
		sumac_shmem_die(call, sumac_last_error());
}

static void fence(const char *call, shmem_ctx_t ctx)
{
	if (sumac_reach_fence(sumac_shmem_flow(ctx)))
		sumac_shmem_die(call, sumac_last_error());
}

void sumac_shmem_quiet(const char *call)
{
	sumac_shmem_require_init(call);
	if (sumac_reach_quiet(-1))
		sumac_shmem_die(call, sumac_last_error());
}

/* An invalid context is no error here: false. A value that is not a context is one. */
static bool check(const char *call, shmem_ctx_t ctx)
{
	if (ctx != SHMEM_CTX_INVALID)
		sumac_shmem_target(call, ctx, 0);
	return ctx != SHMEM_CTX_INVALID;
}

void shmem_quiet(void)
{
	sumac_shmem_require_init("shmem_quiet");
	quiet("shmem_quiet", SHMEM_CTX_DEFAULT);
}

void shmem_ctx_quiet(shmem_ctx_t ctx)
{
	if (check("shmem_ctx_quiet", ctx))
		quiet("shmem_ctx_quiet", ctx);
}

void shmem_fence(void)
{
	sumac_shmem_require_init("shmem_fence");
	fence("shmem_fence", SHMEM_CTX_DEFAULT);
}

void shmem_ctx_fence(shmem_ctx_t ctx)
{
	if (check("shmem_ctx_fence", ctx))
		fence("shmem_ctx_fence", ctx);
}

static void quiet_pes(const char *call, shmem_ctx_t ctx, const int *target_pes, size_t npes)
{
	if (!check(call, ctx))
		return;
	if (npes)
		sumac_shmem_require_place(call, "target_pes", target_pes);
	for (size_t i = 0; i < npes; i++)
		if (sumac_reach_quiet_of(sumac_shmem_flow(ctx), sumac_shmem_target(call, ctx, target_pes[i])))
			sumac_shmem_die_of(call, "target_pes", target_pes[i]);
}

void shmem_pe_quiet(const int *target_pes, size_t npes)
{
	quiet_pes("shmem_pe_quiet", SHMEM_CTX_DEFAULT, target_pes, npes);
}

void shmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *target_pes, size_t npes)
{
	quiet_pes("shmem_ctx_pe_quiet", ctx, target_pes, npes);
}

/* A session's only useful hint is that it is a batch: how many operations there will be decides nothing, as a batch goes when a
 * message is full. */
void shmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask)
{
	const char *call = "shmem_ctx_session_start";

	if (!check(call, ctx))
		return;
	if (options & ~SHMEM_CTX_SESSION_BATCH)
		sumac_shmem_die(call, "options has unknown bits set");
	if (config_mask & ~SHMEM_CTX_SESSION_TOTAL_OPS)
		sumac_shmem_die(call, "config_mask has unknown bits set");
	if (config_mask && !config)
		sumac_shmem_die(call, "config is NULL but config_mask is not 0");
	if (options & SHMEM_CTX_SESSION_BATCH)
		sumac_shmem_flow(ctx)->is_batched = true;
}

/* Operations that still wait go with the next look at the network. */
void shmem_ctx_session_stop(shmem_ctx_t ctx)
{
	if (!check("shmem_ctx_session_stop", ctx))
		return;
	sumac_shmem_flow(ctx)->is_batched = false;
	sumac_reach_pass();
}
