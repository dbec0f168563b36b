/*
 * The bootstrap of a rank under a PMIx launcher (`sumac run`, Open MPI's mpirun, srun). A fence
 * does not outlive a dead rank: the launcher's event ends it with the name of the dead.
 */
#include "fabric/bootstrap.h"

#include <pmix.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "spec/spec.h"

enum { NEWS_S = 2 };

/* PMIx is one per process, and so are its events; they come on a thread of PMIx's own. */
static struct {
	bool is_open;
	pmix_proc_t self;
	int n_ranks;
	size_t event_handler;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	atomic_int first_dead;
} world = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* A fence in flight. Its caller may leave before PMIx answers; the later of the two frees it. */
struct fence {
	bool is_done;
	bool is_left;
	pmix_status_t status;
};

static int fail(const char *call, pmix_status_t status)
{
	return sumac_bootstrap_fail(SUMAC_EBOOTSTRAP, "%s failed: %s", call, PMIx_Error_string(status));
}

static int fail_of_dead(int rank)
{
	return sumac_bootstrap_fail(SUMAC_EPEER, "rank %d has died", rank);
}

/* A rank's death breaks calls of PMIx before its event comes: waits a little for the name. Under lock. */
static int dead_behind_failure(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += NEWS_S;
	while (world.first_dead < 0 && !pthread_cond_timedwait(&world.changed, &world.lock, &until))
		;
	return world.first_dead;
}

static void note_dead(const char *nspace, int rank)
{
	if (strncmp(nspace, world.self.nspace, PMIX_MAX_NSLEN) || rank < 0 || rank >= world.n_ranks ||
	    rank == (int)world.self.rank)
		return;
	pthread_mutex_lock(&world.lock);
	if (world.first_dead < 0)
		world.first_dead = rank; /* those that die later may do so because of it */
	pthread_cond_broadcast(&world.changed);
	pthread_mutex_unlock(&world.lock);
}

static void on_death(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t info[],
		     size_t n_info, pmix_info_t results[], size_t n_results,
		     pmix_event_notification_cbfunc_fn_t done, void *done_ctx)
{
	const pmix_proc_t *dead = source;
	int first_dead = -1;

	(void)handler, (void)code, (void)results, (void)n_results;
	for (size_t i = 0; i < n_info; i++) {
		if (PMIX_CHECK_KEY(&info[i], PMIX_EVENT_AFFECTED_PROC) && info[i].value.type == PMIX_PROC)
			dead = info[i].value.data.proc;
		else if (PMIX_CHECK_KEY(&info[i], SUMAC_PMIX_FIRST_DEAD) && info[i].value.type == PMIX_INT)
			first_dead = info[i].value.data.integer;
	}
	if (dead)
		note_dead(dead->nspace, first_dead >= 0 && first_dead != (int)world.self.rank ? first_dead : (int)dead->rank);
	if (done)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, done_ctx);
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
	return atomic_load_explicit(&world.first_dead, memory_order_relaxed);
}

static int world_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	pmix_value_t object = { .type = PMIX_BYTE_OBJECT,
				.data.bo = { .bytes = (char *)value, .size = len_bytes } };
	pmix_status_t status;

	(void)ctx;
	if (strlen(key) > PMIX_MAX_KEYLEN)
		return sumac_bootstrap_fail(SUMAC_EINVAL, "a key of %zu characters is too long", strlen(key));
	status = PMIx_Put(PMIX_GLOBAL, key, &object);
	return status == PMIX_SUCCESS ? 0 : fail("PMIx_Put", status);
}

/* After a fence all data is at the launcher's server: what is not there by now never comes. */
static int world_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes,
		     size_t *len_bytes_out)
{
	bool at_once = true;
	pmix_value_t *object = NULL;
	pmix_status_t status;
	pmix_proc_t proc;
	pmix_info_t info;
	int err = 0;

	(void)ctx;
	PMIX_LOAD_PROCID(&proc, world.self.nspace, (pmix_rank_t)rank);
	PMIX_INFO_LOAD(&info, PMIX_IMMEDIATE, &at_once, PMIX_BOOL);
	status = PMIx_Get(&proc, key, &info, 1, &object);
	PMIX_INFO_DESTRUCT(&info);
	if (status != PMIX_SUCCESS && world_first_dead(ctx) >= 0)
		return fail_of_dead(world_first_dead(ctx));
	if (status != PMIX_SUCCESS) /* a dead rank's fence has failed before, so this is another matter */
		return sumac_bootstrap_fail(SUMAC_EBOOTSTRAP, "rank %d has published nothing under %s: %s", rank, key,
					    PMIx_Error_string(status));
	if (object->type != PMIX_BYTE_OBJECT || object->data.bo.size > cap_bytes)
		err = sumac_bootstrap_fail(SUMAC_EBOOTSTRAP, "what rank %d published under %s does not fit %zu bytes",
					   rank, key, cap_bytes);
	if (!err && object->data.bo.size)
		memcpy(value_out, object->data.bo.bytes, object->data.bo.size);
	if (!err && len_bytes_out)
		*len_bytes_out = object->data.bo.size;
	PMIX_VALUE_RELEASE(object);
	return err;
}

