/*
 * The bootstrap of a program that was started by itself: a world of one. It keeps what it puts for itself.
 */
#include "bootstrap/bootstrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/say.h"
#include "spec/spec.h"

struct entry {
	struct entry *next;
	char *key;
	size_t len_bytes;
	unsigned char value[];
};

struct world {
	struct entry *newest;
};

static int rank(void *ctx)
{
	(void)ctx;
	return 0;
}

static int size(void *ctx)
{
	(void)ctx;
	return 1;
}

static int put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	struct world *world = ctx;
	struct entry *entry = malloc(sizeof(*entry) + len_bytes);

	if (!entry)
		return sumac_fail(SUMAC_ENOMEM, "no memory to keep %zu bytes", len_bytes);
	*entry = (struct entry){ .next = world->newest, .key = strdup(key), .len_bytes = len_bytes };
	if (!entry->key) {
		free(entry);
		return sumac_fail(SUMAC_ENOMEM, "no memory to keep a key");
	}
	if (len_bytes)
		memcpy(entry->value, value, len_bytes);
	world->newest = entry;
	return 0;
}

static int get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes, size_t *len_bytes_out)
{
	const struct entry *entry = ((struct world *)ctx)->newest;

	while (entry && strcmp(entry->key, key))
		entry = entry->next;
	if (!entry || rank)
		return sumac_fail(SUMAC_EBOOTSTRAP, "rank %d has published nothing under %s", rank, key);
	if (entry->len_bytes > cap_bytes)
		return sumac_fail(SUMAC_EBOOTSTRAP, "rank %d published %zu bytes under %s, more than %zu", rank, entry->len_bytes,
				  key, cap_bytes);
	if (entry->len_bytes)
		memcpy(value_out, entry->value, entry->len_bytes);
	if (len_bytes_out)
		*len_bytes_out = entry->len_bytes;
	return 0;
}

static int fence(void *ctx)
{
	(void)ctx;
	return 0;
}

static void end(void *ctx, int status, const char *why)
{
	(void)ctx;
	if (status)
		sumac_say(SUMAC_SAY_ALWAYS, "rank 0 aborted: %s", why ? why : "no reason given");
	fflush(NULL);
	_exit(status);
}

static int first_dead(void *ctx)
{
	(void)ctx;
	return -1;
}

static void leave(void *ctx)
{
	struct world *world = ctx;

	while (world->newest) {
		struct entry *entry = world->newest;

		world->newest = entry->next;
		free(entry->key);
		free(entry);
	}
	free(world);
}

int sumac_bootstrap_single_open(struct sumac_bootstrap *bootstrap_out)
{
	struct world *world = calloc(1, sizeof(*world));

	if (!world)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a world of one");
	*bootstrap_out = (struct sumac_bootstrap){
		.name = "single",
		.ctx = world,
		.rank = rank,
		.size = size,
		.put = put,
		.get = get,
		.fence = fence,
		.abort = end,
		.first_dead = first_dead,
		.close = leave,
	};
	return 0;
}
