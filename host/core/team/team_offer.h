/*
 * Exchanges between the members of a team that is being made: what each engine has reserved for it, and that all is installed.
 */
#ifndef SUMAC_TEAM_OFFER_H
#define SUMAC_TEAM_OFFER_H

#include "core/team/team.h"

enum { SUMAC_PAIR_BYTES = 64 };

/* The making of one team: the exchange, and the members' places in it. */
struct sumac_maker {
	struct sumac_job *job;
	struct sumac_team *team; /* NULL: this rank only observes */
	const struct sumac_oob *oob;
	int exchange_size;
	const int *members; /* the members' ranks in the exchange; NULL: their ranks in the team */
	int size;
};

/* Gathers the members' records, in the team's order. An observer's own record is not read. */
int sumac_maker_gather(const struct sumac_maker *maker, const void *record, size_t len_bytes, void **records_out);

/* Reserves and installs on all members; if one NIC refuses, no NIC takes part in the team. */
int sumac_maker_offer(struct sumac_maker *maker);

#endif
