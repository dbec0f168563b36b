/*
 * Opening an emulated card: XRT's trap, its signal handlers and its files.
 */
#ifndef SUMAC_XRT_OPENING_H
#define SUMAC_XRT_OPENING_H

#include <signal.h>
#include <stdbool.h>

/* 0, or -SUMAC_ENODEV with what is missing. EMULATION_SOCKETID, the job's, becomes the NIC's: ID-NIC. */
int sumac_xrt_opening_check(int nic);
/* Until the descriptor is closed no other process gets this card: a model serves one connection. 0, or -SUMAC_ENODEV. */
int sumac_xrt_opening_take(int nic, int *lock_fd_out);

/* To be called around the calls that open a card. */
struct sumac_xrt_opening {
	sigset_t mask;
	struct sigaction handlers[3];
	bool had_log;
};

void sumac_xrt_opening_begin(struct sumac_xrt_opening *opening);
void sumac_xrt_opening_end(struct sumac_xrt_opening *opening);

#endif
