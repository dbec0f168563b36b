/*
 * Put, a fence of the ranks concerned, and get. The bootstrap has already initialised PMIx; PMIx counts how often
 * that is done, and tells us again who we are.
 */
#include "bootstrap/pmix_among.h"

#include <pmix.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "bootstrap/bootstrap.h"
#include "bootstrap/pmix_deaths.h"
#include "bootstrap/pmix_link.h"
#include "spec/spec.h"

/* A fence in flight. Its caller may leave before PMIx answers; whichever of the two is later frees it. */
struct fence {
	atomic_int n_holders;
	atomic_bool is_done;
	pmix_status_t status;
};

static int fail(const char *call, pmix_status_t status)
{
	return sumac_fail(SUMAC_EBOOTSTRAP, "%s failed: %s", call, PMIx_Error_string(status));
}

/* A member's value may be missing because the member has died, which PMIx reports later. */
static int fail_of_member(const char *call, pmix_status_t status)
{
	int dead = sumac_pmix_dead_behind_failure();

	return dead < 0 ? fail(call, status) : sumac_pmix_fail_of_dead(dead);
}

static void drop(struct fence *fence)
{
	if (atomic_fetch_sub(&fence->n_holders, 1) == 1)
		free(fence);
}

static void on_fence(pmix_status_t status, void *ctx)
{
	struct fence *fence = ctx;

	fence->status = status;
	atomic_store(&fence->is_done, true);
	drop(fence);
}

static int publish(const char *name, const void *value, size_t len_bytes)
{
	pmix_value_t object = { .type = PMIX_BYTE_OBJECT, .data.bo = { .bytes = (char *)value, .size = len_bytes } };
	pmix_status_t status;

	if (strlen(name) > PMIX_MAX_KEYLEN)
		return sumac_fail(SUMAC_EINVAL, "a name of %zu characters is too long", strlen(name));
	status = PMIx_Put(PMIX_GLOBAL, name, &object);
	if (status != PMIX_SUCCESS)
		return fail("PMIx_Put", status);
	status = PMIx_Commit();
	return status == PMIX_SUCCESS ? 0 : fail("PMIx_Commit", status);
}

/* PMIx ends a fence when it loses a rank that takes part, but not a fence that begins after the loss: the news of the death ends
 * that one. A fence that has completed stays complete, whoever dies right after it or has just lost patience. */
static int wait_for(struct fence *fence, int (*idle)(void *ctx), void *ctx)
{
	int err = 0, dead = -1;

	while (!err && dead < 0 && !atomic_load(&fence->is_done)) {
		err = idle(ctx);
		err = err ? err : sumac_pmix_link_check();
		dead = atomic_load(&sumac_pmix_news.first_dead);
	}
	if (!atomic_load(&fence->is_done))
		return err ? err : sumac_pmix_fail_of_dead(dead);
	return fence->status == PMIX_SUCCESS ? 0 : fail_of_member("PMIx_Fence_nb", fence->status);
}

static int gather(const pmix_proc_t *procs, int n_ranks, int (*idle)(void *ctx), void *ctx)
{
	struct fence *fence = calloc(1, sizeof(*fence));
	bool collect = true;
	pmix_status_t status;
	pmix_info_t info;
	int err;

	if (!fence)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a fence");
	atomic_init(&fence->n_holders, 2);
	PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	status = PMIx_Fence_nb(procs, (size_t)n_ranks, &info, 1, on_fence, fence);
	PMIX_INFO_DESTRUCT(&info);
	if (status == PMIX_OPERATION_SUCCEEDED) {
		on_fence(PMIX_SUCCESS, fence);
	} else if (status != PMIX_SUCCESS) {
		free(fence);
		return fail("PMIx_Fence_nb", status);
	}
	err = wait_for(fence, idle, ctx);
	drop(fence);
	return err;
}

static int fetch(const pmix_proc_t *proc, const char *name, size_t len_bytes, void *value_out)
{
	bool at_once = true;
	pmix_value_t *object = NULL;
	pmix_status_t status;
	pmix_info_t info;
	int err = 0;

	PMIX_INFO_LOAD(&info, PMIX_IMMEDIATE, &at_once, PMIX_BOOL);
	status = PMIx_Get(proc, name, &info, 1, &object);
	PMIX_INFO_DESTRUCT(&info);
	if (status != PMIX_SUCCESS)
		return fail_of_member("PMIx_Get", status);
	if (object->type != PMIX_BYTE_OBJECT || object->data.bo.size != len_bytes)
		err = sumac_fail(SUMAC_EBOOTSTRAP, "rank %u gave something other than %zu bytes", proc->rank,
				 len_bytes);
	else
		memcpy(value_out, object->data.bo.bytes, len_bytes);
	PMIX_VALUE_RELEASE(object);
	return err;
}

int sumac_pmix_allgather_among(const int *ranks, int n_ranks, const char *name, const void *value, size_t len_bytes,
			       int (*idle)(void *ctx), void *ctx, void *recv_out)
{
	pmix_proc_t *procs, self;
	pmix_status_t status;
	int err = sumac_pmix_link_check();

	if (err)
		return err;
	status = PMIx_Init(&self, NULL, 0);
	if (status != PMIX_SUCCESS)
		return fail("PMIx_Init", status);
	procs = calloc((size_t)n_ranks, sizeof(*procs));
	if (!procs) {
		err = sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", n_ranks);
		goto err_finalize;
	}
	for (int i = 0; i < n_ranks; i++)
		PMIX_LOAD_PROCID(&procs[i], self.nspace, (pmix_rank_t)ranks[i]);
	err = publish(name, value, len_bytes);
	if (!err)
		err = gather(procs, n_ranks, idle, ctx);
	for (int i = 0; i < n_ranks && !err; i++)
		err = fetch(&procs[i], name, len_bytes, (char *)recv_out + (size_t)i * len_bytes);
	free(procs);
err_finalize:
	if (!sumac_pmix_link_check())
		PMIx_Finalize(NULL, 0);
	return err;
}
