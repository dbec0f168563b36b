/*
 * Waiting for something that is no call: until a condition holds, which others bring about.
 */
#ifndef SUMAC_WAIT_CONDITION_H
#define SUMAC_WAIT_CONDITION_H

#include <stdbool.h>

struct sumac_job;

/* Under the API lock, where is_so() is called, too. 0; or, with the story, -SUMAC_EPEER when a rank has died, -SUMAC_ETIMEOUT when
 * nothing has moved for the setting timeout, or an error of the NIC's. what: as "another rank's answer". */
int sumac_wait_for_condition(struct sumac_job *job, bool (*is_so)(void *arg), void *arg, const char *what);

#endif
