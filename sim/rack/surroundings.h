/*
 * A rack's surroundings in the NICs' own units, and whether they go together.
 */
#ifndef SUMAC_SIM_SURROUNDINGS_H
#define SUMAC_SIM_SURROUNDINGS_H

#include "sim/rack/rack_options.h"
#include "sim/rack/topology.h"

/* The nearest whole number of cycles. */
uint32_t sumac_rack_cycles(const struct sumac_rack_options *options, uint32_t time_ns);
uint64_t sumac_rack_ns(const struct sumac_rack_options *options, uint64_t cycles);
/* Exact. */
struct sumac_vnic_rate sumac_rack_rate(const struct sumac_rack_options *options, uint32_t gbps);

struct sumac_topology sumac_rack_topology(const struct sumac_rack_options *options);

/* Judges options that are in their ranges one by one, and fills in those that follow from others. 0, or -SUMAC_EINVAL after a
 * sentence on standard error. */
int sumac_rack_surroundings_settle(struct sumac_rack_options *options);

#endif
