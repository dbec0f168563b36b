/*
 * Maps ranks to NICs: by rank number where NICs are made for the job, else by the card that each rank names.
 */
#include "core/job/nic_map.h"

#include <stdlib.h>

#include "spec/spec.h"

static int init(int n_ranks, struct sumac_nic_map *places_out)
{
	*places_out = (struct sumac_nic_map){ .n_ranks = n_ranks, .nic_of = malloc((size_t)n_ranks * sizeof(int)),
						 .owner_of = malloc((size_t)n_ranks * sizeof(int)) };
	if (places_out->nic_of && places_out->owner_of)
		return 0;
	sumac_nic_map_free(places_out);
	return -SUMAC_ENOMEM;
}

static void put(struct sumac_nic_map *map, int rank, int nic)
{
	map->nic_of[rank] = nic;
	if (nic < map->n_nics)
		return;
	map->owner_of[nic] = rank;
	map->n_nics = nic + 1;
}

int sumac_nic_map_in_rows(int n_ranks, int n_nics, struct sumac_nic_map *places_out)
{
	int err = init(n_ranks, places_out);

	if (!n_nics || n_nics > n_ranks)
		n_nics = n_ranks;
	for (int rank = 0; rank < n_ranks && !err; rank++)
		put(places_out, rank, (int)((int64_t)rank * n_nics / n_ranks));
	return err;
}

int sumac_nic_map_by_card(int n_ranks, const uint64_t *cards, struct sumac_nic_map *places_out)
{
	int err = init(n_ranks, places_out);

	for (int rank = 0; rank < n_ranks && !err; rank++) {
		int nic = 0;

		while (nic < places_out->n_nics && cards[places_out->owner_of[nic]] != cards[rank])
			nic++;
		put(places_out, rank, nic);
	}
	return err;
}

void sumac_nic_map_free(struct sumac_nic_map *map)
{
	free(map->nic_of);
	free(map->owner_of);
	*map = (struct sumac_nic_map){ 0 };
}
