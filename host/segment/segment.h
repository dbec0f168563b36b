/*
 * Memory that the ranks of one host share: a memory file that all of them map, sealed, and nowhere in a file system.
 * Each rank has a part of its own, and it alone gives out that part's pages; all may read them, and by the users'
 * convention each writes its own.
 */
#ifndef SUMAC_SEGMENT_H
#define SUMAC_SEGMENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct sumac_bootstrap;
struct sumac_segment;

/* Collective over the job. Ranks of one host join one file; the kernel confirms each peer's user. */
int sumac_segment_open(struct sumac_bootstrap *bootstrap, struct sumac_segment **segment_out);

/* Ranks on this host have local ranks: 0, 1 ... in the order of their ranks in the job. */
int sumac_segment_local_rank(const struct sumac_segment *segment);
int sumac_segment_n_local(const struct sumac_segment *segment);
/* -1: that rank is on another host. */
int sumac_segment_local_rank_of(const struct sumac_segment *segment, int world_rank);

/* Most of a rank's part, where everything large is. */
uint64_t sumac_segment_far_bytes(const struct sumac_segment *segment);

enum { SUMAC_SEGMENT_PAGE_BYTES = 4096 };
/* Pages of one's own part, filled with zeros; the others find them by the offset. NULL: there is no room. */
void *sumac_segment_alloc(struct sumac_segment *segment, size_t len_bytes, uint64_t *offset_out);
/* Whoever has not written there says so, and spares the system the cleaning. */
void sumac_segment_free(struct sumac_segment *segment, void *memory, bool is_written);
/* Has the system give all pages there at once: one by one, as they are touched, they take longer than their first use. */
void sumac_segment_touch(void *memory, size_t len_bytes);
/* Memory that every rank has without asking, for users that the others must find at once: zeros at first. */
enum { SUMAC_SEGMENT_BOARD_BYTES = 3840 };
void *sumac_segment_board(const struct sumac_segment *segment, int local_rank);
/* Memory of a local rank. NULL if [offset, offset + len_bytes) is not within its part. */
void *sumac_segment_at(const struct sumac_segment *segment, int local_rank, uint64_t offset, size_t len_bytes);

/*
 * Windows: memory for programs, in which others read and write the ranges that they are told. The offset counts from
 * the first of the rank's own windows. Zeros at first; freed windows go back to the system. Nobody may still use them
 * then.
 */
/* NULL: there is no room, or ulimits leave none. */
void *sumac_segment_window_alloc(struct sumac_segment *segment, size_t len_bytes);
void sumac_segment_window_free(struct sumac_segment *segment, void *memory);
/* A peer may go on using windows of this rank, since a call that told it about them has failed: from now on no window's place is
 * given out again. */
void sumac_segment_windows_retire(struct sumac_segment *segment);
/* Whether a range lies in one of this rank's windows. */
bool sumac_segment_window_find(const struct sumac_segment *segment, const void *memory, size_t len_bytes, uint64_t *offset_out);
/* The file that such a range lies in, and where, for a device that maps it, too: a descriptor, which stays the segment's; -1: the
 * range is in none of this rank's windows. */
int sumac_segment_window_file(const struct sumac_segment *segment, const void *memory, size_t len_bytes, uint64_t *offset_out);
/* Memory of a local rank, mapped here at its first use, until the segment is closed. NULL: no window can lie there
 * (-SUMAC_EIO), or it cannot be mapped (-SUMAC_ENOMEM, reported). Memory there that is in no window belongs to nobody. */
void *sumac_segment_window_at(const struct sumac_segment *segment, int local_rank, uint64_t offset, size_t len_bytes, int *err_out);

/* Sleeping until a peer has news. A rank that has written something others may wait for calls wake, which costs a fence and a
 * look if nobody sleeps; a sleep ends by itself after at most duration_ns. seen: the events before the sleeper last looked. The
 * first sleep after a wake returns at once, having announced that the next one will sleep: so the sleeper looks again. */
uint32_t sumac_segment_events(const struct sumac_segment *segment);
void sumac_segment_sleep(struct sumac_segment *segment, uint32_t seen, int64_t duration_ns);
void sumac_segment_wake(struct sumac_segment *segment, int local_rank);
/* The same in steps, for a caller that wakes many ranks often: one fence for all, then a look at each rank's word, which is not 0
 * if it wants to be woken. */
const _Atomic uint32_t *sumac_segment_sleeps(const struct sumac_segment *segment, int local_rank);
void sumac_segment_wake_sleeper(struct sumac_segment *segment, int local_rank);

/* The same for the library's own threads, which sleep while the program computes: the one that makes progress, and the one that
 * owns a NIC for several ranks. */
enum sumac_segment_thread { SUMAC_SEGMENT_PROGRESS, SUMAC_SEGMENT_SERVICE, SUMAC_SEGMENT_N_THREADS };
uint32_t sumac_segment_bells(const struct sumac_segment *segment, enum sumac_segment_thread thread);
void sumac_segment_rest(struct sumac_segment *segment, enum sumac_segment_thread thread, uint32_t seen, int64_t duration_ns);
void sumac_segment_ring(struct sumac_segment *segment, int local_rank, enum sumac_segment_thread thread);

/* An allgather among all ranks of the segment, which reports to waiting ranks the deaths that the bootstrap knows. */
int sumac_segment_allgather(struct sumac_segment *segment, struct sumac_bootstrap *bootstrap, const void *value,
			    size_t len_bytes, void *recv_out);

void sumac_segment_close(struct sumac_segment *segment);

#endif
