/*
 * Segments of threads share one mapping, so that a race shows between addresses that are the same.
 */
#include "segment_threads.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/fail.h"
#include "segment/segment_private.h"
#include "spec/spec.h"

int segment_threads_open(int n_ranks, struct sumac_segment **segments_out)
{
	int fd = sumac_segment_create(n_ranks), err = 0, local_rank;
	struct sumac_segment_map *map;

	if (fd < 0)
		return fd;
	map = sumac_segment_map_new(fd, n_ranks);
	close(fd);
	if (!map)
		return sumac_fail(SUMAC_ENOMEM, "the memory of %d threads cannot be mapped", n_ranks);
	for (local_rank = 0; local_rank < n_ranks; local_rank++) {
		int *local_ranks = malloc((size_t)n_ranks * sizeof(*local_ranks));

		for (int rank = 0; local_ranks && rank < n_ranks; rank++)
			local_ranks[rank] = rank;
		err = local_ranks ? sumac_segment_on_map(map, local_rank, n_ranks, local_ranks, n_ranks,
							 &segments_out[local_rank]) : -SUMAC_ENOMEM;
		if (err)
			break;
	}
	while (err && local_rank-- > 0)
		sumac_segment_close(segments_out[local_rank]);
	sumac_segment_map_put(map);
	return err;
}
