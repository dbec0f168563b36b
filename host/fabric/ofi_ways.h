/*
 * The ways by which libfabric may join the ranks of a job, and which of them is taken. A way is a provider on a network, in
 * libfabric's words a fabric: tcp;ofi_rxm on 10.1.0.0/16. Each rank offers what it has, in libfabric's order, but what needs
 * no layer first; all see all offers, and choose alike.
 */
#ifndef SUMAC_OFI_WAYS_H
#define SUMAC_OFI_WAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fabric/libfabric.h"

enum { SUMAC_OFI_MAX_WAYS = 8, SUMAC_OFI_WAYS_TEXT_CAP = 400 };

struct sumac_ofi_offer {
	uint64_t host;	 /* of whose network it is a part; hashes, all of them */
	uint32_t n_ways; /* 0: this rank has none */
	uint32_t reserved;
	struct sumac_ofi_way {
		uint64_t network; /* the provider and the network */
		uint64_t kind;	  /* the provider and how its addresses look */
		uint64_t address;
	} ways[SUMAC_OFI_MAX_WAYS];
};

/* What an endpoint is for: messages of that length; 0: writes and reads of other ranks' memory, which go on while its owner
 * computes (FI_RMA with FI_PROGRESS_AUTO). */
struct sumac_ofi_need {
	size_t message_bytes;
	bool by_card; /* not by software, which names no device (fi_info.nic) */
};

/* What libfabric has here for that, and the setting `network` allows; infos_out has an entry for each
 * way, to be freed by sumac_ofi_ways_free(). The loopback is among them only if it is asked for. */
void sumac_ofi_ways_find(const struct sumac_libfabric *library, const struct sumac_ofi_need *need,
			 struct sumac_ofi_offer *offer_out, struct fi_info *infos_out[SUMAC_OFI_MAX_WAYS]);
bool sumac_ofi_ways_serves(const struct sumac_ofi_need *need, const struct fi_info *info);
/* The way that this rank takes, from what all offer: all see the same offers, and decide alike. Whatever the setting ranks_a_host
 * says: on one machine it is the loopback, so that no network is needed. The caller's to free; NULL: there is none. */
struct fi_info *sumac_ofi_ways_take(const struct sumac_libfabric *library, const struct sumac_ofi_need *need,
				    const struct sumac_ofi_offer *offers, int n_ranks, int rank,
				    struct fi_info *const infos[SUMAC_OFI_MAX_WAYS]);
void sumac_ofi_ways_free(const struct sumac_libfabric *library, struct fi_info *infos[SUMAC_OFI_MAX_WAYS]);
/* "tcp;ofi_rxm on 10.1.0.0/16 (eth0), ..." */
void sumac_ofi_ways_text(struct fi_info *const infos[SUMAC_OFI_MAX_WAYS], char text_out[SUMAC_OFI_WAYS_TEXT_CAP]);

bool sumac_ofi_ways_share_host(const struct sumac_ofi_offer *offers, int n_ranks);
/* The place of the way that the rank takes in its own offer; -1: there is none that all can take. */
int sumac_ofi_ways_choose(const struct sumac_ofi_offer *offers, int n_ranks, int rank);

#endif
