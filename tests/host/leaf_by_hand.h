/*
 * LEAF_RANKS (3) ranks of a host, which are a leaf, driven by hand: for tests that look inside.
 */
#ifndef LEAF_BY_HAND_H
#define LEAF_BY_HAND_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"
#include "engine/leaf/leaf_private.h"

#ifndef LEAF_RANKS
#define LEAF_RANKS 3
#endif

enum { N = LEAF_RANKS, N_SLOTS = 4 };
static const struct sumac_cpu_options options = { .chunk_bytes = 256, .window = 2, .n_slots = N_SLOTS, .small_bytes = 512,
						  .round_bytes = 4096 };
static struct solo solo;
static struct sumac_call calls[N][16];
static struct sumac_ticket tickets[N][16];

static inline int close_leaf(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

static inline struct sumac_leaf *leaf_of(int rank)
{
	return solo.team[rank]->leaf;
}

static inline struct sumac_ticket *post_sum(int rank, uint32_t seq, struct sumac_call call)
{
	call.op = SUMAC_OP_SUM;
	call.type = SUMAC_TYPE_I32;
	call.seq = call.digest = seq;
	calls[rank][seq] = call;
	assert_int_equal(solo_post(&solo, rank, &calls[rank][seq], &tickets[rank][seq]), 0);
	return &tickets[rank][seq];
}

static inline int waits_of(int rank, int ranks_out[N])
{
	return solo.engine[rank]->ops->waiting_for((struct sumac_engine_team *)solo.team[rank], ranks_out, N);
}

#endif
