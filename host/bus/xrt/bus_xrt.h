/*
 * Inside the bus to cards: the structure and functions that its source files share. bus_xrt.c (registers, waiting,
 * closing), xrt_open.c, xrt_window.c, xrt_exit.c, xrt_library.c (XRT's functions, found at run time), xrt_prints.c
 * (what XRT prints about an error), xrt_emulation.c (which loads what its emulation needs beyond that); xclbin.c,
 * axlf.c (the file to load into a card).
 */
#ifndef SUMAC_BUS_XRT_H
#define SUMAC_BUS_XRT_H

#include "bus/bus.h"
#include "bus/xrt/xrt_emulation.h"
#include "bus/xrt/xrt_library.h"

enum { SUMAC_XRT_WINDOWS = 256 };

struct sumac_bus_xrt {
	struct sumac_bus bus;
	struct sumac_bus_xrt *next; /* of those that are open */
	const struct sumac_xrt_library *xrt;
	void *device, *kernel;
	uint32_t bank; /* of windows */
	uint32_t n_windows; /* of the NIC */
	uint64_t health_at_ns;
	bool gone;
	const struct sumac_xrt_emulation *emulation; /* of an emulated card, with its model; else NULL */
	struct sumac_xrt_model *model;
	struct {
		struct sumac_bus_window window;
		void *buffer; /* NULL: free */
	} windows[SUMAC_XRT_WINDOWS];
};

static inline struct sumac_bus_xrt *sumac_bus_xrt_of(struct sumac_bus *bus)
{
	return (struct sumac_bus_xrt *)bus;
}

/* Around XRT's calls. */
static inline void sumac_xrt_enter(const struct sumac_bus_xrt *card, sigset_t *before_out)
{
	if (card->model)
		card->emulation->enter(card->model, before_out);
}

static inline void sumac_xrt_leave(const struct sumac_bus_xrt *card, const sigset_t *before)
{
	if (card->model)
		card->emulation->leave(card->model, before);
}

/* An emulated card's simulation has ended. */
static inline bool sumac_xrt_has_died(const struct sumac_bus_xrt *card)
{
	return card->model && card->emulation->has_died(card->model);
}

extern const struct sumac_bus_ops sumac_bus_xrt_ops;

int sumac_bus_xrt_write(struct sumac_bus *bus, uint32_t offset, uint32_t value);
int sumac_bus_xrt_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out);
int sumac_bus_xrt_window_alloc(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out);
void sumac_bus_xrt_window_free(struct sumac_bus *bus, struct sumac_bus_window *window);

int sumac_bus_xrt_to_nic(struct sumac_bus *bus, uint16_t window, uint64_t offset_bytes, size_t len_bytes);
int sumac_bus_xrt_from_nic(struct sumac_bus *bus, uint16_t window, uint64_t offset_bytes, size_t len_bytes);
/* Marks the card as gone: its next calls fail, too. The event, and XRT's words about it, are reported once. */
int sumac_xrt_lose(struct sumac_bus_xrt *card, const char *what);

/* Closes unit and card, if they are open. */
void sumac_xrt_release(struct sumac_bus_xrt *card);
/* If the program ends before the card is forgotten, the card is released first. */
void sumac_xrt_exit_note(struct sumac_bus_xrt *card);
void sumac_xrt_exit_forget(struct sumac_bus_xrt *card);

/* Fails with that code, and with what could not be done in front of the error that XRT has left in errno. */
int sumac_xrt_fail(int code, const char *what);

#endif
