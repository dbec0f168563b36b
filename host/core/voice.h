/*
 * Who speaks of a failure: of what has failed for a whole team, one of its ranks.
 */
#ifndef SUMAC_VOICE_H
#define SUMAC_VOICE_H

#include "core/team.h"

/* Writes "PE 2" or, for a team, "PEs 0 to 3" (with whatever word a rank has). */
void sumac_voice_name(const struct sumac_team *team, const char *word, char *who_out, size_t cap_bytes);

#endif
