/*
 * Every process that came from this one, however it was started: a subreaper sees them all.
 */
#ifndef SUMAC_DESCENDANTS_H
#define SUMAC_DESCENDANTS_H

#include <sys/types.h>

/* From now on, orphans below this process become its children instead of init's. */
void sumac_descendants_adopt(void);

/* Kills them all, but for one tree's root (0: none spared), and waits until they are gone. */
void sumac_descendants_kill(pid_t spared_pid);

#endif
