/*
 * Windows on a card: buffers that XRT leaves in the host's memory, where the card reaches them; or buffers in the
 * card's memory, each with a copy that XRT keeps in the host's.
 */
#include <string.h>

#include "base/fail.h"
#include "bus/window_table.h"
#include "bus/xrt/bus_xrt.h"

enum { PAGE_BYTES = 4096, LINE_BYTES = SUMAC_WINDOW_LINE_BYTES };

static int find_free(const struct sumac_bus_xrt *card)
{
	for (uint32_t i = 0; i < card->n_windows; i++)
		if (!card->windows[i].buffer)
			return (int)i;
	return -1;
}

static void free_buffer(const struct sumac_bus_xrt *card, void *buffer)
{
	sigset_t before;

	sumac_xrt_enter(card, &before);
	card->xrt->xrtBOFree(buffer);
	sumac_xrt_leave(card, &before);
}

/* Whole lines, as the card's memory has them; windows are whole pages. */
static int sync_window(struct sumac_bus_xrt *card, uint16_t index, int direction, uint64_t offset_bytes, size_t len_bytes)
{
	uint64_t first = offset_bytes / LINE_BYTES * LINE_BYTES;
	size_t whole_bytes = (size_t)((offset_bytes + len_bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES - first);
	sigset_t before;
	int err = card->gone;

	sumac_xrt_enter(card, &before);
	if (!err)
		err = card->xrt->xrtBOSync(card->windows[index].buffer, direction, whole_bytes, first);
	sumac_xrt_leave(card, &before);
	if (!err && !sumac_xrt_has_died(card))
		return 0;
	return sumac_xrt_lose(card, direction == SUMAC_XRT_TO_CARD ? "cannot copy memory to the card" :
			      "cannot copy memory from the card");
}

int sumac_bus_xrt_to_nic(struct sumac_bus *bus, uint16_t window, uint64_t offset_bytes, size_t len_bytes)
{
	return sync_window(sumac_bus_xrt_of(bus), window, SUMAC_XRT_TO_CARD, offset_bytes, len_bytes);
}

int sumac_bus_xrt_from_nic(struct sumac_bus *bus, uint16_t window, uint64_t offset_bytes, size_t len_bytes)
{
	return sync_window(sumac_bus_xrt_of(bus), window, SUMAC_XRT_FROM_CARD, offset_bytes, len_bytes);
}

int sumac_bus_xrt_window_alloc(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out)
{
	struct sumac_bus_xrt *card = sumac_bus_xrt_of(bus);
	const struct sumac_xrt_library *xrt = card->xrt;
	size_t whole_bytes = (len_bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
	int index = find_free(card), err;
	struct sumac_bus_window window = { .index = (uint16_t)index, .len_bytes = len_bytes };
	sigset_t before;
	void *buffer;

	if (!len_bytes || whole_bytes < len_bytes)
		return -SUMAC_EINVAL;
	if (index < 0)
		return -SUMAC_ENORES;
	sumac_xrt_enter(card, &before);
	buffer = xrt->xrtBOAlloc(card->device, whole_bytes, bus->copies ? 0 : SUMAC_XRT_HOST_ONLY, card->bank);
	sumac_xrt_leave(card, &before);
	if (!buffer)
		return sumac_xrt_fail(SUMAC_ENOMEM, bus->copies ? "the card has no memory for a buffer" :
				      "the card could not get a buffer in the host's memory");
	window.memory = xrt->xrtBOMap(buffer);
	window.bus_address = xrt->xrtBOAddress(buffer);
	err = window.memory && !(((uintptr_t)window.memory | window.bus_address) % PAGE_BYTES) ? 0 :
		sumac_xrt_fail(SUMAC_ENOMEM, "cannot use a buffer in the host's memory");
	if (!err)
		memset(window.memory, 0, whole_bytes);
	card->windows[index].buffer = buffer;
	if (!err && bus->copies)
		err = sumac_bus_xrt_to_nic(bus, window.index, 0, whole_bytes);
	if (!err)
		err = sumac_window_table_write(bus, &window, sumac_window_whole_lines(len_bytes)); /* of whole pages */
	if (err) {
		free_buffer(card, buffer);
		card->windows[index].buffer = NULL;
		return err;
	}
	card->windows[index].window = *window_out = window;
	return 0;
}

void sumac_bus_xrt_window_free(struct sumac_bus *bus, struct sumac_bus_window *window)
{
	struct sumac_bus_xrt *card = sumac_bus_xrt_of(bus);
	uint16_t index = window->index;

	if (index >= SUMAC_XRT_WINDOWS || !card->windows[index].buffer ||
	    card->windows[index].window.memory != window->memory)
		return;
	sumac_window_table_write(bus, window, 0); /* if the card is gone, it does not reach the memory either */
	free_buffer(card, card->windows[index].buffer);
	card->windows[index].buffer = NULL;
	*window = (struct sumac_bus_window){ 0 };
}
