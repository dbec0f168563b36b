/*
 * What the core may ask of other ranks while a call makes no progress: in which call each of them is. So it
 * tells ranks that disagree from ranks that are slow. Every CPU engine's progress answers such questions.
 */
#ifndef SUMAC_ENGINE_CPU_CONTROL_H
#define SUMAC_ENGINE_CPU_CONTROL_H

#include <stdint.h>

struct sumac_engine_team;

enum { SUMAC_CPU_TEXT_BYTES = 256 };

/* The newest call that a rank began on a team, on whichever engine. seq 0 and an empty text: none yet. */
struct sumac_cpu_current {
	uint64_t digest;
	uint32_t seq;
	char text[SUMAC_CPU_TEXT_BYTES]; /* ends with a 0; as "allreduce sum F64 x 100" */
};

/* Tells this rank's own current call. Calls of the CPU engine are noted when they are posted, with a text of the
 * engine's own unless one has been noted for that number already; the calls of other engines only here. */
void sumac_engine_cpu_note(struct sumac_engine_team *cpu_team, uint32_t seq, uint64_t digest, const char *text);

/* Asks a member; call it again, with progress in between, until it answers. 0: answer_out is filled, and the next
 * call asks anew. 1: asked, no answer yet. */
int sumac_engine_cpu_query(struct sumac_engine_team *cpu_team, int team_rank, struct sumac_cpu_current *answer_out);

#endif
