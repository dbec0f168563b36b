/*
 * The host port's model: a queue of read bursts, one of write bursts, one of beats on their way to memory.
 */
#include "sim/nic/hostport.h"

#include <string.h>

enum { BEAT = SUMAC_VNIC_BEAT_BYTES, PAGE = 4096 };

static struct sumac_hostport_store *store_at(struct sumac_hostport *port, uint32_t index)
{
	return &port->stores[index % SUMAC_HOSTPORT_STORES];
}

void sumac_hostport_init(struct sumac_hostport *port, const struct sumac_vnic_model *model,
			 const struct sumac_vnic_host *host)
{
	memset(port, 0, sizeof *port);
	port->model = model;
	port->host = host;
	port->read_rate = (struct sumac_port_rate){ .rate = model->host_rate, .slack_bytes = BEAT };
	port->write_rate = port->read_rate;
}

/* The next beat of the oldest read, from memory as it is now. */
static void present_read(struct sumac_hostport *port, uint64_t now)
{
	struct sumac_hostport_burst *burst = &port->reads[port->read_tail % SUMAC_HOSTPORT_BURSTS];
	const void *memory = port->host->translate(port->host->ctx, burst->address, BEAT);

	if (!memory)
		memory = sumac_farport_read(&port->far, port->host, burst->address, burst->beats_left);
	if (memory)
		memcpy(port->pins.rdata, memory, BEAT);
	else
		memset(port->pins.rdata, 0, BEAT);
	port->pins.rvalid = true;
	port->pins.rresp = memory ? SUMAC_AXI_OKAY : SUMAC_AXI_SLVERR;
	port->pins.rlast = burst->beats_left == 1;
	burst->address += BEAT;
	burst->beats_left--;
	if (!burst->beats_left)
		port->read_tail++;
	sumac_port_move(&port->read_rate, now, BEAT);
}

/* The strobed bytes lie between the first and the last of them: that range must be in a window. */
static void *strobed_memory(struct sumac_hostport *port, const struct sumac_hostport_store *store)
{
	unsigned first = (unsigned)__builtin_ctzll(store->strobes);
	unsigned end = 64 - (unsigned)__builtin_clzll(store->strobes);
	uint8_t *memory = port->host->translate(port->host->ctx, store->address + first, end - first);

	return memory ? memory - first : NULL;
}

static bool is_reached(struct sumac_hostport *port, const struct sumac_hostport_store *store)
{
	return strobed_memory(port, store) || sumac_farport_has(port->host, store->address, store->strobes);
}

/* Answers the oldest burst whose last beat is due. */
static void present_answer(struct sumac_hostport *port, uint64_t now)
{
	uint8_t resp = SUMAC_AXI_OKAY;

	for (uint32_t i = port->stores_answered; i != port->stores_pushed; i++) {
		struct sumac_hostport_store *store = store_at(port, i);

		if (store->strobes && !is_reached(port, store))
			resp = SUMAC_AXI_SLVERR;
		if (!store->last)
			continue;
		if (store->due > now)
			return;
		port->pins.bvalid = true;
		port->pins.bresp = resp;
		port->b_end = i + 1;
		return;
	}
}

/* The last 8 bytes of a line go last, with release order: they are a completion's lap, which a host polls. */
static void store_line(uint8_t *memory, const struct sumac_hostport_store *store)
{
	const uint64_t lap_strobes = UINT64_C(0xff) << 56;
	bool lap = (store->strobes & lap_strobes) == lap_strobes;
	uint64_t strobes = lap ? store->strobes & ~lap_strobes : store->strobes;
	uint64_t word;

	while (strobes) {
		unsigned first = (unsigned)__builtin_ctzll(strobes);
		uint64_t run = ~(strobes >> first);
		unsigned bytes = (unsigned)__builtin_ctzll(run); /* never all 64: that is a lap */

		memcpy(memory + first, store->data + first, bytes);
		strobes &= bytes + first >= 64 ? 0 : ~UINT64_C(0) << (first + bytes);
	}
	if (!lap)
		return;
	memcpy(&word, store->data + 56, 8);
	__atomic_store_n((uint64_t *)(void *)(memory + 56), word, __ATOMIC_RELEASE);
}

