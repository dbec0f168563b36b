/*
 * Engines and a bus that exist in this process's memory only, for tests of the core: ranks are threads, and a
 * call is done when all members have posted it. The test sets what goes wrong.
 */
#ifndef FAKE_ENGINE_H
#define FAKE_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/engine.h"

enum { FAKE_MAX_RANKS = 16, FAKE_MAX_POSTS = 8, FAKE_CPU = 0, FAKE_NIC = 1 };

struct fake_plan {
	/* Statuses by rank of the job; 0: all goes well. */
	int bus_open_status[FAKE_MAX_RANKS];
	int reserve_status[2][FAKE_MAX_RANKS];
	const char *reserve_told[2]; /* what the engine says about it, or NULL */
	int install_status[2][FAKE_MAX_RANKS];
	int post_status[2][FAKE_MAX_RANKS];
	bool nics_lack_scans;
	bool nic_lacks_sum[FAKE_MAX_RANKS]; /* else the NIC does SUM, OR and MAX on I32, U8 */
	bool nics_have_i64;
	bool is_mute[FAKE_MAX_RANKS];	    /* answers no question */
	bool keeps_failed_calls;	    /* never lets go of a failed team's calls */
	bool is_brief;			    /* calls say that little is left to do once all have come */
	bool moves_idly;		    /* progress always says that something moved */
};

extern struct fake_plan fake_plan;

/* Counters since fake_reset(). */
extern atomic_int fake_posts[2], fake_repeats[2], fake_teams[2], fake_fails[2]; /* repeats: of the posts */
extern atomic_int fake_bus_waiting, fake_bus_running, fake_bus_open;
/* The newest post on any rank. */
extern atomic_uint fake_newest_seq;
/* The newest post on rank 0. */
extern struct sumac_call fake_newest_call;
/* As set by the core. */
extern atomic_size_t fake_staging_bytes;
/* The newest loan that the NIC engine was offered, and refused. */
extern atomic_size_t fake_offered_bytes;
extern struct sumac_cpu_options fake_cpu_options;

void fake_reset(void);
/* Frees what is left; asserts that no team was left behind. */
void fake_check_empty(void);

#endif
