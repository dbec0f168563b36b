/*
 * The keeper: the process that the user starts and signals. It forks the launcher proper and
 * outlives it, so that a job ends whole whichever of the two is killed.
 */
#ifndef SUMAC_KEEPER_H
#define SUMAC_KEEPER_H

/* Runs body(ctx, lifeline_fd) in a child and returns the exit status that body returned. Signals to this
 * process go on to the child (blocked there: it reads them by signalfd). Afterwards all descendants
 * are gone and job_dir is removed. lifeline_fd reads as ended when this process is no more. */
int sumac_keeper_keep(const char *title, const char *job_dir, int (*body)(void *ctx, int lifeline_fd), void *ctx);

/* The signals that both sides take by signalfd, without those that were ignored before; blocked on return. */
int sumac_keeper_signal_fd(void);
/* Undoes the blocking, in a child before exec. */
void sumac_keeper_unblock_signals(void);

#endif