/* Whether the oldest write that is not stored yet has been answered. */
static bool may_store(const struct sumac_hostport *port)
{
	return (int32_t)(port->stores_answered - port->stores_stored) > 0;
}

static void store_oldest(struct sumac_hostport *port)
{
	struct sumac_hostport_store *store = store_at(port, port->stores_stored++);
	uint8_t *memory = store->strobes ? strobed_memory(port, store) : NULL;

	if (memory)
		store_line(memory, store);
	else
		sumac_farport_write(&port->far, port->host, store->address, store->strobes, store->data, store->last);
}

void sumac_hostport_flush(struct sumac_hostport *port)
{
	while (port->stores_stored != port->stores_pushed)
		store_oldest(port);
}

void sumac_hostport_drive(struct sumac_hostport *port, uint64_t now, bool frozen)
{
	struct sumac_axi_slave *pins = &port->pins;

	pins->arready = !frozen && port->read_head - port->read_tail < SUMAC_HOSTPORT_BURSTS;
	pins->awready = !frozen && port->write_head - port->write_tail < SUMAC_HOSTPORT_BURSTS;
	/* An interrupt may have stored beats before their answer: an entry is free when both are done. */
	pins->wready = !frozen && port->write_head != port->write_tail &&
		       port->stores_pushed - port->stores_stored < SUMAC_HOSTPORT_STORES &&
		       port->stores_pushed - port->stores_answered < SUMAC_HOSTPORT_STORES &&
		       sumac_port_may_move(&port->write_rate, now);
	if (frozen)
		return;
	while (may_store(port) && store_at(port, port->stores_stored)->due <= now)
		store_oldest(port);
	if (!pins->bvalid && port->stores_answered != port->stores_pushed)
		present_answer(port, now);
	if (!pins->rvalid && port->read_head != port->read_tail &&
	    port->reads[port->read_tail % SUMAC_HOSTPORT_BURSTS].due <= now &&
	    sumac_port_may_move(&port->read_rate, now))
		present_read(port, now);
}

/* A strobe may hold back a byte of a written beat, but the beat as a whole must lie in a window, too. */
static void check_burst(struct sumac_hostport *port, uint64_t now, uint64_t address, uint8_t len, const char *crosses,
			const char *strays)
{
	uint64_t len_bytes = (len + UINT64_C(1)) * BEAT;

	if (address % PAGE + len_bytes > PAGE)
		sumac_port_fault(port->host, now, crosses);
	if (!sumac_hostwindows_hold(&port->windows, address / BEAT * BEAT, len_bytes))
		sumac_port_fault(port->host, now, strays);
}

static void check_held(struct sumac_hostport *port, uint64_t now, const struct sumac_axi_master *master)
{
	const struct sumac_axi_master *held = &port->held;
	const struct sumac_axi_slave *pins = &port->pins;

	if (held->arvalid && (!master->arvalid || master->araddr != held->araddr || master->arlen != held->arlen))
		sumac_port_fault(port->host, now, "a read address changed before it was taken");
	if (held->awvalid && (!master->awvalid || master->awaddr != held->awaddr || master->awlen != held->awlen))
		sumac_port_fault(port->host, now, "a write address changed before it was taken");
	if (held->wvalid && (!master->wvalid || master->wstrb != held->wstrb || master->wlast != held->wlast ||
			     memcmp(master->wdata, port->held_wdata, BEAT)))
		sumac_port_fault(port->host, now, "write data changed before it was taken");
	port->held = *master;
	port->held.arvalid = master->arvalid && !pins->arready;
	port->held.awvalid = master->awvalid && !pins->awready;
	port->held.wvalid = master->wvalid && !pins->wready;
	if (port->held.wvalid)
		memcpy(port->held_wdata, master->wdata, BEAT);
}

