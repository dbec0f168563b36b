/*
 * The NIC's table of windows, which every bus writes in the same way.
 */
#ifndef SUMAC_WINDOW_TABLE_H
#define SUMAC_WINDOW_TABLE_H

#include "bus/bus.h"
#include "spec/spec.h"

/* The NIC reads and writes whole lines, so its windows begin and end on them. */
enum { SUMAC_WINDOW_LINE_BYTES = 64 };

static inline size_t sumac_window_whole_lines(size_t len_bytes)
{
	return (len_bytes + SUMAC_WINDOW_LINE_BYTES - 1) / SUMAC_WINDOW_LINE_BYTES * SUMAC_WINDOW_LINE_BYTES;
}

/* len_bytes 0: the NIC no longer reaches the window. 0, or the bus's error; -SUMAC_EINVAL, and nothing written: the NIC would
 * refuse the window. A caller that rounds outward to whole lines must own the bytes around. */
static inline int sumac_window_table_write(struct sumac_bus *bus, const struct sumac_bus_window *window, uint64_t len_bytes)
{
	const struct {
		uint32_t offset, value;
	} writes[] = {
		{ SUMAC_REG_WINDOW_INDEX, window->index },
		{ SUMAC_REG_WINDOW_BASE_LO, (uint32_t)window->bus_address },
		{ SUMAC_REG_WINDOW_BASE_HI, (uint32_t)(window->bus_address >> 32) },
		{ SUMAC_REG_WINDOW_LEN_LO, (uint32_t)len_bytes },
		{ SUMAC_REG_WINDOW_LEN_HI, (uint32_t)(len_bytes >> 32) },
	};
	int err = 0;

	if (len_bytes && (window->bus_address % SUMAC_WINDOW_LINE_BYTES || len_bytes % SUMAC_WINDOW_LINE_BYTES ||
			  len_bytes > UINT64_MAX - window->bus_address))
		return -SUMAC_EINVAL;
	for (size_t i = 0; i < sizeof(writes) / sizeof(*writes) && !err; i++)
		err = bus->ops->reg_write(bus, writes[i].offset, writes[i].value);
	return err;
}

#endif
