/*
 * The register port's model. Writes follow each other without waiting for their answers; reads wait.
 */
#include "sim/nic/regport.h"

#include <stdlib.h>
#include <string.h>

#include "spec/spec.h"

enum { FIRST_CAP = 256 };

int sumac_regport_init(struct sumac_regport *port)
{
	memset(port, 0, sizeof *port);
	port->cap = FIRST_CAP;
	port->queue = calloc(port->cap, sizeof *port->queue);
	return port->queue ? 0 : -SUMAC_ENOMEM;
}

void sumac_regport_destroy(struct sumac_regport *port)
{
	free(port->queue);
}

static int grow(struct sumac_regport *port)
{
	struct sumac_regport_write *queue = calloc(2 * (size_t)port->cap, sizeof *queue);

	if (!queue)
		return -SUMAC_ENOMEM;
	for (uint32_t i = port->answered; i != port->head; i++)
		queue[i % (2 * port->cap)] = port->queue[i % port->cap];
	free(port->queue);
	port->queue = queue;
	port->cap *= 2;
	return 0;
}

int sumac_regport_write(struct sumac_regport *port, uint64_t at, uint32_t offset, uint32_t value)
{
	int err = port->head - port->answered == port->cap ? grow(port) : 0;

	if (err)
		return err;
	port->queue[port->head++ % port->cap] = (struct sumac_regport_write){ at, offset, value };
	return 0;
}

void sumac_regport_read(struct sumac_regport *port, uint32_t offset)
{
	port->read_wanted = true;
	port->read_asked = false;
	port->read_done = false;
	port->read_offset = (uint16_t)offset;
}

void sumac_regport_drive(struct sumac_regport *port, uint64_t now, bool frozen)
{
	struct sumac_axil_master *pins = &port->pins;

	if (!pins->awvalid && !pins->wvalid && port->head != port->tail) {
		const struct sumac_regport_write *write = &port->queue[port->tail % port->cap];

		if (frozen || write->at <= now) {
			pins->awvalid = true;
			pins->wvalid = true;
			pins->awaddr = (uint16_t)write->offset;
			pins->wdata = write->value;
			port->tail++;
		}
	}
	if (port->read_wanted && !port->read_asked && port->head == port->answered) {
		pins->arvalid = true;
		pins->araddr = port->read_offset;
		port->read_asked = true;
	}
}

static void take_answer(struct sumac_regport *port, uint8_t resp)
{
	const struct sumac_regport_write *write = &port->queue[port->answered++ % port->cap];

	if (resp != SUMAC_AXI_OKAY)
		return;
	if (port->windows)
		sumac_hostwindows_write(port->windows, write->offset, write->value);
	if (port->host && port->host->reg_written)
		port->host->reg_written(port->host->ctx, write->offset, write->value);
}

void sumac_regport_take(struct sumac_regport *port, const struct sumac_axil_slave *slave)
{
	struct sumac_axil_master *pins = &port->pins;

	if (slave->awready)
		pins->awvalid = false;
	if (slave->wready)
		pins->wvalid = false;
	if (slave->bvalid && port->answered != port->tail)
		take_answer(port, slave->bresp);
	if (slave->arready)
		pins->arvalid = false;
	if (slave->rvalid && port->read_asked) {
		port->read_value = slave->rdata;
		port->read_resp = slave->rresp;
		port->read_wanted = false;
		port->read_asked = false;
		port->read_done = true;
	}
}

uint64_t sumac_regport_next(const struct sumac_regport *port, uint64_t now)
{
	if (port->answered != port->tail || port->read_wanted)
		return now;
	if (port->head == port->tail)
		return SUMAC_VNIC_NEVER;
	return port->queue[port->tail % port->cap].at > now ? port->queue[port->tail % port->cap].at : now;
}
