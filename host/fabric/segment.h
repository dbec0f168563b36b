/*
 * What the ranks of one host share: a memory file that all of them map, sealed, and nowhere in a file system. Each rank
 * has a part of its own, of which it alone gives out pages; all may read them, and by the users' convention each writes
 * its own.
 */
#ifndef SUMAC_SEGMENT_H
#define SUMAC_SEGMENT_H

#include <stddef.h>
#include <stdint.h>

struct sumac_bootstrap;
struct sumac_segment;

/* Collective over the job. Ranks of one host join one file; peers' credentials are checked. */
int sumac_segment_open(struct sumac_bootstrap *bootstrap, struct sumac_segment **segment_out);

/* n_ranks segments on one mapping in this process, for tests: ranks are threads. */
int sumac_segment_open_threads(int n_ranks, struct sumac_segment **segments_out);

/* Ranks on this host have places: 0, 1 ... in the order of their ranks in the job. */
int sumac_segment_place(const struct sumac_segment *segment);
int sumac_segment_n_places(const struct sumac_segment *segment);
/* -1: that rank is on another host. */
int sumac_segment_place_of(const struct sumac_segment *segment, int world_rank);

/* Pages of one's own part, filled with zeros; the offset is what the others find them by. NULL: there is no room. */
void *sumac_segment_alloc(struct sumac_segment *segment, size_t len_bytes, uint64_t *offset_out);
void sumac_segment_free(struct sumac_segment *segment, void *memory);
/* What every rank has without asking, for whoever must be found by the others at once: zeros to begin with. */
enum { SUMAC_SEGMENT_BOARD_BYTES = 3840 };
void *sumac_segment_board(const struct sumac_segment *segment, int place);
/* Memory of the rank at a place. NULL where [offset, offset + len_bytes) is not within its part. */
void *sumac_segment_at(const struct sumac_segment *segment, int place, uint64_t offset, size_t len_bytes);

/* Sleeping until a peer has news. Whoever has written what others may wait for calls wake, which costs a fence and a look
 * where nobody sleeps; a sleep ends by itself after at most duration_ns. seen: the events as they were before the sleeper
 * last looked. The first sleep after a wake returns at once, having said that the next will be one: so the sleeper looks again. */
uint32_t sumac_segment_events(const struct sumac_segment *segment);
void sumac_segment_sleep(struct sumac_segment *segment, uint32_t seen, int64_t duration_ns);
void sumac_segment_wake(struct sumac_segment *segment, int place);

/* An allgather among all ranks of the segment, which tells those who wait of deaths as the bootstrap has them. */
int sumac_segment_allgather(struct sumac_segment *segment, struct sumac_bootstrap *bootstrap, const void *value,
			    size_t len_bytes, void *recv_out);

void sumac_segment_close(struct sumac_segment *segment);

#endif
