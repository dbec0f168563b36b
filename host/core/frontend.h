/*
 * Functions for front ends, in addition to sumac.h. Exported under the version node SUMAC_PRIVATE, for libraries of the same
 * build only.
 */
#ifndef SUMAC_FRONTEND_H
#define SUMAC_FRONTEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sumac.h"

struct sumac_bootstrap;

/* The library is compiled with hidden symbols; these are the exceptions. */
#pragma GCC visibility push(default)

/* An allgather between ranks that will form a team; recv_out gets one value from each rank, in rank order. */
struct sumac_oob {
	void *ctx;
	int (*allgather)(void *ctx, const void *value, size_t len_bytes, void *recv_out);
};

/* sumac_init() over the caller's own bootstrap. On success the library owns the bootstrap: it has copied it and will close it. If
 * the library is already initialised, the caller joins that job, which must have the same ranks in the same order; else all ranks
 * get -SUMAC_ESTATE. */
int sumac_init_with(const struct sumac_bootstrap *bootstrap);

/* Collective over the `size` ranks that the caller's allgather connects; this one is number `rank`.
 * world_ranks are their ranks in the job, in the team's order. */
int sumac_team_create(const struct sumac_oob *oob, int rank, int size, const int *world_ranks,
		      struct sumac_team **team_out);

/* Local: this rank makes no more calls on the team. Other members may still be receiving, so its memory is kept until all have
 * released the team and then make another one together, or until sumac_finalize(). Where all members meet anyway,
 * sumac_team_free() frees it at once. */
int sumac_team_release(struct sumac_team *team);

/* The key that a team's members share and no other team has; 0 if the pointer is no team. */
uint64_t sumac_team_key(const struct sumac_team *team);

/* 1 if calls of that kind go to the NICs on this team, else 0.
 * The reason goes to reason_out, and lives as long as the team. */
int sumac_team_is_offloaded(const struct sumac_team *team, enum sumac_op op, enum sumac_type type,
			    const char **reason_out);

/* Whether a request of that kind, once all ranks have made it, progresses while no thread of the program calls the library;
 * decided from what all ranks share. count: elements of all parts together. If not, reason_out says why, until the thread's next
 * call. */
bool sumac_team_drives(const struct sumac_team *team, enum sumac_coll coll, enum sumac_op op, enum sumac_type type,
		       size_t count, const char **reason_out);

/* The fate of a call that no engine of Sumac got: the host library did it or, if it is a reduction, perhaps nobody. At its end
 * the job says how many of its reductions Sumac took. */
enum sumac_left { SUMAC_LEFT_OTHER, SUMAC_LEFT_REDUCTION, SUMAC_LEFT_UNDONE };

/* Leaves a note for the launcher that MPI ran in this process and that none of its calls came to Sumac. */
void sumac_note_bypass(void);
/* Counts a call that no engine got, for the report; texts are copied. bytes: one rank's contribution. */
void sumac_report_left(const char *call, enum sumac_left left, uint64_t bytes, const char *reason);
/* Refuses a call that the setting require forbids and no report counts: the launcher will fail the job. The story says where the
 * call would have gone. Returns the error. */
int sumac_refuse(const char *call, const char *elsewhere, const char *reason);

/* While a call waits, the hook is called between polls; it must
 * return > 0 if it moved something. At most 8 hooks. */
int sumac_progress_hook_add(int (*hook)(void *ctx), void *ctx);
void sumac_progress_hook_remove(int (*hook)(void *ctx), void *ctx);

/* Ends a request whose call is over already, as sumac_wait() does; looks for no news of any other. */
int sumac_end_if_over(struct sumac_request **request, bool *is_over_out);

/* Runs the engines and the hooks once, for a front end that waits for something of its own. */
void sumac_progress(void);

/* Whether this rank should print the error of a call on the team: only one rank of a failed team should. who_out: the ranks
 * concerned, as "PE 2" or "PEs 0 to 3" with "PE" as the word. */
bool sumac_team_should_report(const struct sumac_team *team, const char *word, char *who_out, size_t cap_bytes);

/* Whether a rank of the job is on this rank's host, and so shares memory with it. */
bool sumac_is_on_this_host(int world_rank);

/* Collective over the job: gives each rank zeroed memory that all ranks of its host see. It lives as long as the job. */
int sumac_host_pages_open(size_t len_bytes);
/* A rank's page; NULL if it has none or is on another host. */
void *sumac_host_page(int world_rank);
/* Called before the job ends. */
void sumac_host_pages_forget(void);

/* Whether this process was forked from the one that has the job: such a child may call nothing. */
bool sumac_is_forked(void);

/* Whether any thread, perhaps this one, is in the middle of a call: the library must not end under it. */
bool sumac_is_in_a_call(void);

/* Tells the launcher that this process is about to end with this status, other than 0. */
void sumac_note_exit(int status);

/* Whether NICs are closed by an exit handler that sumac_init() registered, so that nothing that runs later can use them. */
bool sumac_exit_closes_nics(void);

/* Whether this process is the first of the job to ask with this word (a file name), so that one speaks for all. Without a
 * launcher's folder, rank 0 is the first. */
bool sumac_is_first(const char *word);

/* Ends the whole job through the bootstrap, saying why; without one, this process. Does not return. */
void sumac_abort(int exit_status, const char *why) __attribute__((noreturn));

#pragma GCC visibility pop

#endif
