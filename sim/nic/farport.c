/*
 * Reads ahead and writes together within a burst, never beyond it, so no data is older than the burst itself.
 */
#include "sim/nic/farport.h"

#include <string.h>

enum { BEAT = SUMAC_VNIC_BEAT_BYTES, LAP_BYTES = 8 };

static const uint64_t LAP_STROBES = UINT64_C(0xff) << (BEAT - LAP_BYTES);

static bool is_there(const struct sumac_farport *port, uint64_t address)
{
	return address - port->read_address < port->read_bytes;
}

static void ask_for(struct sumac_farport *port, const struct sumac_vnic_host *host, uint64_t address, size_t len_bytes)
{
	port->read_bytes = 0;
	/* A burst may begin in memory and end outside: then the part inside is read all the same. */
	if (!host->is_far(host->ctx, address, len_bytes))
		len_bytes = BEAT;
	if (!host->is_far(host->ctx, address, len_bytes) || host->far_read(host->ctx, address, len_bytes, port->read))
		return;
	port->read_address = address;
	port->read_bytes = len_bytes;
}

const void *sumac_farport_read(struct sumac_farport *port, const struct sumac_vnic_host *host, uint64_t address,
			       unsigned beats_left)
{
	const void *beat = NULL;

	if (!host->is_far)
		return NULL;
	if (!is_there(port, address))
		ask_for(port, host, address, (size_t)beats_left * BEAT);
	if (is_there(port, address))
		beat = port->read + (address - port->read_address);
	if (beats_left == 1)
		port->read_bytes = 0;
	return beat;
}

bool sumac_farport_has(const struct sumac_vnic_host *host, uint64_t address, uint64_t strobes)
{
	unsigned first = (unsigned)__builtin_ctzll(strobes), end = BEAT - (unsigned)__builtin_clzll(strobes);

	return host->is_far && host->is_far(host->ctx, address + first, end - first);
}

/* An answered write can no longer be refused: an error here concerns memory that is gone, with its rank. */
static void send(struct sumac_farport *port, const struct sumac_vnic_host *host)
{
	if (port->write_bytes)
		host->far_write(host->ctx, port->write_address, port->write_bytes, port->write);
	port->write_bytes = 0;
}

static void add(struct sumac_farport *port, const struct sumac_vnic_host *host, uint64_t address, const uint8_t *bytes,
		size_t len_bytes)
{
	if (address != port->write_address + port->write_bytes || port->write_bytes + len_bytes > sizeof port->write)
		send(port, host);
	if (!port->write_bytes)
		port->write_address = address;
	memcpy(port->write + port->write_bytes, bytes, len_bytes);
	port->write_bytes += len_bytes;
}

static void add_strobed(struct sumac_farport *port, const struct sumac_vnic_host *host, uint64_t address, uint64_t strobes,
			const uint8_t *line)
{
	for (unsigned first = 0, end; first < BEAT; first = end) {
		for (end = first; end < BEAT && strobes >> end & 1; end++)
			;
		if (end > first)
			add(port, host, address + first, line + first, end - first);
		else
			end++;
	}
}

void sumac_farport_write(struct sumac_farport *port, const struct sumac_vnic_host *host, uint64_t address, uint64_t strobes,
			 const uint8_t *line, bool is_last)
{
	bool has_lap = is_last && !port->write_bytes && (strobes & LAP_STROBES) == LAP_STROBES;

	if (!host->is_far)
		return;
	if (strobes && sumac_farport_has(host, address, strobes)) {
		add_strobed(port, host, address, has_lap ? strobes & ~LAP_STROBES : strobes, line);
		if (has_lap) {
			send(port, host);
			add(port, host, address + BEAT - LAP_BYTES, line + BEAT - LAP_BYTES, LAP_BYTES);
		}
	}
	if (is_last)
		send(port, host);
}
