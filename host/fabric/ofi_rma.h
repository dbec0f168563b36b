/*
 * The symmetric heaps of ranks on other hosts, written and read by libfabric while their owners compute. That is the work of an
 * endpoint of its own, since automatic progress changes how an endpoint is locked. Which provider it is, all ranks decide
 * together; it is opened, and the memory registered, when this rank first reaches for another's, or another for this one's.
 * One thread at a time calls.
 */
#ifndef SUMAC_OFI_RMA_H
#define SUMAC_OFI_RMA_H

#include "fabric/ofi_ways.h"

enum {
	SUMAC_OFI_RMA_COPIED_BYTES = 512, /* a write of so many has read its source when it is started */
	SUMAC_OFI_RMA_ADDRESS_BYTES = 120,
	SUMAC_OFI_RMA_WHY_CAP = 200,
};

struct sumac_ofi_rma;

/* What a rank tells another of itself. */
struct sumac_ofi_rma_card {
	uint64_t key, base; /* base: the address of the memory's first byte, as libfabric counts it */
	uint32_t address_bytes; /* 0: it could not open its endpoint */
	char why_not[SUMAC_OFI_RMA_WHY_CAP];
	uint8_t address[SUMAC_OFI_RMA_ADDRESS_BYTES];
};

struct sumac_ofi_rma_host {
	void *ctx;
	/* What was started with that id, towards that rank, is done; or lost, and why. */
	void (*done)(void *ctx, int rank, int id, const char *why_lost);
};

/* Finds what this rank can offer. by_card: as in struct sumac_ofi_need. */
int sumac_ofi_rma_new(const struct sumac_ofi_rma_host *host, void *memory, size_t len_bytes, bool by_card,
		      struct sumac_ofi_offer *offer_out, struct sumac_ofi_rma **rma_out);
/* Whether there is a way that all take: 0, or -SUMAC_EIO with the story. */
int sumac_ofi_rma_choose(struct sumac_ofi_rma *rma, const struct sumac_ofi_offer *offers, int n_ranks, int rank);
void sumac_ofi_rma_close(struct sumac_ofi_rma *rma);

/* This rank's own; opens the endpoint at first. On an error, with the story, it is one that says why not. */
int sumac_ofi_rma_card(struct sumac_ofi_rma *rma, struct sumac_ofi_rma_card *card_out);
int sumac_ofi_rma_meet(struct sumac_ofi_rma *rma, int rank, const struct sumac_ofi_rma_card *card);

/* The most that can be written or read at once. */
size_t sumac_ofi_rma_most(const struct sumac_ofi_rma *rma);
/* Between what is near and what is so far into the memory of that rank, which was met. 0; 1: not now, try again after progress;
 * or -SUMAC_E.... A write that is done has been delivered. */
int sumac_ofi_rma_write(struct sumac_ofi_rma *rma, int rank, uint64_t offset, const void *near, size_t len_bytes, int id);
int sumac_ofi_rma_read(struct sumac_ofi_rma *rma, int rank, uint64_t offset, void *near, size_t len_bytes, int id);
/* > 0 if something was done. Never blocks. */
int sumac_ofi_rma_progress(struct sumac_ofi_rma *rma);

#endif
