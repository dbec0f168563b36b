/*
 * The registered windows, by the rules of include/spec/registers.def. The checker judges by itself what a window may be, and
 * leaves it to the NIC which writes it refuses on top of that.
 */
#include "sim/nic/hostwindows.h"

#include "sim/nic/vnic.h"
#include "spec/spec.h"

enum { BEAT = SUMAC_VNIC_BEAT_BYTES };

static uint64_t low_half(uint64_t old, uint32_t value)
{
	return old >> 32 << 32 | value;
}

static uint64_t high_half(uint64_t old, uint32_t value)
{
	return (uint64_t)value << 32 | (uint32_t)old;
}

/* A closed window keeps its entry here: closing it during a transfer is the host's fault, not the NIC's. */
static void commit(struct sumac_hostwindows *windows)
{
	uint32_t index = windows->index;

	if (!windows->len_bytes || index >= SUMAC_HOSTWINDOWS || windows->base % BEAT || windows->len_bytes % BEAT ||
	    windows->len_bytes > UINT64_MAX - windows->base)
		return;
	windows->windows[index].base = windows->base;
	windows->windows[index].len_bytes = windows->len_bytes;
	if (index >= windows->n_windows)
		windows->n_windows = index + 1;
}

void sumac_hostwindows_write(struct sumac_hostwindows *windows, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case SUMAC_REG_WINDOW_INDEX:
		windows->index = value;
		return;
	case SUMAC_REG_WINDOW_BASE_LO:
		windows->base = low_half(windows->base, value);
		return;
	case SUMAC_REG_WINDOW_BASE_HI:
		windows->base = high_half(windows->base, value);
		return;
	case SUMAC_REG_WINDOW_LEN_LO:
		windows->len_bytes = low_half(windows->len_bytes, value);
		return;
	case SUMAC_REG_WINDOW_LEN_HI:
		windows->len_bytes = high_half(windows->len_bytes, value);
		commit(windows);
		return;
	}
}

static bool holds(const struct sumac_hostwindow *window, uint64_t address, uint64_t len_bytes)
{
	uint64_t offset = address - window->base;

	return len_bytes <= window->len_bytes && offset <= window->len_bytes - len_bytes;
}

bool sumac_hostwindows_hold(struct sumac_hostwindows *windows, uint64_t address, uint64_t len_bytes)
{
	if (windows->n_windows && holds(&windows->windows[windows->last_hit], address, len_bytes))
		return true;
	for (uint32_t i = 0; i < windows->n_windows; i++)
		if (holds(&windows->windows[i], address, len_bytes)) {
			windows->last_hit = i;
			return true;
		}
	return false;
}
