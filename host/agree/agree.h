/*
 * What ranks tell each other about their calls, whichever engine computes them: so ranks that disagree are
 * told from ranks that are slow, a failure on one rank becomes known to all, and the story says who called
 * what. Messages travel over the fabric, and are answered whenever a rank is inside Sumac.
 */
#ifndef SUMAC_AGREE_H
#define SUMAC_AGREE_H

#include <stdbool.h>
#include <stdint.h>

#include "agree/note.h"

struct sumac_agree;	 /* of a job */
struct sumac_agree_team; /* of a team */
struct sumac_fabric;

enum sumac_heard { SUMAC_NOT_HEARD, SUMAC_HEARD, SUMAC_HEARD_AT_LAST };

/* poll(ctx) pushes the whole job on once, and tells whether something moved: what is done while waiting for
 * answers. Messages move when whoever owns the fabric pushes it on, too. */
int sumac_agree_open(struct sumac_fabric *fabric, int (*poll)(void *ctx), void *ctx, struct sumac_agree **agree_out);
/* Its teams have been freed. */
void sumac_agree_close(struct sumac_agree *agree);
/* Takes messages in, and sends what is owed; > 0 if something moved. Never blocks. */
int sumac_agree_progress(struct sumac_agree *agree);

/* Before any engine reserves the team. contexts: the team's, by kind of engine, as its owner keeps them; NULL where
 * it has none. They are looked at whenever the team fails. */
int sumac_agree_team_make(struct sumac_agree *agree, const struct sumac_team_desc *desc,
			  struct sumac_engine *const *engines, struct sumac_engine_team *const *contexts,
			  struct sumac_agree_team **team_out);
/* When its contexts are gone. If the team has failed, waits a little until the members have been told. */
void sumac_agree_team_free(struct sumac_agree_team *team);
/* For the engines: what they find is told here. */
struct sumac_engine_listener *sumac_agree_listener(struct sumac_agree_team *team);

/* Tells this rank's own newest call, before an engine is given it. */
void sumac_agree_note(struct sumac_agree_team *team, const struct sumac_note *note);

/* Asks a member; call it again, with progress in between, until it answers. 0: answer_out is filled, and the
 * next call asks anew. 1: asked, no answer yet. */
int sumac_agree_ask(struct sumac_agree_team *team, int team_rank, struct sumac_notes *answer_out);

/* What a member has told so far, if anything; at last: when
 * the team failed there. Of this rank: its own notes. */
enum sumac_heard sumac_agree_heard(struct sumac_agree_team *team, int team_rank, struct sumac_notes *notes_out);

/* Fails the team on its engines, here and on all members. Only the first failure counts. */
void sumac_agree_fail(struct sumac_agree_team *team, int status, int fault_rank);

/* 0, or the status with which the team has failed, here or on
 * a member once this rank has come to the call that failed. */
int sumac_agree_status(struct sumac_agree_team *team, int *fault_rank_out);

#endif
