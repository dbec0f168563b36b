/*
 * Sums of 16-bit floats that are rounded once, as the setting narrow_sums asks: carried by sums of binary32.
 */
#ifndef SUMAC_WIDE_SUMS_H
#define SUMAC_WIDE_SUMS_H

#include "core/call/carry.h"

/* The carrier of such calls, by SUMAC_WIDE in rules.def; NULL: there is none, or the setting does not ask for it. */
const struct sumac_carrier *sumac_wide_carrier(int op, int type);

#endif
