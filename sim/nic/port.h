/*
 * The parts that the models of a NIC's ports (hostport, regport, mac) share: in each cycle drive() sets the NIC's
 * inputs; then take() sees the NIC's outputs of the same cycle and notes what was handed over. `frozen` cycles pass
 * outside simulated time: a transfer that has begun goes on, nothing new begins.
 */
#ifndef SUMAC_SIM_PORT_H
#define SUMAC_SIM_PORT_H

#include "sim/nic/vnic.h"

enum {
	SUMAC_AXI_OKAY = 0,
	SUMAC_AXI_SLVERR = 2,
};

/* The rate of a port that moves bytes, with a small buffer: the port takes more while at most `slack_bytes` have yet to leave, so
 * that a beat that is not full costs the line nothing. */
struct sumac_port_rate {
	uint64_t free_ticks; /* when all bytes taken so far have left */
	struct sumac_vnic_rate rate;
	uint32_t slack_bytes;
};

static inline bool sumac_port_may_move(const struct sumac_port_rate *port, uint64_t now)
{
	return port->free_ticks <= now * port->rate.cycle_ticks + (uint64_t)port->slack_bytes * port->rate.byte_ticks;
}

static inline void sumac_port_move(struct sumac_port_rate *port, uint64_t now, uint32_t bytes)
{
	uint64_t now_ticks = now * port->rate.cycle_ticks;

	port->free_ticks = (port->free_ticks > now_ticks ? port->free_ticks : now_ticks) + (uint64_t)bytes * port->rate.byte_ticks;
}

static inline void sumac_port_fault(const struct sumac_vnic_host *host, uint64_t cycle, const char *what)
{
	host->fault(host->ctx, cycle, what);
}

#endif
