/*
 * The ways by which libfabric may join the ranks of a job, and the one that they take. A way is a provider on a
 * network, in libfabric's words a fabric: tcp;ofi_rxm on 10.1.0.0/16. Each rank offers its ways, in libfabric's
 * order, but those without a layer first; all see all offers, and choose alike.
 */
#ifndef SUMAC_OFI_WAYS_H
#define SUMAC_OFI_WAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fabric/libfabric.h"

enum { SUMAC_OFI_MAX_WAYS = 8, SUMAC_OFI_WAYS_TEXT_CAP = 400 };

struct sumac_ofi_offer {
	uint64_t host;	 /* of the network that it is part of; all of these are hashes */
	uint32_t n_ways; /* 0: this rank has none */
	uint32_t reserved;
	struct sumac_ofi_way {
		uint64_t network; /* the provider and the network */
		uint64_t kind;	  /* the provider and how its addresses look */
		uint64_t address;
	} ways[SUMAC_OFI_MAX_WAYS];
};

/* The purpose of an endpoint: messages of that length; 0: writes and reads of other ranks' memory, which progress while its owner
 * computes (FI_RMA with FI_PROGRESS_AUTO). */
struct sumac_ofi_need {
	size_t message_bytes;
	bool by_card; /* not by software, which names no device (fi_info.nic) */
};

/* The ways that libfabric has here for that need and that the setting `network` allows; infos_out has an entry for each way, to
 * be freed by sumac_ofi_ways_free(). The loopback is among them only if it is asked for. */
void sumac_ofi_ways_find(const struct sumac_libfabric *library, const struct sumac_ofi_need *need,
			 struct sumac_ofi_offer *offer_out, struct fi_info *infos_out[SUMAC_OFI_MAX_WAYS]);
bool sumac_ofi_ways_serves(const struct sumac_ofi_need *need, const struct fi_info *info);
/* The way that this rank takes, from all ranks' offers: all see the same offers, and decide alike. On one machine it is always
 * the loopback, whatever the setting ranks_a_host says, so no network is needed. The caller frees it; NULL: there is none. */
struct fi_info *sumac_ofi_ways_take(const struct sumac_libfabric *library, const struct sumac_ofi_need *need,
				    const struct sumac_ofi_offer *offers, int n_ranks, int rank,
				    struct fi_info *const infos[SUMAC_OFI_MAX_WAYS]);
void sumac_ofi_ways_free(const struct sumac_libfabric *library, struct fi_info *infos[SUMAC_OFI_MAX_WAYS]);
/* "tcp;ofi_rxm on 10.1.0.0/16 (eth0), ..." */
void sumac_ofi_ways_text(struct fi_info *const infos[SUMAC_OFI_MAX_WAYS], char text_out[SUMAC_OFI_WAYS_TEXT_CAP]);

bool sumac_ofi_ways_share_host(const struct sumac_ofi_offer *offers, int n_ranks);
/* The place, in the rank's own offer, of the way that it takes; -1: there is none that all can take. */
int sumac_ofi_ways_choose(const struct sumac_ofi_offer *offers, int n_ranks, int rank);

#endif
