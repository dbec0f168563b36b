/*
 * Forked ranks and their bootstrap: a log of values for each rank in shared memory, and a barrier between
 * processes.
 */
#define _GNU_SOURCE
#include "fork_world.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RANKS = 16, MAX_VALUES = 16, VALUE_BYTES = 2048 };

struct shared {
	pthread_barrier_t fence;
	int n_ranks;
	struct {
		int n;
		struct {
			char key[48];
			size_t len_bytes;
			unsigned char bytes[VALUE_BYTES];
		} value[MAX_VALUES];
	} log[MAX_RANKS];
};

struct member {
	struct shared *shared;
	int rank;
};

static int member_rank(void *ctx)
{
	return ((struct member *)ctx)->rank;
}

static int member_size(void *ctx)
{
	return ((struct member *)ctx)->shared->n_ranks;
}

static int member_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	struct member *member = ctx;
	struct shared *shared = member->shared;
	int n = shared->log[member->rank].n;

	if (n == MAX_VALUES || len_bytes > VALUE_BYTES)
		return -1;
	snprintf(shared->log[member->rank].value[n].key, 48, "%s", key);
	memcpy(shared->log[member->rank].value[n].bytes, value, len_bytes);
	shared->log[member->rank].value[n].len_bytes = len_bytes;
	__atomic_store_n(&shared->log[member->rank].n, n + 1, __ATOMIC_RELEASE);
	return 0;
}

static int member_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes, size_t *len_bytes_out)
{
	struct shared *shared = ((struct member *)ctx)->shared;
	int n = __atomic_load_n(&shared->log[rank].n, __ATOMIC_ACQUIRE);

	for (int i = 0; i < n; i++) {
		size_t len_bytes = shared->log[rank].value[i].len_bytes;

		if (strcmp(shared->log[rank].value[i].key, key) || len_bytes > cap_bytes)
			continue;
		memcpy(value_out, shared->log[rank].value[i].bytes, len_bytes);
		*len_bytes_out = len_bytes;
		return 0;
	}
	return -1;
}

static int member_fence(void *ctx)
{
	pthread_barrier_wait(&((struct member *)ctx)->shared->fence);
	return 0;
}

static void member_abort(void *ctx, int status, const char *why)
{
	(void)ctx;
	fprintf(stderr, "%s\n", why);
	_exit(status);
}

static int member_first_dead(void *ctx)
{
	(void)ctx;
	return -1;
}

static void member_close(void *ctx)
{
	(void)ctx;
}

static void run_rank(struct shared *shared, int rank, int (*function)(struct sumac_bootstrap *bootstrap, void *arg),
		     void *arg)
{
	struct member member = { shared, rank };
	struct sumac_bootstrap bootstrap = {
		.name = "fork", .ctx = &member, .rank = member_rank, .size = member_size, .put = member_put,
		.get = member_get, .fence = member_fence, .abort = member_abort, .first_dead = member_first_dead,
		.close = member_close,
	};
	int code = function(&bootstrap, arg);

	fflush(NULL);
	_exit(code);
}

static int wait_for(pid_t pid, time_t end)
{
	int status;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (time(NULL) > end)
			kill(pid, SIGKILL);
		usleep(2000);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

void fork_world_run(int n_ranks, int timeout_s, int (*function)(struct sumac_bootstrap *bootstrap, void *arg),
		    void *arg, int *codes_out)
{
	struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	time_t end = time(NULL) + timeout_s;
	pthread_barrierattr_t attr;
	pid_t pids[MAX_RANKS];

	shared->n_ranks = n_ranks;
	pthread_barrierattr_init(&attr);
	pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&shared->fence, &attr, (unsigned)n_ranks);
	fflush(NULL);
	for (int rank = 0; rank < n_ranks; rank++) {
		pids[rank] = fork();
		if (!pids[rank])
			run_rank(shared, rank, function, arg);
	}
	for (int rank = 0; rank < n_ranks; rank++)
		codes_out[rank] = wait_for(pids[rank], end);
	munmap(shared, sizeof(*shared));
}
