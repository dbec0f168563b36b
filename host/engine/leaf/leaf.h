/*
 * A leaf: a team whose ranks share a host. They fold in memory that all of them map: each writes its operand once, and whoever
 * needs the result folds it. No fabric, no plan, no packet. The CPU engine has one for each such team.
 */
#ifndef SUMAC_LEAF_H
#define SUMAC_LEAF_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"

struct sumac_leaf;
struct sumac_segment;

/* Where a member's memory lies in its part of the segment, for its peers. */
struct sumac_leaf_blob {
	uint64_t slots, buffers;
	uint64_t round_bytes;
	uint64_t process, key_at; /* leaf_read.c */
	uint64_t is_there; /* 0: the ranks do not share a host, or there is no room: all members do without the leaf */
	struct sumac_leaf_way {
		uint8_t is_all, is_tried; /* as it has found, and whether it needs no trial */
	} ways[SUMAC_FOUND_SIZES];
};

/* members: where in the description's world_ranks the leaf's ranks are; NULL: all are, in their order. Where there can be no leaf,
 * *leaf_out is NULL, which is no error. The description's listener hears what peers' slots say. */
int sumac_leaf_reserve(struct sumac_segment *segment, const struct sumac_cpu_options *options,
		       const struct sumac_team_desc *desc, const int *members, struct sumac_leaf **leaf_out,
		       struct sumac_leaf_blob *blob_out);
/* blobs: one a member, in order, all there. -SUMAC_ETEAM: they name memory that is not the members';
 * -SUMAC_EMISMATCH, reported: the members' memory is laid out in unlike ways. */
int sumac_leaf_install(struct sumac_leaf *leaf, const struct sumac_leaf_blob *blobs);
/* Has the system give the pages for all that this rank may hand over, which otherwise come as calls touch them. */
void sumac_leaf_touch(struct sumac_leaf *leaf);

/* Takes a call; progress completes it, unless it is done at once. */
int sumac_leaf_post(struct sumac_leaf *leaf, const struct sumac_call *call, struct sumac_ticket *ticket);
/* The same for a call that is like the last one with its memo: as the engine's post_like. */
int sumac_leaf_post_like(struct sumac_leaf *leaf, const struct sumac_call *call, struct sumac_ticket *ticket);
/* > 0: something moved; 0; or -SUMAC_E...: the calls cannot go on, a member is at fault. */
int sumac_leaf_progress(struct sumac_leaf *leaf, int *fault_rank_out);
void sumac_leaf_end_all(struct sumac_leaf *leaf, int status, int fault_rank);

/* 0: there is none. */
uint64_t sumac_leaf_oldest(const struct sumac_leaf *leaf);
/* No call is in progress. */
bool sumac_leaf_is_idle(const struct sumac_leaf *leaf);
int sumac_leaf_waiting_for(const struct sumac_leaf *leaf, int *ranks_out, int cap);
/* Whether that member has come to the call before the oldest: the first of two that belong together. */
bool sumac_leaf_came_before(const struct sumac_leaf *leaf, int rank);
/* Describes how it does such a call. */
const char *sumac_leaf_how(const struct sumac_leaf *leaf, const struct sumac_call *call);

/* Ends every call, and leaves the team. Peers may still read what this rank wrote for the last ones, so the leaf joins a list;
 * a later sumac_leaf_reap() of that gives back the area when they have. Destroy frees what is left when the segment itself is
 * about to be closed. */
void sumac_leaf_leave(struct sumac_leaf *leaf, struct sumac_leaf **left_io);
void sumac_leaf_reap(struct sumac_leaf **left_io);
void sumac_leaf_destroy(struct sumac_leaf **left_io);

#endif