static void on_fence(pmix_status_t status, void *ctx)
{
	struct fence *fence = ctx;
	bool is_left;

	pthread_mutex_lock(&world.lock);
	fence->status = status;
	fence->is_done = true;
	is_left = fence->is_left;
	pthread_cond_broadcast(&world.changed);
	pthread_mutex_unlock(&world.lock);
	if (is_left)
		free(fence);
}

/* Waits for the fence or for a death; returns 0 when the fence is done. */
static int fence_wait(struct fence *fence)
{
	pmix_status_t status;
	int dead;

	pthread_mutex_lock(&world.lock);
	while (!fence->is_done && world.first_dead < 0)
		pthread_cond_wait(&world.changed, &world.lock);
	status = fence->status;
	dead = fence->is_done && status != PMIX_SUCCESS ? dead_behind_failure() : world.first_dead;
	fence->is_left = true;
	if (!fence->is_done)
		fence = NULL; /* on_fence frees it */
	pthread_mutex_unlock(&world.lock);
	free(fence);
	if (dead >= 0)
		return fail_of_dead(dead);
	return status == PMIX_SUCCESS ? 0 : fail("PMIx_Fence", status);
}

static int world_fence(void *ctx)
{
	bool collect = true;
	struct fence *fence;
	pmix_status_t status;
	pmix_info_t info;

	if (world_first_dead(ctx) >= 0)
		return fail_of_dead(world_first_dead(ctx));
	status = PMIx_Commit();
	if (status != PMIX_SUCCESS)
		return fail("PMIx_Commit", status);
	fence = calloc(1, sizeof(*fence));
	if (!fence)
		return sumac_bootstrap_fail(SUMAC_ENOMEM, "no memory for a fence");
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
	PMIx_Abort(status, why ? why : "no reason given", NULL, 0);
	_exit(status ? status : 1);
}

static void world_close(void *ctx)
{
	(void)ctx;
	if (!world.is_open)
		return;
	PMIx_Deregister_event_handler(world.event_handler, NULL, NULL);
	PMIx_Finalize(NULL, 0);
	world.is_open = false;
}

static int watch_deaths(void)
{
	pmix_status_t codes[] = { PMIX_ERR_PROC_ABORTED, PMIX_ERR_PROC_ABORTED_BY_SIG, PMIX_ERR_PROC_REQUESTED_ABORT,
				  PMIX_ERR_PROC_TERM_WO_SYNC, PMIX_ERR_PROC_KILLED_BY_CMD,
				  PMIX_ERR_PROC_FAILED_TO_START, PMIX_ERR_EXIT_NONZERO_TERM };
	/* Without a callback the call blocks, and returns the handler's number. */
	pmix_status_t handler =
		PMIx_Register_event_handler(codes, sizeof(codes) / sizeof(codes[0]), NULL, 0, on_death, NULL, NULL);

	if (handler < 0)
		return fail("PMIx_Register_event_handler", handler);
	world.event_handler = (size_t)handler;
	return 0;
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
		return sumac_bootstrap_fail(SUMAC_EBOOTSTRAP, "the launcher names this rank %d of %d",
					    (int)world.self.rank, world.n_ranks);
	return 0;
}

int sumac_bootstrap_pmix_open(struct sumac_bootstrap *bootstrap_out)
{
	pmix_status_t status;
	int err;

	if (world.is_open)
		return sumac_bootstrap_fail(SUMAC_ESTATE, "the PMIx bootstrap is open already");
	status = PMIx_Init(&world.self, NULL, 0);
	if (status != PMIX_SUCCESS)
		return fail("PMIx_Init", status);
	atomic_store(&world.first_dead, -1);
	err = find_size();
	if (err)
		goto err_finalize;
	err = watch_deaths();
	if (err)
		goto err_finalize;
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
		.close = world_close,
	};
	return 0;
err_finalize:
	PMIx_Finalize(NULL, 0);
	return err;
}
