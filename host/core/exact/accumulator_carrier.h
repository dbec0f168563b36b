/*
 * Reductions of accumulators, carried by sums of their words.
 */
#ifndef SUMAC_ACCUMULATOR_CARRIER_H
#define SUMAC_ACCUMULATOR_CARRIER_H

#include "core/call/carry.h"

/* For calls of type I64, whose elements are the accumulators' words. */
extern const struct sumac_carrier sumac_carrier_EXACT, sumac_carrier_EXACT_DOT;

#endif
