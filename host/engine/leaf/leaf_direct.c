/*
 * Sources that are no windows, read by the kernel where they lie (the setting cpu_direct_bytes): in stretches, each into a
 * buffer of this rank's, from which it is folded while it is in the cache; or straight to where it belongs, if nothing is folded.
 */
#include "engine/leaf/leaf_private.h"

#include <stdlib.h>

bool sumac_leaf_may_read_directly(const struct sumac_leaf *leaf)
{
	for (int rank = 0; rank < leaf->size; rank++)
		if (!sumac_segment_can_reach(leaf->segment, leaf->peers[rank].place))
			return false;
	return true;
}

void sumac_leaf_read_directly(struct sumac_leaf *leaf, int rank, size_t at_bytes, size_t len_bytes, uint8_t *to)
{
	int err = leaf->rounds.status ? 0 : sumac_segment_reach(leaf->segment, leaf->peers[rank].place,
								leaf->loans[rank].direct + at_bytes, len_bytes, to);

	if (err) {
		leaf->rounds.status = err;
		leaf->rounds.fault_rank = rank;
	}
}

const uint8_t *sumac_leaf_stretch(const struct sumac_leaf *leaf, int rank)
{
	return leaf->stretches + (size_t)rank * SUMAC_LEAF_STRETCH_BYTES;
}

void sumac_leaf_read_stretches(struct sumac_leaf *leaf, size_t at_bytes, size_t len_bytes)
{
	const size_t stretch = SUMAC_LEAF_STRETCH_BYTES;

	for (int rank = 0; rank < leaf->size; rank++) {
		if (!leaf->loans[rank].direct)
			continue;
		if (!leaf->stretches)
			leaf->stretches = malloc((size_t)leaf->size * stretch);
		if (leaf->stretches) {
			sumac_leaf_read_directly(leaf, rank, at_bytes, len_bytes, leaf->stretches + (size_t)rank * stretch);
			continue;
		}
		leaf->rounds.status = -SUMAC_ENOMEM;
		leaf->rounds.fault_rank = leaf->rank;
		return;
	}
}
