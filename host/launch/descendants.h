/*
 * Every process that came from this one, however it was started: a subreaper sees them all.
 */
#ifndef SUMAC_DESCENDANTS_H
#define SUMAC_DESCENDANTS_H

#include <stdbool.h>
#include <sys/types.h>

/* From now on, orphans below this process become its children instead of init's. */
void sumac_descendants_adopt(void);

/* Whether the tree below this process stays. */
typedef bool sumac_descendants_spare(const void *ctx, pid_t pid);

/* Kills them all, but for the trees that is_spared names (NULL: none), and waits until they are gone. */
void sumac_descendants_kill(sumac_descendants_spare *is_spared, const void *ctx);

#endif
