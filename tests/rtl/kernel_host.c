/*
 * The bus of tb_sumac_xrt_top: registers over AXI4-Lite, and windows in one memory, far up in the NIC's addresses. The bench
 * calls kernel_host_clock once a cycle of the kernel; the script runs on a stack of its own and is switched to from there.
 */
#include "kernel_host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "bus/address.h"
#include "bus/no_interrupt.h"
#include "bus/window_table.h"
#include "spec/spec.h"

enum {
	STACK_BYTES = 1 << 20,
	MEMORY_BYTES = 1 << 22,
	N_WINDOWS = 32,
	NAP_CYCLES = 20,
	HOLD_CYCLES = 512,
	AXI_OKAY = 0,
};
static const uint64_t memory_at = UINT64_C(0x5300000000);

struct axil {                      /* of one cycle */
	int w_valid, w_addr, r_valid, r_addr;
	unsigned w_data;
	int b_valid, b_resp, rd_valid, rd_resp;
	unsigned rd_data;
};

static struct kernel_host host;
static struct axil axil;
static ucontext_t script, bench;
static _Alignas(4096) uint8_t memory[MEMORY_BYTES];
static size_t windows_end[N_WINDOWS]; /* of those there are */
static struct sumac_bus_window windows[N_WINDOWS]; /* in whole lines */
static bool begun, done;

void kernel_host_die(const struct kernel_host *h, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "[%llu] ", (unsigned long long)h->now);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	fflush(NULL);
	_Exit(1);
}

int kernel_host_random(int below)
{
	static uint64_t state = 0x9e3779b97f4a7c15;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (unsigned)below);
}

static void cycle(void)
{
	swapcontext(&script, &bench);
}

void kernel_host_wait(struct kernel_host *h, int cycles)
{
	(void)h;
	for (int i = 0; i < cycles; i++)
		cycle();
}

/* ---- the bus */

static struct kernel_host *host_of(struct sumac_bus *bus)
{
	return (struct kernel_host *)bus;
}

/* A kernel in reset does not answer. */
static int answer_comes(const struct kernel_host *h, const int *valid)
{
	for (int cycles = 0; !*valid; cycles++) {
		if (cycles == 1000)
			kernel_host_die(h, "a register does not answer");
		cycle();
	}
	return 0;
}

static int reg_write(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	struct kernel_host *h = host_of(bus);

	axil.w_valid = 1;
	axil.w_addr = (int)offset;
	axil.w_data = value;
	cycle();
	axil.w_valid = 0;
	answer_comes(h, &axil.b_valid);
	h->refused += axil.b_resp != AXI_OKAY;
	cycle();
	return 0;
}

static int reg_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out)
{
	struct kernel_host *h = host_of(bus);

	axil.r_valid = 1;
	axil.r_addr = (int)offset;
	cycle();
	axil.r_valid = 0;
	answer_comes(h, &axil.rd_valid);
	h->refused += axil.rd_resp != AXI_OKAY;
	*value_out = axil.rd_data;
	cycle();
	return 0;
}

uint32_t kernel_host_read(struct kernel_host *h, uint32_t offset)
{
	uint32_t value;

	reg_read(&h->bus, offset, &value);
	return value;
}

/* One behind the other: of those there are, all that was before has been given back when the last is. */
static int window_alloc(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out)
{
	size_t start = 0;
	int index = 0;

	for (int i = 0; i < N_WINDOWS; i++)
		if (windows_end[i] > start)
			start = windows_end[i];
	while (index < N_WINDOWS && windows_end[index])
		index++;
	if (index == N_WINDOWS || start + len_bytes > MEMORY_BYTES)
		return -SUMAC_ENOMEM;
	*window_out = (struct sumac_bus_window){ .index = (uint16_t)index, .bus_address = memory_at + start, .len_bytes = len_bytes,
						 .memory = memory + start };
	memset(window_out->memory, 0, len_bytes);
	windows_end[index] = (start + len_bytes + 4095) & ~(size_t)4095;
	windows[index] = *window_out;
	windows[index].len_bytes = sumac_window_whole_lines(len_bytes);
	return sumac_window_table_write(bus, window_out, windows[index].len_bytes);
}

