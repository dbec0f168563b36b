/*
 * The symmetric heaps of ranks on other hosts, written and read by libfabric while their owners compute. An endpoint
 * of its own does this, since automatic progress changes how an endpoint is locked. All ranks choose the provider
 * together; it is opened, and the memory registered, when this rank first reaches for another's memory, or another
 * for this one's. One thread at a time calls.
 */
#ifndef SUMAC_OFI_RMA_H
#define SUMAC_OFI_RMA_H

#include "fabric/ofi_ways.h"

enum {
	SUMAC_OFI_RMA_COPIED_BYTES = 512, /* a write of up to this many bytes has read its source when it is started */
	SUMAC_OFI_RMA_ADDRESS_BYTES = 120,
	SUMAC_OFI_RMA_WHY_CAP = 200,
};

struct sumac_ofi_rma;

/* The card that a rank gives another: all that the other must know about it. */
struct sumac_ofi_rma_card {
	uint64_t key, base; /* base: the address of the memory's first byte, as libfabric counts it */
	uint32_t address_bytes; /* 0: it could not open its endpoint */
	char why_not[SUMAC_OFI_RMA_WHY_CAP];
	uint8_t address[SUMAC_OFI_RMA_ADDRESS_BYTES];
};

struct sumac_ofi_rma_host {
	void *ctx;
	/* The operation that was started with that id, towards that rank, is done; or lost, and why. */
	void (*done)(void *ctx, int rank, int id, const char *why_lost);
};

/* Finds what this rank can offer. by_card: as in struct sumac_ofi_need. */
int sumac_ofi_rma_new(const struct sumac_ofi_rma_host *host, void *memory, size_t len_bytes, bool by_card,
		      struct sumac_ofi_offer *offer_out, struct sumac_ofi_rma **rma_out);
/* Whether there is a way that all can take: 0, or -SUMAC_EIO with the story. */
int sumac_ofi_rma_choose(struct sumac_ofi_rma *rma, const struct sumac_ofi_offer *offers, int n_ranks, int rank);
void sumac_ofi_rma_close(struct sumac_ofi_rma *rma);

/* This rank's own card; opens the endpoint the first time. On an error, with the story, the card says why it has none. */
int sumac_ofi_rma_card(struct sumac_ofi_rma *rma, struct sumac_ofi_rma_card *card_out);
int sumac_ofi_rma_meet(struct sumac_ofi_rma *rma, int rank, const struct sumac_ofi_rma_card *card);

/* The most that can be written or read at once. */
size_t sumac_ofi_rma_most(const struct sumac_ofi_rma *rma);
/* Moves bytes between near memory and this offset in the memory of that rank, which was met. 0; 1: not now, try again after
 * progress; or -SUMAC_E.... A write that is done has been delivered. */
int sumac_ofi_rma_write(struct sumac_ofi_rma *rma, int rank, uint64_t offset, const void *near, size_t len_bytes, int id);
int sumac_ofi_rma_read(struct sumac_ofi_rma *rma, int rank, uint64_t offset, void *near, size_t len_bytes, int id);
/* > 0 if any operation was done. Never blocks. */
int sumac_ofi_rma_progress(struct sumac_ofi_rma *rma);

#endif
