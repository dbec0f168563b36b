/*
 * Chooses the one rank that reports a team's failure, and names its ranks as users know them.
 */
#ifndef SUMAC_REPORTER_H
#define SUMAC_REPORTER_H

#include "core/team/team.h"

/* Writes "PE 2" or, for a team, "PEs 0 to 3" (with whatever word a rank has). */
void sumac_reporter_name(const struct sumac_team *team, const char *word, char *who_out, size_t cap_bytes);

#endif
