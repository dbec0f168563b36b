/*
 * Inside the rack's bus: the structure and functions that its source files share.
 */
#ifndef SUMAC_BUS_RACK_H
#define SUMAC_BUS_RACK_H

#include "base/patience.h"
#include "bus/bus.h"
#include "bus/rack/protocol.h"

struct sumac_bus_rack {
	struct sumac_bus bus;
	int socket_fd;
	int bell_fd; /* an eventfd that wakes the rack */
	char surroundings[SUMAC_RACK_SURROUNDINGS_BYTES];
	bool clock_stepped;
	bool gone; /* the rack is gone */
	uint64_t health_at_ns;
	uint32_t n_windows; /* of the NIC */
	struct sumac_rack_page *page;
	struct sumac_bus_window windows[SUMAC_RACK_WINDOWS]; /* memory NULL: the entry is free */
};

static inline struct sumac_bus_rack *sumac_bus_rack_of(struct sumac_bus *bus)
{
	return (struct sumac_bus_rack *)bus;
}

extern const struct sumac_bus_ops sumac_bus_rack_ops;

int sumac_bus_rack_write(struct sumac_bus *bus, uint32_t offset, uint32_t value);
int sumac_bus_rack_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out);
int sumac_bus_rack_window_alloc(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out);
int sumac_bus_rack_window_lend(struct sumac_bus *bus, const struct sumac_bus_loan *loan, struct sumac_bus_window *window_out);
void sumac_bus_rack_window_free(struct sumac_bus *bus, struct sumac_bus_window *window);

/* Whether the user's limit is over for a rack that lives, but is stopped and answers nothing. A rack that was given up on once
 * counts as gone, and is not asked again. */
bool sumac_bus_rack_give_up(struct sumac_bus_rack *rack, struct sumac_patience *patience);
/* Waits until the rack has sent something, or is gone. 0, or -SUMAC_ETIMEOUT when the user's limit is over. */
int sumac_bus_rack_await(struct sumac_bus_rack *rack);
/* Sends a message with a descriptor (or -1) and waits for the
 * answer, DONE or REFUSED. Returns the answer's status; its sentence goes to why_out. */
int sumac_bus_rack_ask(struct sumac_bus_rack *rack, const void *message, size_t len_bytes, int fd,
		       char why_out[SUMAC_RACK_WHY_BYTES]);

void sumac_bus_rack_destroy(struct sumac_bus_rack *rack);

#endif
