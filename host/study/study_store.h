/*
 * The folder that a study keeps its results in. It holds a file for each finished point, KEY.json, which is there whole or not at
 * all; a log for each point that has run, KEY.log; the tables; and what running points write, which the next study removes.
 */
#ifndef SUMAC_STUDY_STORE_H
#define SUMAC_STUDY_STORE_H

#include <stdio.h>

#include "study/study_points.h"

struct sumac_study_store {
	const char *folder;  /* absolute */
	const char *running; /* below it */
};

/* Makes the folder and locks it until this process ends. 0, or an error with a story: it cannot be made, or another study has
 * it. */
int sumac_study_store_open(const char *folder, struct sumac_study_store *store_out);

/* Writes a file anew: under another name, on the disk, and then under its own. 0, or -1 with errno, and the old file is there. */
int sumac_study_store_write(const struct sumac_study_store *store, const char *name, void (*print)(FILE *to, const void *ctx),
			    const void *ctx);
/* 0, or -1 with errno: whether there is room for what a point is about to write. */
int sumac_study_store_probe(const struct sumac_study_store *store);

/* Takes what an earlier study has kept of this point; without that, the point stays as it is. */
void sumac_study_store_load(const struct sumac_study_store *store, struct sumac_study_point *point);
/* Keeps the point's result. 0, or -1 with errno. */
int sumac_study_store_keep(const struct sumac_study_store *store, const struct sumac_study_point *point);

#endif
