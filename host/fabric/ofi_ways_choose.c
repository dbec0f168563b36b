/*
 * Chooses the way that the ranks of a job take: rank 0's first way whose network all ranks are on; else, as there may
 * be routers, the first whose kind all ranks have. An address that ranks of two hosts share is no way between them:
 * each host has such a network inside itself, for containers or virtual machines.
 */
#include "fabric/ofi_ways.h"

bool sumac_ofi_ways_share_host(const struct sumac_ofi_offer *offers, int n_ranks)
{
	for (int rank = 1; rank < n_ranks; rank++)
		if (offers[rank].host != offers[0].host)
			return false;
	return true;
}

static bool is_on_another_host(const struct sumac_ofi_offer *offers, int n_ranks, int rank, uint64_t address)
{
	for (int other = 0; other < n_ranks; other++)
		for (uint32_t i = 0; offers[other].host != offers[rank].host && i < offers[other].n_ways; i++)
			if (offers[other].ways[i].address == address)
				return true;
	return false;
}

/* The rank's first way with that network, or with that kind if is_routed; -1: none. */
static int way_of(const struct sumac_ofi_offer *offers, int n_ranks, int rank, const struct sumac_ofi_way *as,
		  bool is_routed)
{
	for (uint32_t i = 0; i < offers[rank].n_ways; i++) {
		const struct sumac_ofi_way *way = &offers[rank].ways[i];

		if ((is_routed ? way->kind == as->kind : way->network == as->network) &&
		    !is_on_another_host(offers, n_ranks, rank, way->address))
			return (int)i;
	}
	return -1;
}

static bool all_have(const struct sumac_ofi_offer *offers, int n_ranks, const struct sumac_ofi_way *as, bool is_routed)
{
	for (int rank = 0; rank < n_ranks; rank++)
		if (way_of(offers, n_ranks, rank, as, is_routed) < 0)
			return false;
	return true;
}

int sumac_ofi_ways_choose(const struct sumac_ofi_offer *offers, int n_ranks, int rank)
{
	for (int is_routed = 0; is_routed <= 1; is_routed++)
		for (uint32_t i = 0; i < offers[0].n_ways; i++)
			if (all_have(offers, n_ranks, &offers[0].ways[i], is_routed))
				return way_of(offers, n_ranks, rank, &offers[0].ways[i], is_routed);
	return -1;
}
