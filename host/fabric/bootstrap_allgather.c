/*
 * Allgather over a bootstrap's put, fence and get. Each call has a key of its own, since a
 * launcher may keep the first value that it was given under a key.
 */
#include "fabric/bootstrap.h"

#include <stdio.h>

#include "base/fail.h"
#include "spec/spec.h"

int sumac_bootstrap_allgather(struct sumac_bootstrap *bootstrap, const void *value, size_t len_bytes,
			      void *recv_out)
{
	int n_ranks = bootstrap->size(bootstrap->ctx);
	char key[48];
	int err;

	snprintf(key, sizeof(key), "sumac.allgather.%u", bootstrap->allgather_seq++);
	err = bootstrap->put(bootstrap->ctx, key, value, len_bytes);
	if (err)
		return err;
	err = bootstrap->fence(bootstrap->ctx);
	if (err)
		return err;
	for (int rank = 0; rank < n_ranks; rank++) {
		size_t got_bytes = 0;

		err = bootstrap->get(bootstrap->ctx, rank, key, (char *)recv_out + (size_t)rank * len_bytes,
				     len_bytes, &got_bytes);
		if (err)
			return err;
		if (got_bytes != len_bytes)
			return sumac_fail(SUMAC_EBOOTSTRAP,
				"rank %d gave %zu bytes to an exchange of %zu", rank, got_bytes, len_bytes);
	}
	return 0;
}
