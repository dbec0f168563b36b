/*
 * The windows that a host has registered with its NIC, as the register port sees them taken: the memory that the
 * NIC may touch, to the byte. The model of the host's memory knows only whole pages.
 */
#ifndef SUMAC_SIM_HOSTWINDOWS_H
#define SUMAC_SIM_HOSTWINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SUMAC_HOSTWINDOWS = 256 }; /* more than any NIC has */

struct sumac_hostwindows {
	/* The values last written. */
	uint32_t index;
	uint64_t base, len_bytes;
	/* All windows that were ever opened, as they were opened last. */
	struct sumac_hostwindow {
		uint64_t base, len_bytes;
	} windows[SUMAC_HOSTWINDOWS];
	uint32_t n_windows, last_hit;
};

/* A write that the NIC has taken, to any register. */
void sumac_hostwindows_write(struct sumac_hostwindows *windows, uint32_t offset, uint32_t value);
/* Whether the whole range lies in one window. */
bool sumac_hostwindows_hold(struct sumac_hostwindows *windows, uint64_t address, uint64_t len_bytes);

#ifdef __cplusplus
}
#endif
#endif
