/*
 * A bus to a fake NIC: its register file, its memory windows, and nodes that handle whole messages at a time,
 * between all fake NICs of the process. A descriptor or register write that a real NIC would refuse or garble counts as an error.
 *
 * Its combine ignores the op: right + 3 * left on 32-bit words, so that a wrong order shows.
 */
#ifndef SUMAC_FAKE_BUS_H
#define SUMAC_FAKE_BUS_H

#include "bus/bus.h"
#include "spec/spec.h"

enum {
	FAKE_CHANNELS = SUMAC_DEF_Channels,
	FAKE_GROUPS = SUMAC_DEF_Groups,
	FAKE_ROUTES = SUMAC_DEF_Routes,
	FAKE_WINDOWS = SUMAC_DEF_Windows,
	FAKE_NODES = SUMAC_DEF_Nodes,
	FAKE_LOG = 1 << 16,
};

struct fake_message {
	struct fake_message *next;
	size_t len_bytes;
	uint8_t bytes[];
};

struct fake_channel {
	bool is_open;
	uint32_t group, peer, mac_lo, mac_hi, ip, pool, slots; /* as written */
	struct fake_message *arrived;
};

struct fake_node {
	uint8_t desc[SUMAC_DESC_BYTES];
	bool is_held; /* the test will complete it by hand */
	uint8_t result[SUMAC_CPL_INLINE_BYTES]; /* of a node whose result goes into its completion */
};

struct fake_group {
	uint32_t reg[SUMAC_GROUP_SIZE / 4];
	bool is_open;
	uint32_t state;
	uint16_t fetched;
	uint32_t written;
	int n_nodes; /* fetched and not yet complete, oldest first */
	struct fake_node node[FAKE_NODES];
};

struct fake_write {
	uint32_t offset, value;
};

struct fake_bus {
	struct sumac_bus bus;
	struct fake_bus *next; /* of all */
	uint32_t reg[SUMAC_GROUP_BASE / 4];
	struct fake_channel channel[FAKE_CHANNELS];
	struct fake_group group[FAKE_GROUPS];
	uint32_t route[FAKE_GROUPS][FAKE_ROUTES][SUMAC_ROUTE_WORDS];
	unsigned route_word;
	struct sumac_bus_window window[FAKE_WINDOWS];
	uint8_t *nic_memory[FAKE_WINDOWS]; /* what the NIC has of a window: the same, or, where the bus copies, its own */
	unsigned n_copied, copies_left;	   /* left: how many until one fails */
	int n_windows_taken, windows_left; /* left: how many until window_alloc fails */
	struct fake_write log[FAKE_LOG];
	unsigned n_log;
	bool holds;	 /* fetched nodes wait for fake_bus_complete() */
	bool keeps_open; /* closing a group never ends */
	bool fails_silently; /* a failed group neither fetches nor completes anything */
	int health;
	uint64_t now;
	int n_errors;
	char error[160]; /* the first */
};

struct fake_bus *fake_bus_open(unsigned index);
extern bool fake_bus_copies; /* those that are opened from now on copy */
void fake_bus_close(struct fake_bus *fake);

/* Completes the n-th pending node of a group by hand. */
void fake_bus_complete(struct fake_bus *fake, unsigned group, int n, int status, unsigned fault_rank);

/* The value last written to a group's register; how often an offset
 * was written, and when first (as an index into the log). */
uint32_t fake_bus_group(const struct fake_bus *fake, unsigned group, uint32_t reg);
int fake_bus_count(const struct fake_bus *fake, uint32_t offset);
int fake_bus_first(const struct fake_bus *fake, uint32_t offset);

/* For fake_nodes.c: all fake NICs, linked by `next`; counting an error, and keeping the first one's text. */
struct fake_bus *fake_bus_first_of_all(void);
void fake_bus_wrong(struct fake_bus *fake, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The host's memory for a (window, offset) or a bus address; NULL, and an error, if there is none. */
uint8_t *fake_bus_at_window(struct fake_bus *fake, unsigned window, uint64_t offset, size_t len_bytes);
uint8_t *fake_bus_at(struct fake_bus *fake, uint64_t address, size_t len_bytes);

#endif
