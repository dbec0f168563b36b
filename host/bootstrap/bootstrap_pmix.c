/*
 * The bootstrap of a rank under a PMIx launcher (`sumac run`, Open MPI's mpirun, srun). A fence does not
 * wait for a dead rank: the launcher's event ends it, and names that rank.
 */
#include "bootstrap/bootstrap.h"

#include <pmix.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/patience.h"
#include "bootstrap/pmix_deaths.h"
#include "bootstrap/pmix_link.h"
#include "spec/spec.h"

static struct { /* a process has one PMIx */
	bool is_open;
	pmix_proc_t self;
	int n_ranks;
} world;

/* A fence in flight. Its caller may leave before PMIx answers; whichever of the two is later frees it. */
struct fence {
	bool is_done;
	bool is_left;
	pmix_status_t status;
};

static int fail(const char *call, pmix_status_t status)
{
	return sumac_fail(SUMAC_EBOOTSTRAP, "%s failed: %s", call, PMIx_Error_string(status));
}

static int world_rank(void *ctx)
{
	(void)ctx;
	return (int)world.self.rank;
}

static int world_size(void *ctx)
{
	(void)ctx;
	return world.n_ranks;
}

static int world_first_dead(void *ctx)
{
	(void)ctx;
	return atomic_load_explicit(&sumac_pmix_news.first_dead, memory_order_relaxed);
}

static int world_check(void *ctx)
{
	(void)ctx;
	return sumac_pmix_link_check();
}

static int world_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	pmix_value_t object = { .type = PMIX_BYTE_OBJECT,
				.data.bo = { .bytes = (char *)value, .size = len_bytes } };
	pmix_status_t status;

	(void)ctx;
	if (sumac_pmix_link_check())
		return -SUMAC_EBOOTSTRAP;
	if (strlen(key) > PMIX_MAX_KEYLEN)
		return sumac_fail(SUMAC_EINVAL, "a key of %zu characters is too long", strlen(key));
	status = PMIx_Put(PMIX_GLOBAL, key, &object);
	return status == PMIX_SUCCESS ? 0 : fail("PMIx_Put", status);
}

/* After a fence all data is at the launcher's server. Missing data will never come: its rank may have died in the fence, which
 * PMIx may complete all the same. */
static int world_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes, size_t *len_out)
{
	bool at_once = true;
	pmix_value_t *object = NULL;
	pmix_status_t status;
	pmix_proc_t proc;
	pmix_info_t info;
	int err = 0, dead;

	(void)ctx;
	if (sumac_pmix_link_check())
		return -SUMAC_EBOOTSTRAP;
	PMIX_LOAD_PROCID(&proc, world.self.nspace, (pmix_rank_t)rank);
	PMIX_INFO_LOAD(&info, PMIX_IMMEDIATE, &at_once, PMIX_BOOL);
	status = PMIx_Get(&proc, key, &info, 1, &object);
	PMIX_INFO_DESTRUCT(&info);
	dead = status == PMIX_SUCCESS ? -1 : sumac_pmix_dead_behind_failure();
	if (dead >= 0)
		return sumac_pmix_fail_of_dead(dead);
	if (status != PMIX_SUCCESS)
		return sumac_fail(SUMAC_EBOOTSTRAP, "rank %d has published nothing under %s: %s", rank, key,
				  PMIx_Error_string(status));
	if (object->type != PMIX_BYTE_OBJECT || object->data.bo.size > cap_bytes)
		err = sumac_fail(SUMAC_EBOOTSTRAP, "the value that rank %d published under %s does not fit %zu bytes",
				 rank, key, cap_bytes);
	if (!err && object->data.bo.size)
		memcpy(value_out, object->data.bo.bytes, object->data.bo.size);
	if (!err && len_out)
		*len_out = object->data.bo.size;
	PMIX_VALUE_RELEASE(object);
	return err;
}

static void on_fence(pmix_status_t status, void *ctx)
{
	struct fence *fence = ctx;
	bool is_left;

	pthread_mutex_lock(&sumac_pmix_news.lock);
	fence->status = status;
	fence->is_done = true;
	is_left = fence->is_left;
	pthread_cond_broadcast(&sumac_pmix_news.changed);
	pthread_mutex_unlock(&sumac_pmix_news.lock);
	if (is_left)
		free(fence);
}

/* Waits for news, a quarter of a second at most. 0, -SUMAC_ETIMEOUT, or that no news can come any more. */
static int wait_a_little(struct sumac_patience *patience)
{
	const long slice_ns = 250000000, ns_per_s = 1000000000;
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += (until.tv_nsec + slice_ns) / ns_per_s;
	until.tv_nsec = (until.tv_nsec + slice_ns) % ns_per_s;
	if (!pthread_cond_timedwait(&sumac_pmix_news.changed, &sumac_pmix_news.lock, &until))
		return 0;
	if (sumac_pmix_link_check())
		return -SUMAC_EBOOTSTRAP;
	return sumac_patience_check(patience, "the other ranks to reach the same point");
}

