/*
 * What is wrong with a call, before anything is posted.
 */
#ifndef SUMAC_CHECK_H
#define SUMAC_CHECK_H

#include "core/team.h"

/* 0, or the status with the story. Reads the team's state,
 * the arguments and, of memory, only where it lies. */
int sumac_check_call(const struct sumac_team *team, const struct sumac_call *call);

#endif
