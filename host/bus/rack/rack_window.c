/*
 * Windows in the rack: memory files that both sides map, sealed so that neither side can harm the other by shrinking
 * them.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/pass_fd.h"
#include "base/sealed_file.h"
#include "bus/rack/bus_rack.h"
#include "bus/window_table.h"

enum { SLICE_MS = 250 };

int sumac_bus_rack_await(struct sumac_bus_rack *rack)
{
	struct pollfd fd = { .fd = rack->socket_fd, .events = POLLIN };
	struct sumac_patience patience;

	sumac_patience_begin(&patience);
	while (poll(&fd, 1, SLICE_MS) <= 0)
		if (sumac_bus_rack_give_up(rack, &patience))
			return -SUMAC_ETIMEOUT;
	return 0;
}

int sumac_bus_rack_ask(struct sumac_bus_rack *rack, const void *message, size_t len_bytes, int fd,
		       char why_out[SUMAC_RACK_WHY_BYTES])
{
	struct sumac_rack_answer answer;
	ssize_t n;

	strcpy(why_out, "the rack does not answer");
	if (sumac_fd_send(rack->socket_fd, message, len_bytes, fd) != (ssize_t)len_bytes)
		return -SUMAC_EIO;
	n = sumac_bus_rack_await(rack) ? -1 : recv(rack->socket_fd, &answer, sizeof answer, 0);
	if (n != sizeof answer || (answer.kind != SUMAC_RACK_DONE && answer.kind != SUMAC_RACK_REFUSED)) {
		rack->gone = true;
		return -SUMAC_EIO;
	}
	memcpy(why_out, answer.why, sizeof answer.why);
	why_out[sizeof answer.why - 1] = 0;
	return answer.status;
}

static size_t whole_pages(size_t len_bytes)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);

	return (len_bytes + page_bytes - 1) / page_bytes * page_bytes;
}

static int find_free(const struct sumac_bus_rack *rack)
{
	for (uint32_t i = 0; i < rack->n_windows; i++)
		if (!rack->windows[i].memory)
			return (int)i;
	return -1;
}

static bool is_whole_lines(const struct sumac_bus_loan *loan)
{
	return ((uintptr_t)loan->memory | loan->offset_bytes | loan->len_bytes) % SUMAC_WINDOW_LINE_BYTES == 0;
}

int sumac_bus_rack_window_lend(struct sumac_bus *bus, const struct sumac_bus_loan *loan, struct sumac_bus_window *window_out)
{
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	int index = find_free(rack), err;
	struct sumac_rack_window ask = { .kind = SUMAC_RACK_WINDOW, .index = (uint32_t)index,
					 .len_bytes = whole_pages(loan->len_bytes), .offset_bytes = loan->offset_bytes };
	struct sumac_bus_window window = { .index = (uint16_t)index, .len_bytes = loan->len_bytes, .memory = loan->memory,
					   .is_lent = true };
	char why[SUMAC_RACK_WHY_BYTES];

	if (!loan->len_bytes || loan->len_bytes >> SUMAC_RACK_WINDOW_SHIFT || !is_whole_lines(loan))
		return -SUMAC_EINVAL;
	if (index < 0)
		return -SUMAC_ENORES;
	window.bus_address = (uint64_t)(index + 1) << SUMAC_RACK_WINDOW_SHIFT;
	err = sumac_bus_rack_ask(rack, &ask, sizeof ask, loan->fd, why);
	if (!err)
		err = sumac_window_table_write(bus, &window, loan->len_bytes);
	if (err)
		return err;
	rack->windows[index] = window;
	*window_out = window;
	return 0;
}

/* Lends a file that only this window has, so the NIC may reach the rest of the last line. */
int sumac_bus_rack_window_alloc(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out)
{
	struct sumac_bus_loan loan = { .len_bytes = sumac_window_whole_lines(len_bytes) };
	int err;

	if (!len_bytes || len_bytes >> SUMAC_RACK_WINDOW_SHIFT)
		return -SUMAC_EINVAL;
	if (find_free(sumac_bus_rack_of(bus)) < 0)
		return -SUMAC_ENORES;
	loan.fd = sumac_sealed_file_create("sumac-window", whole_pages(len_bytes), &loan.memory);
	if (loan.fd < 0)
		return -SUMAC_ENOMEM;
	err = sumac_bus_rack_window_lend(bus, &loan, window_out);
	close(loan.fd);
	if (err) {
		munmap(loan.memory, whole_pages(len_bytes));
		return err;
	}
	window_out->is_lent = false;
	window_out->len_bytes = len_bytes;
	sumac_bus_rack_of(bus)->windows[window_out->index] = *window_out;
	return 0;
}

void sumac_bus_rack_window_free(struct sumac_bus *bus, struct sumac_bus_window *window)
{
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	struct sumac_rack_window ask = { .kind = SUMAC_RACK_UNWINDOW, .index = window->index };
	char why[SUMAC_RACK_WHY_BYTES];

	if (window->index >= SUMAC_RACK_WINDOWS || rack->windows[window->index].memory != window->memory ||
	    !window->memory)
		return;
	if (!sumac_window_table_write(bus, window, 0))
		sumac_bus_rack_ask(rack, &ask, sizeof ask, -1, why);
	if (!rack->windows[window->index].is_lent)
		munmap(window->memory, whole_pages(window->len_bytes));
	rack->windows[window->index] = (struct sumac_bus_window){ 0 };
	*window = (struct sumac_bus_window){ 0 };
}
