/*
 * The line that runs a failed job again, with the same faults on its wire.
 */
#ifndef SUMAC_REPLAY_H
#define SUMAC_REPLAY_H

/* Prints it on stderr, if the job had a fault plan. */
void sumac_replay_tell(const char *title);

#endif
