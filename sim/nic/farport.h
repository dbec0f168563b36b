/*
 * The part of the host port that goes to far memory, which the rack has to ask for: it asks for a whole burst of
 * reads, and writes lines of a burst that lie side by side together. In order, and a line's last 8 bytes after the
 * rest of it if the burst is one line, since a host polls them.
 */
#ifndef SUMAC_SIM_FARPORT_H
#define SUMAC_SIM_FARPORT_H

#include "sim/nic/vnic.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SUMAC_FARPORT_BYTES = 4096 }; /* bursts do not cross it */

struct sumac_farport {
	/* The part of the current read burst that has been fetched. */
	uint64_t read_address;
	size_t read_bytes;
	uint8_t read[SUMAC_FARPORT_BYTES];
	/* The part of a burst that is yet to be written. */
	uint64_t write_address;
	size_t write_bytes;
	uint8_t write[SUMAC_FARPORT_BYTES];
};

/* Returns the beat at that address, which is valid until the next call, or NULL. beats_left: of its burst, with this one. */
const void *sumac_farport_read(struct sumac_farport *port, const struct sumac_vnic_host *host, uint64_t address,
			       unsigned beats_left);
/* Whether the line's strobed bytes lie in far memory. */
bool sumac_farport_has(const struct sumac_vnic_host *host, uint64_t address, uint64_t strobes);
/* Takes one line of a burst. The last one sends the rest. */
void sumac_farport_write(struct sumac_farport *port, const struct sumac_vnic_host *host, uint64_t address, uint64_t strobes,
			 const uint8_t *line, bool is_last);

#ifdef __cplusplus
}
#endif
#endif
