/*
 * Which engine takes a call, and why: decided from what all
 * ranks of the team know, so that all decide alike.
 */
#ifndef SUMAC_OFFLOAD_H
#define SUMAC_OFFLOAD_H

#include "core/team/team.h"

/* The engine; reason_out gets a phrase that lives as long as the team. */
enum sumac_engine_kind sumac_offload_decide(const struct sumac_team *team, enum sumac_coll coll, int op, int type,
					    const char **reason_out);

/* The same for a call that a carrier carries (carry.h), or, with NULL, for the call itself. */
struct sumac_carrier;
enum sumac_engine_kind sumac_offload_decide_carried(const struct sumac_team *team, const struct sumac_call *call,
						    const struct sumac_carrier *carrier, const char **reason_out);

#endif
