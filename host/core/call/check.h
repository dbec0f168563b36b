/*
 * Finds what is wrong with a call before anything is posted.
 */
#ifndef SUMAC_CHECK_H
#define SUMAC_CHECK_H

#include "core/team/team.h"

/* 0, or a status with a story. Looks at the team's state, the arguments
 * and where the memory lies, but not at what the memory holds. The call has been measured. */
int sumac_check_call(const struct sumac_team *team, const struct sumac_call *call);

#endif
