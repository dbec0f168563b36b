/*
 * Allgather over a bootstrap's put, fence and get. Each call has a key of its own, since a launcher may keep the
 * first value that it was given under a key.
 *
 * If every get is a question to a launcher's server, many ranks do not ask for each other's values: rank 0 does, and
 * puts what it got in one piece.
 */
#include "bootstrap/bootstrap.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/fail.h"
#include "segment/segment.h"
#include "spec/spec.h"

enum { KEY_CAP = 48, FEW_RANKS = 8 };

static int get(struct sumac_bootstrap *bootstrap, int rank, const char *key, void *value_out, size_t len_bytes)
{
	size_t got_bytes = 0;
	int err = bootstrap->get(bootstrap->ctx, rank, key, value_out, len_bytes, &got_bytes);

	if (err || got_bytes == len_bytes)
		return err;
	return sumac_fail(SUMAC_EBOOTSTRAP, "rank %d gave %zu bytes to an exchange of %zu", rank, got_bytes, len_bytes);
}

static int get_all(struct sumac_bootstrap *bootstrap, const char *key, size_t len_bytes, char *recv_out)
{
	int n_ranks = bootstrap->size(bootstrap->ctx), err = 0;

	for (int rank = 0; rank < n_ranks && !err; rank++)
		err = get(bootstrap, rank, key, recv_out + (size_t)rank * len_bytes, len_bytes);
	return err;
}

/* If rank 0 fails, it puts a value of the wrong length, so the others learn about it. */
static int get_from_first(struct sumac_bootstrap *bootstrap, const char *key, size_t len_bytes, void *recv_out)
{
	size_t all_bytes = (size_t)bootstrap->size(bootstrap->ctx) * len_bytes;
	int is_first = !bootstrap->rank(bootstrap->ctx), err = 0, put_err = 0;
	char all_key[KEY_CAP + 4];

	snprintf(all_key, sizeof(all_key), "%s.all", key);
	if (is_first) {
		err = get_all(bootstrap, key, len_bytes, recv_out);
		put_err = bootstrap->put(bootstrap->ctx, all_key, recv_out, err ? 0 : all_bytes);
	}
	if (!put_err)
		put_err = bootstrap->fence(bootstrap->ctx);
	if (err || put_err || is_first)
		return err ? err : put_err;
	return get(bootstrap, 0, all_key, recv_out, all_bytes);
}

int sumac_bootstrap_allgather(struct sumac_bootstrap *bootstrap, const void *value, size_t len_bytes,
			      void *recv_out)
{
	char key[KEY_CAP];
	int err;

	if (bootstrap->segment)
		return sumac_segment_allgather(bootstrap->segment, bootstrap, value, len_bytes, recv_out);
	snprintf(key, sizeof(key), "sumac.allgather.%" PRIu64, bootstrap->allgather_seq++);
	err = bootstrap->put(bootstrap->ctx, key, value, len_bytes);
	if (err)
		return err;
	err = bootstrap->fence(bootstrap->ctx);
	if (err)
		return err;
	if (bootstrap->asks_far && bootstrap->size(bootstrap->ctx) > FEW_RANKS)
		return get_from_first(bootstrap, key, len_bytes, recv_out);
	return get_all(bootstrap, key, len_bytes, recv_out);
}
