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
	int fd = sumac_segment_create(n_ranks), err = 0, place;
	struct sumac_segment_map *map;

	if (fd < 0)
		return fd;
	map = sumac_segment_map_new(fd, n_ranks);
	close(fd);
	if (!map)
		return sumac_fail(SUMAC_ENOMEM, "the memory of %d threads cannot be mapped", n_ranks);
	for (place = 0; place < n_ranks; place++) {
		int *places = malloc((size_t)n_ranks * sizeof(*places));

		for (int rank = 0; places && rank < n_ranks; rank++)
			places[rank] = rank;
		err = places ? sumac_segment_on_map(map, place, n_ranks, places, n_ranks, &segments_out[place]) : -SUMAC_ENOMEM;
		if (err)
			break;
	}
	while (err && place-- > 0)
		sumac_segment_close(segments_out[place]);
	sumac_segment_map_put(map);
	return err;
}
