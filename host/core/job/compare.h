/*
 * Comparing the ranks at start-up.
 */
#ifndef SUMAC_COMPARE_H
#define SUMAC_COMPARE_H

#include "bootstrap/bootstrap.h"

/* Collective. -SUMAC_EBUILD when ranks run different builds, -SUMAC_EMISMATCH when they differ in a setting
 * that all must share; the story names two ranks and what differs, the same on all. */
int sumac_compare_ranks(struct sumac_bootstrap *bootstrap);

#endif
