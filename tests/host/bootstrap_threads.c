/*
 * The bootstrap of several ranks that are threads of one process. They share one hub: a list of
 * values and a counting fence. A value becomes visible at the first fence after its put and no sooner,
 * so that a missing fence shows here as it would between processes.
 */
#include "bootstrap_threads.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/say.h"
#include "spec/spec.h"

struct entry {
	struct entry *next;
	int rank;
	char *key;
	size_t len_bytes;
	uint64_t fence; /* number of fences completed when it was put; visible once there are more */
	unsigned char value[];
};

struct hub {
	pthread_mutex_t lock;
	pthread_cond_t all_came;
	int n_ranks;
	int n_open;
	int n_came;
	uint64_t n_fences;
	struct entry *newest;
};

struct member {
	struct hub *hub;
	int rank;
};

static int member_rank(void *ctx)
{
	return ((struct member *)ctx)->rank;
}

static int member_size(void *ctx)
{
	return ((struct member *)ctx)->hub->n_ranks;
}

static int member_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	struct member *member = ctx;
	struct hub *hub = member->hub;
	struct entry *entry = malloc(sizeof(*entry) + len_bytes);

	if (!entry)
		return sumac_fail(SUMAC_ENOMEM, "no memory to keep %zu bytes", len_bytes);
	entry->key = strdup(key);
	if (!entry->key) {
		free(entry);
		return sumac_fail(SUMAC_ENOMEM, "no memory to keep a key");
	}
	entry->rank = member->rank;
	entry->len_bytes = len_bytes;
	if (len_bytes)
		memcpy(entry->value, value, len_bytes);
	pthread_mutex_lock(&hub->lock);
	entry->fence = hub->n_fences;
	entry->next = hub->newest;
	hub->newest = entry;
	pthread_mutex_unlock(&hub->lock);
	return 0;
}

/* The newest visible value: after its fence, a later put of the same key hides the earlier one. */
static const struct entry *find_visible(const struct hub *hub, int rank, const char *key)
{
	for (const struct entry *entry = hub->newest; entry; entry = entry->next)
		if (entry->rank == rank && entry->fence < hub->n_fences && !strcmp(entry->key, key))
			return entry;
	return NULL;
}

static int member_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes,
		      size_t *len_bytes_out)
{
	struct hub *hub = ((struct member *)ctx)->hub;
	const struct entry *entry;
	int err = 0;

	pthread_mutex_lock(&hub->lock);
	entry = find_visible(hub, rank, key);
	if (!entry)
		err = sumac_fail(SUMAC_EBOOTSTRAP, "rank %d has published nothing under %s", rank, key);
	else if (entry->len_bytes > cap_bytes)
		err = sumac_fail(SUMAC_EBOOTSTRAP, "rank %d published %zu bytes under %s, more than %zu",
				 rank, entry->len_bytes, key, cap_bytes);
	if (!err && entry->len_bytes)
		memcpy(value_out, entry->value, entry->len_bytes);
	if (!err && len_bytes_out)
		*len_bytes_out = entry->len_bytes;
	pthread_mutex_unlock(&hub->lock);
	return err;
}

static int member_fence(void *ctx)
{
	struct hub *hub = ((struct member *)ctx)->hub;
	uint64_t turn;

	pthread_mutex_lock(&hub->lock);
	turn = hub->n_fences;
	if (++hub->n_came == hub->n_ranks) {
		hub->n_came = 0;
		hub->n_fences++;
		pthread_cond_broadcast(&hub->all_came);
	}
	while (hub->n_fences == turn)
		pthread_cond_wait(&hub->all_came, &hub->lock);
	pthread_mutex_unlock(&hub->lock);
	return 0;
}

static void member_abort(void *ctx, int status, const char *why)
{
	if (status)
		sumac_say(SUMAC_SAY_ALWAYS, "rank %d aborted: %s", ((struct member *)ctx)->rank, why ? why : "no reason given");
	fflush(NULL);
	_exit(status);
}

static int member_first_dead(void *ctx)
{
	(void)ctx;
	return -1; /* a thread does not die without its process */
}

static void hub_free(struct hub *hub)
{
	while (hub->newest) {
		struct entry *entry = hub->newest;

		hub->newest = entry->next;
		free(entry->key);
		free(entry);
	}
	pthread_cond_destroy(&hub->all_came);
	pthread_mutex_destroy(&hub->lock);
	free(hub);
}

static void member_close(void *ctx)
{
	struct member *member = ctx;
	struct hub *hub = member->hub;
	int is_last;

	pthread_mutex_lock(&hub->lock);
	is_last = --hub->n_open == 0;
	pthread_mutex_unlock(&hub->lock);
	if (is_last)
		hub_free(hub);
	free(member);
}

static int member_open(struct hub *hub, int rank, struct sumac_bootstrap *bootstrap_out)
{
	struct member *member = malloc(sizeof(*member));

	if (!member)
		return -SUMAC_ENOMEM;
	*member = (struct member){ .hub = hub, .rank = rank };
	hub->n_open++;
	*bootstrap_out = (struct sumac_bootstrap){
		.name = "threads",
		.ctx = member,
		.rank = member_rank,
		.size = member_size,
		.put = member_put,
		.get = member_get,
		.fence = member_fence,
		.abort = member_abort,
		.first_dead = member_first_dead,
		.close = member_close,
	};
	return 0;
}

int bootstrap_threads_open(int n_ranks, struct sumac_bootstrap *bootstraps_out)
{
	struct hub *hub;

	if (n_ranks < 1)
		return sumac_fail(SUMAC_EINVAL, "a world cannot have %d ranks", n_ranks);
	hub = calloc(1, sizeof(*hub));
	if (!hub)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a world of %d threads", n_ranks);
	pthread_mutex_init(&hub->lock, NULL);
	pthread_cond_init(&hub->all_came, NULL);
	hub->n_ranks = n_ranks;
	for (int rank = 0; rank < n_ranks; rank++) {
		if (!member_open(hub, rank, &bootstraps_out[rank]))
			continue;
		if (!rank)
			hub_free(hub);
		while (rank-- > 0)
			member_close(bootstraps_out[rank].ctx);
		return sumac_fail(SUMAC_ENOMEM, "no memory for a world of %d threads", n_ranks);
	}
	return 0;
}
