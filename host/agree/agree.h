/*
 * Ranks tell each other about their calls, whichever engine computes them. This distinguishes ranks that disagree from ranks that
 * are slow, makes a failure on one rank known to all, and lets an error message say who called what. Messages travel over the
 * fabric; a rank answers them whenever it is inside Sumac.
 */
#ifndef SUMAC_AGREE_H
#define SUMAC_AGREE_H

#include <stdbool.h>
#include <stdint.h>

#include "agree/note.h"

struct sumac_agree;	 /* one per job */
struct sumac_agree_team; /* one per team */
struct sumac_fabric;

enum sumac_heard { SUMAC_NOT_HEARD, SUMAC_HEARD, SUMAC_HEARD_AT_LAST };

/* pass(ctx) drives the whole job once and, if nothing moved, lets a little time pass, in which other threads may be inside the
 * library; it is called while a rank waits for answers. Messages also move whenever the fabric's owner drives the fabric. */
int sumac_agree_open(struct sumac_fabric *fabric, void (*pass)(void *ctx), void *ctx, struct sumac_agree **agree_out);
/* Its teams must have been freed. */
void sumac_agree_close(struct sumac_agree *agree);
/* Handles messages that have arrived, and sends those that are owed; > 0 if something moved. Never blocks. */
int sumac_agree_progress(struct sumac_agree *agree);

/* To be called before any engine reserves the team. The description's ranks outlive the agreement's team. contexts: the owner's
 * array of the team's contexts by kind of engine, NULL where there is none; it is read whenever the team fails. */
int sumac_agree_team_make(struct sumac_agree *agree, const struct sumac_team_desc *desc,
			  struct sumac_engine *const *engines, struct sumac_engine_team *const *contexts,
			  struct sumac_agree_team **team_out);
/* To be called when its contexts are gone. If the team has failed, waits briefly until the members have been
 * told. */
void sumac_agree_team_free(struct sumac_agree_team *team);
/* The listener to which the engines report what they find. */
struct sumac_engine_listener *sumac_agree_listener(struct sumac_agree_team *team);

/* Notes this rank's newest call, before an engine gets it. */
void sumac_agree_note(struct sumac_agree_team *team, const struct sumac_note *note);

/* Asks a member; call it again, with progress in between, until it answers. 0: answer_out is filled, and the
 * next call asks anew. 1: asked, no answer yet. */
int sumac_agree_ask(struct sumac_agree_team *team, int team_rank, struct sumac_notes *answer_out);

/* Gets the notes that a member has told so far, if any; AT_LAST: those that it told when the team failed there. For this rank
 * itself: its own notes. */
enum sumac_heard sumac_agree_heard(struct sumac_agree_team *team, int team_rank, struct sumac_notes *notes_out);

/* Fails the team on its engines, here and on all members. Only the first failure counts. */
void sumac_agree_fail(struct sumac_agree_team *team, int status, int fault_rank);

/* 0, or the status with which the team has failed, here or on
 * a member once this rank has come to the call that failed. */
int sumac_agree_status(struct sumac_agree_team *team, int *fault_rank_out);

#endif
