/*
 * Countable resources of the NIC (groups, channels, beats of packet memory), handed out in contiguous ranges,
 * first fit.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/nic/nic_space.h"
#include "spec/spec.h"

int sumac_nic_space_init(struct sumac_nic_space *space, unsigned n)
{
	space->n = n;
	space->n_free = n;
	space->used = calloc(n, 1);
	return space->used ? 0 : -SUMAC_ENOMEM;
}

void sumac_nic_space_destroy(struct sumac_nic_space *space)
{
	free(space->used);
	space->used = NULL;
}

int sumac_nic_space_take(struct sumac_nic_space *space, unsigned n, unsigned *first_out)
{
	unsigned run = 0;

	*first_out = 0;
	if (n == 0)
		return 0;
	for (unsigned i = 0; i < space->n; i++) {
		run = space->used[i] ? 0 : run + 1;
		if (run < n)
			continue;
		*first_out = i + 1 - n;
		memset(&space->used[*first_out], 1, n);
		space->n_free -= n;
		return 0;
	}
	return -SUMAC_ENORES;
}

void sumac_nic_space_give(struct sumac_nic_space *space, unsigned first, unsigned n)
{
	memset(&space->used[first], 0, n);
	space->n_free += n;
}
