/*
 * Staging: a team's memory for calls on memory that the NIC does not reach.
 */
#ifndef SUMAC_NIC_STAGING_H
#define SUMAC_NIC_STAGING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bus/bus.h"

enum { SUMAC_NIC_STAGING_SLOTS = 2 }; /* calls of a team that may use staging at a time */

struct sumac_nic_team;

/* Staging for one call: a piece for its source and, behind it, one for its destination. */
struct sumac_nic_staging_slot {
	struct sumac_bus_window grown; /* its own window, if it has outgrown the team's; else length 0 */
	uint16_t window;
	uint64_t offset; /* in the window */
	uint8_t *memory;
	size_t piece_bytes;
	bool is_busy;
};

void sumac_nic_staging_init(struct sumac_nic_team *team, size_t offset, size_t piece_bytes);
/* Takes a free slot with pieces of at least that length. If none is free now: 0, and slot_out is NULL. */
int sumac_nic_staging_take(struct sumac_nic_team *team, size_t len_bytes, struct sumac_nic_staging_slot **slot_out);
void sumac_nic_staging_free(struct sumac_nic_team *team);

#endif
