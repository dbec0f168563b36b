/*
 * The host of tb_sumac_xrt_top: a bus to the kernel that is simulated, on which the host's own NIC engine runs. Its work is
 * written as a plain program (kernel_script.c), which runs as a coroutine and goes on for a cycle of the kernel's whenever it
 * waits.
 */
#ifndef TESTS_RTL_KERNEL_HOST_H
#define TESTS_RTL_KERNEL_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "bus/bus.h"

enum clock_domain { KERNEL, TX, RX, N_CLOCKS };

enum { KERNEL_MHZ_250 = 2000, MAC_MHZ_322 = 1552 }; /* half periods, in ps */

struct kernel_host {
	struct sumac_bus bus;
	uint64_t now;              /* cycles of the kernel's */
	int refused;               /* register accesses */
	/* Set by the script. */
	int half[N_CLOCKS];
	bool holds;                /* the MAC takes no frame half of the time */
	int spoil;                 /* how many frames the MAC is to spoil, of all so far */
	struct {
		uint64_t from, to; /* when it is in reset */
	} reset[N_CLOCKS];
	uint64_t patience_ends;    /* the cycle in which a call is given up; 0: none is */
	/* Told by the MAC. */
	int spoiled, frames, held;
};

void kernel_host_wait(struct kernel_host *h, int cycles);
void kernel_host_die(const struct kernel_host *h, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
uint32_t kernel_host_read(struct kernel_host *h, uint32_t offset);
int kernel_host_random(int below);

void kernel_host_script(struct kernel_host *h); /* kernel_script.c */

#endif
