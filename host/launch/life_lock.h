/*
 * A job's proof of life: a file whose lock is held as long as the job lives. A lock needs no clearing up, and does
 * not pass to a process that gets the same number.
 */
#ifndef SUMAC_LIFE_LOCK_H
#define SUMAC_LIFE_LOCK_H

enum sumac_life { SUMAC_LIFE_UNKNOWN /* there is no such file */, SUMAC_LIFE_OVER, SUMAC_LIFE_GOES_ON };

/* Makes the file. Its lock is held until this process and those that it forks have ended, or run other programs. 0, or -1 with
 * errno. */
int sumac_life_lock_hold(const char *path);
enum sumac_life sumac_life_lock_look(const char *path);

#endif
