/*
 * The map from ranks to NICs, which all ranks work out alike. The lowest rank of a NIC is its owner, which alone opens it.
 */
#ifndef SUMAC_NIC_MAP_H
#define SUMAC_NIC_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct sumac_nic_map {
	int n_ranks, n_nics; /* NICs that a rank uses */
	int *nic_of;	     /* by rank */
	int *owner_of;	     /* by NIC: a rank */
};

/* Consecutive ranks share a NIC; all NICs have the same number of ranks, or one more. If n_nics is 0 or above n_ranks, each rank
 * has its own NIC. Returns 0 or -SUMAC_ENOMEM. */
int sumac_nic_map_in_rows(int n_ranks, int n_nics, struct sumac_nic_map *places_out);
/* cards: by rank, the number of its card; NICs have the order of their owners. */
int sumac_nic_map_by_card(int n_ranks, const uint64_t *cards, struct sumac_nic_map *places_out);
void sumac_nic_map_free(struct sumac_nic_map *map);

/* Whether any NIC has more than one rank. */
static inline bool sumac_nic_map_are_shared(const struct sumac_nic_map *map)
{
	return map->n_nics < map->n_ranks;
}

#endif
