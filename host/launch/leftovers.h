/*
 * Things that killed jobs have left: folders, and sockets of XRT's emulation.
 */
#ifndef SUMAC_LEFTOVERS_H
#define SUMAC_LEFTOVERS_H

#include <stdbool.h>

#include "launch/job_dir.h"

/* Where to look; NULL or empty: nowhere. */
struct sumac_leftovers_places {
	const char *folders[SUMAC_JOB_DIR_BASES + 1]; /* these hold jobs' folders */
	const char *sockets;			      /* the folder of XRT's sockets */
};

/* Finds what belongs to this user and to no live job, reports each item, and removes it (is_dry: does not). A job lives while one
 * of its locks is held; items without a lock live until they are a minute old, as their job may be about to make one. Links are
 * left alone, and not followed. Returns how many items there were, or -1: no memory. */
int sumac_leftovers_remove(const struct sumac_leftovers_places *places, bool is_dry, void (*tell)(const char *path));

#endif