static void window_free(struct sumac_bus *bus, struct sumac_bus_window *window)
{
	sumac_window_table_write(bus, window, 0);
	windows_end[window->index] = 0;
}

static void nap(struct sumac_bus *bus, uint32_t seen, uint64_t timeout_ns)
{
	(void)seen, (void)timeout_ns;
	kernel_host_wait(host_of(bus), NAP_CYCLES);
}

static int health(struct sumac_bus *bus)
{
	const struct kernel_host *h = host_of(bus);

	return h->patience_ends && h->now >= h->patience_ends ? -SUMAC_EIO : 0;
}

static const struct sumac_bus_ops ops = { .reg_write = reg_write, .reg_read = reg_read, .window_alloc = window_alloc,
					  .window_free = window_free, .events = sumac_no_interrupt_events,
					  .waiting = sumac_no_interrupt_waiting, .running = sumac_no_interrupt_running,
					  .sleep = nap, .health = health };

/* ---- what the bench calls */

static void run(void)
{
	kernel_host_script(&host);
	done = true;
	for (;;)
		cycle();
}

static void begin(void)
{
	static uint8_t stack[STACK_BYTES];

	begun = true;
	host = (struct kernel_host){ .bus = { .ops = &ops, .kind = "xrt", .simulated = true, .clock_hz = 250000000 },
				  .half = { KERNEL_MHZ_250, MAC_MHZ_322, MAC_MHZ_322 } };
	sumac_address_mac(7, host.bus.mac);
	sumac_address_ip(7, host.bus.ip);
	getcontext(&script);
	script.uc_stack.ss_sp = stack;
	script.uc_stack.ss_size = STACK_BYTES;
	makecontext(&script, run, 0);
}

static int in_reset(enum clock_domain domain)
{
	return host.now >= host.reset[domain].from && host.now < host.reset[domain].to;
}

/* A cycle of the host: what the kernel showed, then what its inputs are. Returns 1 when the script has ended. */
int kernel_host_clock(int b_valid, int b_resp, int rd_valid, int rd_resp, unsigned rd_data, int spoiled, int frames, int held,
		      int *flags_out, int *w_addr_out, unsigned *w_data_out, int *r_addr_out, int *spoil_out, int *half_ap_out,
		      int *half_tx_out, int *half_rx_out)
{
	if (!begun)
		begin();
	host.now++;
	host.spoiled = spoiled;
	host.frames = frames;
	host.held = held;
	axil.b_valid = b_valid;
	axil.b_resp = b_resp;
	axil.rd_valid = rd_valid;
	axil.rd_resp = rd_resp;
	axil.rd_data = rd_data;
	swapcontext(&bench, &script);
	*flags_out = axil.w_valid | axil.r_valid << 1 | in_reset(KERNEL) << 2 | in_reset(TX) << 3 | in_reset(RX) << 4 |
		     (host.holds && host.now / HOLD_CYCLES % 2) << 5;
	*w_addr_out = axil.w_addr;
	*w_data_out = axil.w_data;
	*r_addr_out = axil.r_addr;
	*spoil_out = host.spoil;
	*half_ap_out = host.half[KERNEL];
	*half_tx_out = host.half[TX];
	*half_rx_out = host.half[RX];
	return done;
}

static uint8_t *beat_at(long long address)
{
	uint64_t start = (uint64_t)address & ~UINT64_C(63);

	for (int i = 0; i < N_WINDOWS; i++)
		if (start >= windows[i].bus_address && start - windows[i].bus_address + 64 <= windows[i].len_bytes)
			return memory + (start - memory_at);
	kernel_host_die(&host, "an access at %llx, outside the windows", address);
}

void nic_memory_read(int rank, long long address, uint32_t *beat_out)
{
	(void)rank;
	memcpy(beat_out, beat_at(address), 64);
}

void nic_memory_write(int rank, long long address, const uint32_t *beat, const uint32_t *strobes)
{
	uint8_t *at = beat_at(address);

	(void)rank;
	for (int i = 0; i < 64; i++)
		if (strobes[i / 32] >> (i % 32) & 1)
			at[i] = ((const uint8_t *)beat)[i];
}
