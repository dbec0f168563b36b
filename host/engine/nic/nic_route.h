/*
 * Routes: a team's plans, and where their nodes are in its group's route table.
 */
#ifndef SUMAC_NIC_ROUTE_H
#define SUMAC_NIC_ROUTE_H

#include <stdbool.h>

#include "engine/nic/nic_engine.h"

struct sumac_nic_team;

/* The plan of one row of plans.def and one root on this rank. */
struct sumac_nic_route {
	bool is_made;
	bool reads_memory, writes_memory;
	struct sumac_plan plan;
	unsigned *entry; /* of each node */
};

/* The needs of the plans of a team that is no larger than the fan-in; NULL: there is no memory to count them. */
const struct sumac_plan_needs *sumac_nic_count_needs(struct sumac_nic_engine *engine, int size);
int sumac_nic_route_get(struct sumac_nic_team *team, const struct sumac_call *call, struct sumac_nic_route **route_out);
int sumac_nic_plan(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_plan *plan_io);
void sumac_nic_routes_free(struct sumac_nic_team *team);

#endif
