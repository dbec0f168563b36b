/*
 * Groups of the card as an honest host opens, uses and closes them, and the peers at the other end of its channels.
 */
#ifndef TESTS_FUZZ_CARD_GROUP_H
#define TESTS_FUZZ_CARD_GROUP_H

#include "fuzz/card.h"
#include "fuzz/fuzz.h"
#include "sim/frame_build.h"

enum {
	OUR_GROUPS = 4,		    /* of the card's, which have memory */
	OUR_PEERS = 2,		    /* and so many channels each */
	RING_LOG2 = 4,
	SLOT_LOG2 = 1,		    /* of beats */
	WINDOW_SLOTS_LOG2 = 2,
	GROUP_BYTES = CARD_MEMORY_BYTES / OUR_GROUPS, /* of memory, at CARD_BASE + GROUP_BYTES * group, with guards at its ends */
	GUARD_BYTES = 64,
	DRING_AT = 0x400, CRING_AT = 0x800, DATA_AT = 0x1000, RESULT_AT = 0x2000, /* from there on */
	POOL_BEATS = 128,
	FAILED = 2,		    /* in G_STATE */
	CLOSE_CYCLES = 40000,	    /* a group whose peers answer has closed within these, */
	DOUBT_CYCLES = 300000,	    /* and within these any group: after six doublings it waits no more (R17) */
	CALL_CYCLES = 20000,	    /* and a call has ended */
};

enum card_route {
	ROUTE_SEND,    /* memory to all peers */
	ROUTE_FOLD,    /* this rank and all peers, to memory */
	ROUTE_RELAY,   /* the same, to memory and the last peer */
	ROUTE_SCATTER, /* a part of memory to each peer */
	ROUTE_GATHER,  /* a part of memory from each peer */
	N_ROUTES,
};

struct card_desc {
	unsigned op, type, flags, inline_len;
	uint32_t route, seq, part_bytes, digest;
	uint64_t count;
	uint16_t src_window, dst_window;
	uint64_t src, dst; /* offsets */
};

/* The card, with no group open; at the end, all that live close without being failed. */
void groups_begin(bool is_slow);
void groups_finish(void);

uint8_t *group_memory(uint32_t group);
uint32_t group_window(uint32_t group);
uint32_t group_channel(uint32_t group, uint32_t peer);

/* The group's registers as group_open writes them, for who changes some of them. */
struct nic_group group_layout(uint32_t group, uint32_t key);
struct nic_channel channel_layout(uint32_t group, uint32_t peer);
/* Window, group, channels, routes. The memory of the group is filled anew. */
void group_open(uint32_t group, uint32_t key);
void group_routes(uint32_t group, uint32_t channels[OUR_PEERS]);

/* The descriptor that reads the group's data, and writes its results. */
struct card_desc group_desc(uint32_t group, uint32_t route, uint64_t count);
void desc_put(uint8_t *at, const struct card_desc *desc);
/* Into the ring, as the next one; the host rings, or pushes it. */
void group_post(uint32_t group, const struct card_desc *desc, bool is_pushed);

/* Whether channels may wait for ever: a peer has acknowledged too much, or nobody sees what it is sent. */
bool are_in_doubt(void);
/* Begins to close a group. One that has failed does not wait. */
void group_end(uint32_t group, bool fail_first);
/* Closes those groups of a mask that live. Their peers answer. */
void groups_close(uint64_t mask, bool fail_first);
/* An allreduce of int32 sums over the group's ranks, which is right, in time. */
void group_allreduce(uint32_t group, unsigned count, bool is_pushed);
/* Guards and sources are as they were. */
void expect_untouched(void);

/* A frame of the peer at the other end of a channel, which knows all that the card has told it. */
struct frame_build peer_frame(uint32_t channel, unsigned kind);
void peer_send(const struct frame_build *frame);
/* The next chunk of a peer's channel: so many words, or, for 0, a slot full. */
void peer_send_next(uint32_t group, uint32_t peer, unsigned n_words, bool is_first, const void *payload);
/* The peers see what came since the last time: they acknowledge, and answer probes and ABORTs. */
void peers_answer(void);

#endif
