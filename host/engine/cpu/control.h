/*
 * What ranks tell each other of their calls, on whichever engine these are:
 * so the core tells ranks that disagree from ranks that are slow, and says
 * who called what. Every CPU engine's progress answers such questions.
 */
#ifndef SUMAC_ENGINE_CPU_CONTROL_H
#define SUMAC_ENGINE_CPU_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

struct sumac_engine_team;

enum { SUMAC_CPU_NOTES = 12 };

/* What a rank takes a call for. */
struct sumac_cpu_note {
	uint64_t digest; /* of this call and all before it on the team */
	uint64_t count;
	uint32_t seq; /* on the team; 0: there is no such call */
	int32_t root;
	uint8_t coll, op, type;
	uint8_t engine, purpose; /* in the core's numbers; the engine only carries them */
	uint8_t zero[3];
};

/* A rank's last calls on a team, newest first. */
struct sumac_cpu_notes {
	struct sumac_cpu_note call[SUMAC_CPU_NOTES];
};

enum sumac_cpu_heard { SUMAC_CPU_NOT_HEARD, SUMAC_CPU_HEARD, SUMAC_CPU_HEARD_AT_LAST };

/* Tells this rank's own newest call. Calls of the CPU engine that were not noted are when they are posted;
 * the calls of other engines only here. */
void sumac_engine_cpu_note(struct sumac_engine_team *cpu_team, const struct sumac_cpu_note *note);

/* Asks a member; call it again, with progress in between, until it answers. 0: answer_out is filled, and the
 * next call asks anew. 1: asked, no answer yet. */
int sumac_engine_cpu_query(struct sumac_engine_team *cpu_team, int team_rank, struct sumac_cpu_notes *answer_out);

/* What a member has told so far, if anything; at last: when
 * the team failed there. Of this rank: its own notes. */
enum sumac_cpu_heard sumac_engine_cpu_heard(struct sumac_engine_team *cpu_team, int team_rank,
					    struct sumac_cpu_notes *notes_out);

/* 0, or the status with which a member has failed the team,
 * once this rank has come to the call that failed. */
int sumac_engine_cpu_status(struct sumac_engine_team *cpu_team, int *fault_rank_out);

/* The call of that number, or NULL if it is not among them. */
const struct sumac_cpu_note *sumac_cpu_notes_find(const struct sumac_cpu_notes *notes, uint32_t seq);

/* The number of the first call that both know, and know differently; false if there is none. */
bool sumac_cpu_notes_differ(const struct sumac_cpu_notes *left, const struct sumac_cpu_notes *right,
			    uint32_t *seq_out);

#endif
