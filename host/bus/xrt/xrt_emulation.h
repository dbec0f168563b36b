/*
 * Contains the side effects of XRT's emulation of a card: its heap corruption, its signal handlers and its files.
 */
#ifndef SUMAC_XRT_EMULATION_H
#define SUMAC_XRT_EMULATION_H

#include <signal.h>
#include <stdbool.h>

/* 0, or -SUMAC_ENODEV with what is missing. EMULATION_SOCKETID, the job's, becomes the NIC's: ID-NIC. */
int sumac_xrt_emulation_check(int nic);
/* Until the descriptor is closed no other process gets this card: a model serves one connection. 0, or -SUMAC_ENODEV. */
int sumac_xrt_emulation_take(int nic, int *lock_fd_out);

/* To be called around the calls that open a card. */
struct sumac_xrt_emulation {
	sigset_t mask;
	struct sigaction handlers[3];
	bool had_log;
};

void sumac_xrt_emulation_begin(struct sumac_xrt_emulation *emulation);
void sumac_xrt_emulation_end(struct sumac_xrt_emulation *emulation);

#endif
