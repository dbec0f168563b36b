/*
 * CPU engines of several ranks in the test's own thread,
 * with a team of all: for tests that look inside a team.
 */
#ifndef CPU_SOLO_H
#define CPU_SOLO_H

#include "cpu_member.h"

enum { SOLO_MAX = 40, SOLO_KEY = 0x5010 };

struct solo {
	int size, world_ranks[SOLO_MAX];
	struct cpu_member member[SOLO_MAX];
	struct sumac_engine *engine[SOLO_MAX];
	struct sumac_cpu_team *team[SOLO_MAX];
};

/* With slots, the team is a leaf. */
void solo_open(struct solo *solo, int size, struct sumac_cpu_options options);
/* The same on hosts, told by rank. */
void solo_open_on(struct solo *solo, int size, struct sumac_cpu_options options, const int *hosts);
void solo_close(struct solo *solo);
/* Drives every engine until nothing moves. */
void solo_progress(struct solo *solo);

/* Posts a call as the core does, which notes it first. */
int solo_post(struct solo *solo, int rank, struct sumac_call *call, struct sumac_ticket *ticket);
/* The number of chunks in a stream's window. */
int solo_n_held(const struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream);

/* A chunk as it would come from a peer of the team, with these
 * words (len_bytes in all); `header` says from which rank. */
struct sumac_fabric_buf *solo_chunk(struct sumac_cpu_team *team, struct sumac_cpu_chunk_header header,
				    const void *payload, size_t len_bytes);

#endif