static void take_read(struct sumac_hostport *port, uint64_t now, const struct sumac_axi_master *master)
{
	struct sumac_hostport_burst *burst = &port->reads[port->read_head++ % SUMAC_HOSTPORT_BURSTS];

	check_burst(port, now, master->araddr, master->arlen, "a read burst crosses 4 KiB",
		    "a read burst has bytes outside the host's windows");
	burst->address = master->araddr / BEAT * BEAT;
	burst->beats_left = master->arlen + 1u;
	burst->due = now + port->model->read_cycles;
}

static void take_write(struct sumac_hostport *port, uint64_t now, const struct sumac_axi_master *master)
{
	struct sumac_hostport_burst *burst = &port->writes[port->write_head++ % SUMAC_HOSTPORT_BURSTS];

	check_burst(port, now, master->awaddr, master->awlen, "a write burst crosses 4 KiB",
		    "a write burst has bytes outside the host's windows");
	burst->address = master->awaddr / BEAT * BEAT;
	burst->beats_left = master->awlen + 1u;
}

static void take_beat(struct sumac_hostport *port, uint64_t now, const struct sumac_axi_master *master)
{
	struct sumac_hostport_burst *burst = &port->writes[port->write_tail % SUMAC_HOSTPORT_BURSTS];
	struct sumac_hostport_store *store = store_at(port, port->stores_pushed++);

	store->address = burst->address;
	store->strobes = master->wstrb;
	store->due = now + port->model->write_cycles;
	store->last = burst->beats_left == 1;
	memcpy(store->data, master->wdata, BEAT);
	if (store->last != master->wlast)
		sumac_port_fault(port->host, now, "wlast is not on the burst's last beat");
	burst->address += BEAT;
	burst->beats_left--;
	if (!burst->beats_left)
		port->write_tail++;
	sumac_port_move(&port->write_rate, now, BEAT);
}

static void take_answer(struct sumac_hostport *port, uint64_t now)
{
	port->pins.bvalid = false;
	for (; port->stores_answered != port->b_end; port->stores_answered++)
		store_at(port, port->stores_answered)->due = now + SUMAC_HOSTPORT_SETTLE_CYCLES;
}

void sumac_hostport_take(struct sumac_hostport *port, uint64_t now, const struct sumac_axi_master *master)
{
	struct sumac_axi_slave *pins = &port->pins;

	check_held(port, now, master);
	if (pins->rvalid && master->rready)
		pins->rvalid = false;
	if (pins->bvalid && master->bready)
		take_answer(port, now);
	if (master->wvalid && pins->wready)
		take_beat(port, now, master);
	if (master->arvalid && pins->arready)
		take_read(port, now, master);
	if (master->awvalid && pins->awready)
		take_write(port, now, master);
}

uint64_t sumac_hostport_next(const struct sumac_hostport *port, uint64_t now)
{
	uint64_t next = SUMAC_VNIC_NEVER;

	if (port->pins.rvalid || port->pins.bvalid)
		return now;
	if (port->read_head != port->read_tail)
		next = port->reads[port->read_tail % SUMAC_HOSTPORT_BURSTS].due;
	for (uint32_t i = port->stores_answered; i != port->stores_pushed; i++) {
		const struct sumac_hostport_store *store = &port->stores[i % SUMAC_HOSTPORT_STORES];

		if (!store->last)
			continue;
		next = store->due < next ? store->due : next;
		break;
	}
	if (may_store(port)) {
		const struct sumac_hostport_store *store = &port->stores[port->stores_stored % SUMAC_HOSTPORT_STORES];

		next = store->due < next ? store->due : next;
	}
	return next > now ? next : now;
}
