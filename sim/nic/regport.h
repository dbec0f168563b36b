/*
 * The register port: an AXI4-Lite master that works through a queue of time-stamped writes, and single reads.
 */
#ifndef SUMAC_SIM_REGPORT_H
#define SUMAC_SIM_REGPORT_H

#include "sim/nic/hostwindows.h"
#include "sim/nic/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The NIC's pins. */
struct sumac_axil_slave {
	bool awready, wready, bvalid, arready, rvalid;
	uint8_t bresp, rresp;
	uint32_t rdata;
};

/* The port's own; it is always ready for answers. */
struct sumac_axil_master {
	bool awvalid, wvalid, arvalid;
	uint16_t awaddr, araddr;
	uint32_t wdata;
};

struct sumac_regport_write {
	uint64_t at;
	uint32_t offset, value;
};

struct sumac_regport {
	struct sumac_axil_master pins;
	struct sumac_regport_write *queue; /* a ring of `cap`, a power of two */
	uint32_t cap, head, tail, answered; /* a write stays in the queue until it is answered */
	/* These two see each write that was not refused. NULL: nobody does. */
	struct sumac_hostwindows *windows;
	const struct sumac_vnic_host *host;
	bool read_wanted, read_asked, read_done;
	uint16_t read_offset;
	uint8_t read_resp;
	uint32_t read_value;
};

int sumac_regport_init(struct sumac_regport *port);
void sumac_regport_destroy(struct sumac_regport *port);
int sumac_regport_write(struct sumac_regport *port, uint64_t at, uint32_t offset, uint32_t value);
/* A read waits for all writes; read_done reports its end. Frozen cycles do not wait for a write's time. */
void sumac_regport_read(struct sumac_regport *port, uint32_t offset);
void sumac_regport_drive(struct sumac_regport *port, uint64_t now, bool frozen);
void sumac_regport_take(struct sumac_regport *port, const struct sumac_axil_slave *slave);
uint64_t sumac_regport_next(const struct sumac_regport *port, uint64_t now);

#ifdef __cplusplus
}
#endif
#endif
