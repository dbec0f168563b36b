/*
 * The segment's own structure, for the files that make it, join it, and give out its pages.
 *
 * The file has a near piece of each rank, side by side, and after them a far piece of each. Offsets count through a
 * rank's near piece and on through its far one; nothing given out lies in both. Small things are near, so that a rank
 * that looks at those of a thousand others needs few page tables. All of that is mapped from the start. Behind it lie
 * the ranks' windows (segment_windows.c), of which each process maps only those that it uses.
 */
#ifndef SUMAC_SEGMENT_PRIVATE_H
#define SUMAC_SEGMENT_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "segment/segment.h"

enum { SUMAC_SEGMENT_NEAR_BYTES = 65536 };

/* The possible sleepers: the library's own threads, and one that waits in a call. */
enum { SUMAC_SEGMENT_CALLER = SUMAC_SEGMENT_N_THREADS, SUMAC_SEGMENT_N_SLEEPERS };

/* The first page of a part. The words of sleeping have two cache lines of their own, as processors fetch lines in pairs. */
struct sumac_segment_header {
	_Alignas(128) struct sumac_segment_sleeper {
		_Atomic uint32_t sleeps; /* 1: a wake is wanted; the waker clears it */
		_Atomic uint32_t events;
	} sleepers[SUMAC_SEGMENT_N_SLEEPERS];
	/* For the exchanges at start-up: the number of the latest that this rank has come to, and its values. */
	_Alignas(128) _Atomic uint32_t came;
	struct sumac_segment_offer {
		_Atomic uint64_t offset, len_bytes;
	} offers[2];
	_Alignas(128) uint8_t board[SUMAC_SEGMENT_BOARD_BYTES];
};
_Static_assert(sizeof(struct sumac_segment_header) == SUMAC_SEGMENT_PAGE_BYTES, "the header is one page");

/* A range of the own part; all of them, in order and without gaps, are a list. */
struct sumac_segment_range {
	struct sumac_segment_range *next;
	uint64_t offset, len_bytes;
	bool is_taken;
	bool is_apart;	/* the range before lies elsewhere */
	uint8_t *start; /* of a window that is in use: where it lies here */
};

/* A stretch of windows, of any rank, that is mapped. */
struct sumac_segment_extent {
	struct sumac_segment_extent *next;
	uint64_t first, len_bytes; /* in the file */
	uint8_t *start;
};

/* The parts of the file that are mapped in this process, for those who share it there. */
struct sumac_segment_map {
	uint8_t *base; /* the near and far pieces */
	uint64_t len_bytes;
	int fd;
	uint64_t device, inode; /* the descriptor stands for this file, as long as the program leaves it alone */
	pthread_mutex_t lock;	/* of the extents */
	struct sumac_segment_extent *extents;
	atomic_int n_users;
};

struct sumac_segment {
	uint8_t *base;
	uint64_t mapped_bytes;		    /* from the base on */
	uint64_t far_bytes, window_bytes;   /* of each rank; it may have no room for windows */
	uint64_t first_far, first_window; /* in the file */
	int local_rank, n_local;
	int n_ranks, *local_ranks; /* by rank in the job */
	struct sumac_segment_range *ranges, *windows;
	uint64_t made_from; /* the far part's pages from there on are there */
	bool keeps_windows; /* freed windows are not given out again */
	struct sumac_segment_map *map; /* counts those who share it */
	uint32_t n_gathers;
	struct sumac_segment_piece {
		void *memory;
		uint64_t offset;
		size_t len_bytes;
	} pieces[2]; /* by turns, for exchanges */
};

/* A new memory file for that many ranks, sealed. Its descriptor, or -SUMAC_E.... */
int sumac_segment_create(int n_local);
/* Whether somebody else's descriptor is such a file. 0, or -SUMAC_E.... */
int sumac_segment_check(int fd, int n_local);
/* Has one user, who puts it. The descriptor is kept as one of its own, for windows. NULL: it cannot be mapped. */
struct sumac_segment_map *sumac_segment_map_new(int fd, int n_local);
void sumac_segment_map_put(struct sumac_segment_map *map);
/* A rank's view of a map, of which it becomes a user; local_ranks is taken over, also on failure. */
int sumac_segment_on_map(struct sumac_segment_map *map, int local_rank, int n_local, int *local_ranks, int n_ranks,
			 struct sumac_segment **segment_out);
/* Maps a file and views it; local_ranks is taken over, also on failure. */
int sumac_segment_map(int fd, int local_rank, int n_local, int *local_ranks, int n_ranks, struct sumac_segment **segment_out);

/* Whether a socket's other end is a process of this user, and which: pid_out. */
bool sumac_segment_peer_is_of(int socket_fd, uid_t user, pid_t *pid_out);

int sumac_segment_ranges_init(struct sumac_segment *segment);
void sumac_segment_ranges_fini(struct sumac_segment *segment);
/* NULL: there is no memory. */
struct sumac_segment_range *sumac_segment_range_new(uint64_t offset, uint64_t len_bytes, struct sumac_segment_range *next);
/* Takes the first len_bytes, whole pages, of a free range. False: there is no memory. */
bool sumac_segment_range_take(struct sumac_segment_range *range, uint64_t len_bytes);
/* Frees it, and joins it with its neighbours; `before` is NULL or the range before it. */
void sumac_segment_range_give(struct sumac_segment_range *before, struct sumac_segment_range *range);
void sumac_segment_ranges_free(struct sumac_segment_range *first);

/* A program may have closed the descriptor, and another file may have its number now. */
bool sumac_segment_map_has_its_file(const struct sumac_segment_map *map);

void sumac_segment_extents_unmap(struct sumac_segment_map *map);

static inline struct sumac_segment_header *sumac_segment_header(const struct sumac_segment *segment, int local_rank)
{
	return (struct sumac_segment_header *)(segment->base + (uint64_t)local_rank * SUMAC_SEGMENT_NEAR_BYTES);
}

#endif
