/*
 * A bus without interrupts, and with a clock that runs whoever waits, does nothing here: the caller looks for
 * completions.
 */
#ifndef SUMAC_NO_INTERRUPT_H
#define SUMAC_NO_INTERRUPT_H

#include "bus/bus.h"

static inline uint32_t sumac_no_interrupt_events(struct sumac_bus *bus)
{
	(void)bus;
	return 0;
}

static inline void sumac_no_interrupt_waiting(struct sumac_bus *bus, uint32_t seen)
{
	(void)bus, (void)seen;
}

static inline void sumac_no_interrupt_running(struct sumac_bus *bus)
{
	(void)bus;
}

#endif
