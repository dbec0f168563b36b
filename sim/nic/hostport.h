/*
 * The host port: answers a NIC's AXI4 master from host memory, in order, with latencies and a rate each way. It also
 * checks that the master keeps AXI's rules, and that no beat has a byte outside the host's windows.
 */
#ifndef SUMAC_SIM_HOSTPORT_H
#define SUMAC_SIM_HOSTPORT_H

#include "sim/nic/farport.h"
#include "sim/nic/hostwindows.h"
#include "sim/nic/port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	SUMAC_HOSTPORT_BURSTS = 64,  /* in flight each way */
	SUMAC_HOSTPORT_STORES = 512, /* beats written and not yet in memory */
	/* A write is in memory at the latest this long after its answer, and at once when an interrupt is raised: on the stepped
	 * clock a rank must not see a completion in an earlier epoch than its interrupt. */
	SUMAC_HOSTPORT_SETTLE_CYCLES = 64,
};

/* The master's pins. Data matters only while its valid is up. */
struct sumac_axi_master {
	bool arvalid, rready, awvalid, wvalid, wlast, bready;
	uint8_t arlen, awlen;
	uint64_t araddr, awaddr, wstrb;
	const void *wdata;
};

/* The port's own. */
struct sumac_axi_slave {
	bool arready, rvalid, rlast, awready, wready, bvalid;
	uint8_t rresp, bresp;
	uint8_t rdata[SUMAC_VNIC_BEAT_BYTES];
};

struct sumac_hostport_burst {
	uint64_t address; /* of the next beat */
	uint64_t due;	  /* reads */
	uint32_t beats_left;
};

struct sumac_hostport_store {
	uint64_t address, strobes;
	uint64_t due;	/* of the answer; after that, of its arrival in memory */
	bool last;
	uint8_t data[SUMAC_VNIC_BEAT_BYTES];
};

struct sumac_hostport {
	const struct sumac_vnic_host *host;
	const struct sumac_vnic_model *model;
	struct sumac_axi_slave pins;
	struct sumac_port_rate read_rate, write_rate;
	/* Queues: free-running indexes, modulo their power-of-two size. */
	struct sumac_hostport_burst reads[SUMAC_HOSTPORT_BURSTS], writes[SUMAC_HOSTPORT_BURSTS];
	uint32_t read_head, read_tail, write_head, write_tail;
	/* Stores pass three marks: pushed, answered, stored. */
	struct sumac_hostport_store stores[SUMAC_HOSTPORT_STORES];
	uint32_t stores_pushed, stores_answered, stores_stored;
	uint32_t b_end; /* of the stores: one past the burst that is being answered */
	struct sumac_farport far;
	struct sumac_hostwindows windows; /* the register port tells the windows */
	/* The signals that stalled in the cycle before: they must not change. */
	struct sumac_axi_master held;
	uint8_t held_wdata[SUMAC_VNIC_BEAT_BYTES];
};

void sumac_hostport_init(struct sumac_hostport *port, const struct sumac_vnic_model *model,
			 const struct sumac_vnic_host *host);
void sumac_hostport_drive(struct sumac_hostport *port, uint64_t now, bool frozen);
void sumac_hostport_take(struct sumac_hostport *port, uint64_t now, const struct sumac_axi_master *master);
/* An interrupt does not overtake the writes before it. */
void sumac_hostport_flush(struct sumac_hostport *port);
/* The next cycle in which the port has work to do. */
uint64_t sumac_hostport_next(const struct sumac_hostport *port, uint64_t now);

#ifdef __cplusplus
}
#endif
#endif
