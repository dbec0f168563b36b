/*
 * The bus: how the host reaches a NIC's registers and shares memory with it. Each way to a NIC has one
 * implementation: the rack (simulated NICs, host/bus/rack), and XRT (cards, host/bus/xrt). The code above knows only
 * this interface.
 */
#ifndef SUMAC_BUS_H
#define SUMAC_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sumac_bus_window {
	uint16_t index;	       /* in the NIC's window table */
	uint64_t bus_address;  /* as the NIC sees it: what ring registers take */
	size_t len_bytes;
	void *memory;	       /* as the host sees it; page aligned, zeroed */
	bool is_lent;	       /* the memory stays its owner's; else the bus frees it with the window */
};

/* Memory that has an owner: a part of a file in memory, which cannot shrink, mapped by the caller. It begins at a page. The NIC
 * touches whole lines of 64 bytes, so memory that ends within a line is refused (-SUMAC_EINVAL): only its owner knows whether the
 * rest of the line is free to use. */
struct sumac_bus_loan {
	void *memory;
	size_t len_bytes;
	int fd;
	uint64_t offset_bytes;
};

/* The registers of a group through which descriptors are pushed (G_PUSH), and the ring of those descriptors in host memory. */
enum { SUMAC_BUS_APERTURE_WORDS = 16 };

struct sumac_bus_aperture {
	uint32_t offset;      /* of its first register */
	const uint32_t *ring; /* of a power of two of descriptors */
	uint64_t ring_mask;
	bool is_known;        /* what the registers hold: */
	uint32_t word[SUMAC_BUS_APERTURE_WORDS];
};

struct sumac_bus;
struct sumac_causes;

struct sumac_bus_ops {
	/* Writes are posted, in order; a read takes effect after all earlier writes. */
	int (*reg_write)(struct sumac_bus *bus, uint32_t offset, uint32_t value);
	int (*reg_read)(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out);
	/* Pushes the ring's descriptors from number `first` to before `end`: writes the words that are not in the aperture yet, and
	 * of each descriptor the last one. push.h does it for any bus. */
	int (*push)(struct sumac_bus *bus, struct sumac_bus_aperture *aperture, uint64_t first, uint64_t end);
	/* Memory that NIC and host share, or of which each has a copy; writes base and length into the NIC's window table. */
	int (*window_alloc)(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out);
	/* The same for memory that exists already. NULL: this bus cannot do it. */
	int (*window_lend)(struct sumac_bus *bus, const struct sumac_bus_loan *loan, struct sumac_bus_window *window_out);
	void (*window_free)(struct sumac_bus *bus, struct sumac_bus_window *window);
	/* If windows are copies (below): copies part of what the host has written to the NIC's memory, or of what the NIC has
	 * written to the host's. The NIC sees it before any later register write. 0, or the bus's error. */
	int (*to_nic)(struct sumac_bus *bus, uint16_t window, uint64_t offset_bytes, size_t len_bytes);
	int (*from_nic)(struct sumac_bus *bus, uint16_t window, uint64_t offset_bytes, size_t len_bytes);
	/* How often the NIC has raised its interrupt (at most once per completion). Cheap: a load. */
	uint32_t (*events)(struct sumac_bus *bus);
	/* "I wait, and have seen all that came before event `seen`": simulated time may advance. Cheap. */
	void (*waiting)(struct sumac_bus *bus, uint32_t seen);
	/* "I compute": on the stepped clock, time stands still. */
	void (*running)(struct sumac_bus *bus);
	/* On the stepped clock: whether time may run while the rank looks, so that what the NIC writes is seen by chance sooner or
	 * later. NULL: no such clock. */
	bool (*runs)(struct sumac_bus *bus);
	/* Sleeps until events() != seen or the time is up. Implies waiting(). */
	void (*sleep)(struct sumac_bus *bus, uint32_t seen, uint64_t timeout_ns);
	/* 0, or an error if the NIC is gone (its rack has died). Cheap. */
	int (*health)(struct sumac_bus *bus);
	void (*close)(struct sumac_bus *bus);
	/* Tells what the cycles of the NIC's stages have gone to, at one blow. NULL: its registers tell, one by one. */
	int (*look)(struct sumac_bus *bus, struct sumac_causes *causes_out);
	/* The cycles that a simulated NIC has done, lately or, on the stepped clock, until now. NULL: they cannot be known. */
	uint64_t (*cycle)(struct sumac_bus *bus);
};

struct sumac_bus {
	const struct sumac_bus_ops *ops;
	const char *kind;      /* "rack", "xrt" */
	bool simulated;
	bool stepped;	       /* cycles are the same on every run */
	bool pushes_cheaply;   /* some writes of registers take less time than the NIC's read of a descriptor: docs/bus-speed.md */
	bool copies;	       /* a window is memory of the NIC's, and the host has a copy of it */
	uint64_t clock_hz;     /* of the NIC */
	uint8_t mac[6];	       /* the NIC's addresses: the bus assigns them, the host writes them to the NIC */
	uint8_t ip[4];
	const char *surroundings; /* of simulated NICs, as their rack says: members of a JSON object; NULL: unknown */
};

/* Attaches to the rack that listens at the path, to this NIC among as many as the job has. Checks magic and spec hash:
 * -SUMAC_ESPEC if the device was built from another spec. */
int sumac_bus_rack_open(const char *socket_path, int nic, int n_nics, struct sumac_bus **bus_out);

/* Looks at a NIC of a rack that may be at work for others, and tells how many there are. 0, or -SUMAC_E... with a message. */
int sumac_bus_rack_look(const char *socket_path, int nic, int *n_nics_out, struct sumac_causes *causes_out);

enum { SUMAC_XRT_CLOCK_HZ = 250000000 }; /* the kernel for cards is built for this clock */

/* Opens the card with that index or bus address through XRT, for this process alone, and loads the file into it; its addresses
 * follow from its number among the job's NICs. Windows lie in that memory: see sumac_xclbin_bank(). If XRT emulates the card, the
 * same calls open its emulation. */
int sumac_bus_xrt_open(const char *device, const char *xclbin_path, const char *memory, int nic, struct sumac_bus **bus_out);

/* Whether XCL_EMULATION_MODE asks for XRT's emulation of cards: then no card is touched. */
bool sumac_xrt_is_emulated(void);

#endif
