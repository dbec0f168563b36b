/*
 * The segment's own structure, for the files that make it, join it, and give out its pages.
 *
 * The file has a near piece of each rank, side by side, and after them a far piece of each. Offsets count through a rank's
 * near piece and on through its far one; nothing given out lies in both. Small things are near, so that a rank that looks
 * at those of a thousand others needs few page tables.
 */
#ifndef SUMAC_SEGMENT_PRIVATE_H
#define SUMAC_SEGMENT_PRIVATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "fabric/segment.h"

enum { SUMAC_SEGMENT_PAGE_BYTES = 4096, SUMAC_SEGMENT_NEAR_BYTES = 65536 };

/* The first page of a part. The words of sleeping have two cache lines of their own, as processors fetch lines in pairs. */
struct sumac_segment_header {
	_Alignas(128) _Atomic uint32_t sleeps; /* 1: a wake is wanted; the waker clears it */
	_Atomic uint32_t events;
	/* Of the exchanges at start-up: the number of the latest that this rank has come to, and its values. */
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
};

struct sumac_segment {
	uint8_t *base;
	uint64_t file_bytes, far_bytes; /* far: of each rank */
	uint64_t first_far;		/* in the file */
	int place, n_places;
	int n_ranks, *places; /* by rank in the job */
	struct sumac_segment_range *ranges;
	struct sumac_segment_map *map; /* counts those who share it */
	uint32_t n_gathers;
	struct sumac_segment_piece {
		void *memory;
		uint64_t offset;
		size_t len_bytes;
	} pieces[2]; /* by turns, for exchanges */
};

/* A new memory file for so many ranks, sealed. Its descriptor, or -SUMAC_E.... */
int sumac_segment_create(int n_places);
/* Whether somebody else's descriptor is such a file. 0, or -SUMAC_E.... */
int sumac_segment_check(int fd, int n_places);
/* Maps it; places is taken over, also on failure. */
int sumac_segment_map(int fd, int place, int n_places, int *places, int n_ranks, struct sumac_segment **segment_out);

/* Whether a socket's other end is a process of this user, and which: pid_out. */
bool sumac_segment_peer_is_of(int socket_fd, uid_t user, pid_t *pid_out);

int sumac_segment_ranges_init(struct sumac_segment *segment);
void sumac_segment_ranges_fini(struct sumac_segment *segment);

static inline struct sumac_segment_header *sumac_segment_header(const struct sumac_segment *segment, int place)
{
	return (struct sumac_segment_header *)(segment->base + (uint64_t)place * SUMAC_SEGMENT_NEAR_BYTES);
}

#endif
