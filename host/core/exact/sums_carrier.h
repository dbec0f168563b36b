/*
 * Sums of binary32 and binary64 that do not depend on which rank holds which operand, as the setting sums asks: exact ones, carried
 * by sums of accumulators' words, and reproducible ones, carried by sums of four words an element.
 */
#ifndef SUMAC_SUMS_CARRIER_H
#define SUMAC_SUMS_CARRIER_H

#include "core/call/carry.h"

/* The carrier that settings ask for, also narrow_sums; NULL: none, the call goes as it is. may_wait: it is a blocking call. */
const struct sumac_carrier *sumac_carrier_for(const struct sumac_job *job, const struct sumac_call *call, bool may_wait);

#endif
