/*
 * What front ends may call besides sumac.h. Exported under the
 * version node SUMAC_PRIVATE: for libraries of the same build only.
 */
#ifndef SUMAC_FRONTEND_H
#define SUMAC_FRONTEND_H

#include <stddef.h>

#include "sumac.h"

struct sumac_bootstrap;

/* The library is compiled with hidden symbols, but for these. */
#pragma GCC visibility push(default)

/* An allgather between ranks that will form a team; recv_out holds one value a rank, in rank order. */
struct sumac_oob {
	void *ctx;
	int (*allgather)(void *ctx, const void *value, size_t len_bytes, void *recv_out);
};

/* sumac_init() over a bootstrap of the caller's. Takes it
 * over (copies it, closes it in the end) if it returns 0.
 * -SUMAC_ESTATE if the library is initialised already. */
int sumac_init_with(const struct sumac_bootstrap *bootstrap);

/* Collective over `size` ranks that the caller's allgather joins, of which this is number `rank`; world_ranks
 * are their ranks in the job, in the team's order. */
int sumac_team_create(const struct sumac_oob *oob, int rank, int size, const int *world_ranks,
		      struct sumac_team **team_out);

/* Local: this rank makes no more calls on the team. Its memory is kept, since other members may still be
 * receiving, until all have let go of it and make another team together, or until sumac_finalize(). Where all
 * members come together anyway, sumac_team_free() gives it back at once. */
int sumac_team_release(struct sumac_team *team);

/* 1 if calls of that kind go to the NICs on this team, else
 * 0, with why in reason_out (lives as long as the team). */
int sumac_team_is_offloaded(const struct sumac_team *team, enum sumac_op op, enum sumac_type type,
			    const char **reason_out);

/* Counts, for the report, a call that the front end left to the host library; texts are copied. */
void sumac_report_left(const char *call, const char *reason);
/* A call was refused for the setting require, and is in no report of calls: the launcher will fail the job.
 * Tells the story, with where the call would have gone, and returns the error. */
int sumac_refuse(const char *call, const char *elsewhere, const char *reason);

/* While a call waits, the hook is called between polls; it
 * returns > 0 if it moved something. At most 8 hooks. */
int sumac_progress_hook_add(int (*hook)(void *ctx), void *ctx);
void sumac_progress_hook_remove(int (*hook)(void *ctx), void *ctx);

/* Runs the engines and the hooks once, for a front end that waits in something of its own. */
void sumac_progress(void);

/* Ends the whole job by way of the bootstrap, saying why; without one, this process. Does not return. */
void sumac_abort(int exit_status, const char *why) __attribute__((noreturn));

#pragma GCC visibility pop

#endif