/* Waits for the fence, for a death, or until the user's limit. A fence that has completed stays complete, whoever dies right
 * after it. */
static int fence_wait(struct fence *fence)
{
	struct sumac_patience patience;
	pmix_status_t status;
	bool is_done;
	int dead, late = 0;

	sumac_patience_begin(&patience);
	pthread_mutex_lock(&sumac_pmix_news.lock);
	while (!fence->is_done && sumac_pmix_news.first_dead < 0 && !late)
		late = wait_a_little(&patience);
	is_done = fence->is_done;
	status = fence->status;
	dead = is_done ? -1 : sumac_pmix_news.first_dead;
	fence->is_left = true;
	pthread_mutex_unlock(&sumac_pmix_news.lock);
	if (is_done)
		free(fence); /* else on_fence frees it */
	if (is_done && status != PMIX_SUCCESS)
		dead = sumac_pmix_dead_behind_failure();
	if (dead >= 0)
		return sumac_pmix_fail_of_dead(dead);
	if (!is_done)
		return late;
	return status == PMIX_SUCCESS ? 0 : fail("PMIx_Fence", status);
}

static int world_fence(void *ctx)
{
	bool collect = true;
	struct fence *fence;
	pmix_status_t status;
	pmix_info_t info;

	if (world_first_dead(ctx) >= 0)
		return sumac_pmix_fail_of_dead(world_first_dead(ctx));
	if (sumac_pmix_link_check())
		return -SUMAC_EBOOTSTRAP;
	status = PMIx_Commit();
	if (status != PMIX_SUCCESS)
		return fail("PMIx_Commit", status);
	fence = calloc(1, sizeof(*fence));
	if (!fence)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a fence");
	PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	status = PMIx_Fence_nb(NULL, 0, &info, 1, on_fence, fence);
	PMIX_INFO_DESTRUCT(&info);
	if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
		free(fence);
		return fail("PMIx_Fence_nb", status);
	}
	if (status == PMIX_OPERATION_SUCCEEDED)
		on_fence(PMIX_SUCCESS, fence);
	return fence_wait(fence);
}

static void world_abort(void *ctx, int status, const char *why)
{
	(void)ctx;
	fflush(NULL);
	if (!sumac_pmix_link_check())
		PMIx_Abort(status, why ? why : "no reason given", NULL, 0);
	_exit(status);
}

static void world_close(void *ctx)
{
	(void)ctx;
	if (!world.is_open)
		return;
	world.is_open = false;
	if (sumac_pmix_link_check())
		return;
	sumac_pmix_deaths_unwatch();
	PMIx_Finalize(NULL, 0);
}

static int find_size(void)
{
	pmix_value_t *value = NULL;
	pmix_status_t status;
	pmix_proc_t job;

	PMIX_LOAD_PROCID(&job, world.self.nspace, PMIX_RANK_WILDCARD);
	status = PMIx_Get(&job, PMIX_JOB_SIZE, NULL, 0, &value);
	if (status != PMIX_SUCCESS)
		return fail("asking the launcher for the number of ranks", status);
	world.n_ranks = value->type == PMIX_UINT32 ? (int)value->data.uint32 : 0;
	PMIX_VALUE_RELEASE(value);
	if (world.n_ranks < 1 || (int)world.self.rank >= world.n_ranks)
		return sumac_fail(SUMAC_EBOOTSTRAP, "the launcher names this rank %d of %d",
				  (int)world.self.rank, world.n_ranks);
	return 0;
}

int sumac_bootstrap_pmix_open(struct sumac_bootstrap *bootstrap_out)
{
	pmix_status_t status;
	int err;

	if (world.is_open)
		return sumac_fail(SUMAC_ESTATE, "the PMIx bootstrap is already open");
	status = PMIx_Init(&world.self, NULL, 0);
	if (status != PMIX_SUCCESS)
		return fail("PMIx_Init", status);
	sumac_pmix_link_find();
	err = find_size();
	if (!err) {
		status = sumac_pmix_deaths_watch(&world.self, world.n_ranks);
		err = status == PMIX_SUCCESS ? 0 : fail("PMIx_Register_event_handler", status);
	}
	if (err) {
		PMIx_Finalize(NULL, 0);
		return err;
	}
	world.is_open = true;
	*bootstrap_out = (struct sumac_bootstrap){
		.name = "pmix",
		.ctx = &world,
		.rank = world_rank,
		.size = world_size,
		.put = world_put,
		.get = world_get,
		.fence = world_fence,
		.abort = world_abort,
		.first_dead = world_first_dead,
		.check = world_check,
		.asks_far = 1,
		.close = world_close,
	};
	return 0;
}
