/*
 * Waits, without a call, until a condition holds that others bring about.
 */
#ifndef SUMAC_WAIT_CONDITION_H
#define SUMAC_WAIT_CONDITION_H

#include <stdbool.h>

struct sumac_job;

/* Called under the API lock, and calls is_so() under it. 0 or, with the story, -SUMAC_EPEER if a rank has died, -SUMAC_ETIMEOUT
 * if nothing has moved for the setting timeout, or an error of the NIC. what: as "another rank's answer". */
int sumac_wait_for_condition(struct sumac_job *job, bool (*is_so)(void *arg), void *arg, const char *what);

#endif
