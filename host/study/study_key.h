/*
 * The identity of a point: the text of all that its result depends on, and a short key of it, by which the result is kept.
 */
#ifndef SUMAC_STUDY_KEY_H
#define SUMAC_STUDY_KEY_H

#include "study/study_points.h"

/* Fills in identity, key and twin of all points. A file that a command or a setting names, relative to this folder or on PATH,
 * belongs to the identity with its contents; so do the libraries, and the rack of the point's NIC. */
void sumac_study_key_all(struct sumac_study *study, const char *folder);

#endif
