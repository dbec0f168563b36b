/*
 * The bus to a card: registers, waiting without interrupts, and the end.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/fail.h"
#include "bus/no_interrupt.h"
#include "bus/push.h"
#include "bus/xrt/bus_xrt.h"
#include "spec/spec.h"

enum {
	NAP_NS = 50000,		  /* nothing wakes a sleeper, so we soon look for completions again */
	HEALTH_EVERY_NS = 100000000,
};

int sumac_xrt_fail(int code, const char *what)
{
	int error = errno;

	return error ? sumac_fail(code, "%s; XRT says: %s", what, strerror(error)) : sumac_fail(code, "%s", what);
}

int sumac_xrt_lose(struct sumac_bus_xrt *card, const char *what)
{
	bool is_new = !card->gone;

	card->gone = true;
	if (sumac_xrt_has_died(card))
		return is_new ? sumac_fail(SUMAC_EIO, "%s: the card's simulation has ended", what) : -SUMAC_EIO;
	return is_new ? sumac_xrt_fail(SUMAC_EIO, what) : -SUMAC_EIO;
}

int sumac_bus_xrt_write(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	struct sumac_bus_xrt *card = sumac_bus_xrt_of(bus);
	sigset_t before;
	int err = card->gone;

	sumac_xrt_enter(card, &before);
	if (!err)
		err = card->xrt->xrtKernelWriteRegister(card->kernel, offset, value);
	sumac_xrt_leave(card, &before);
	return err || sumac_xrt_has_died(card) ? sumac_xrt_lose(card, "cannot write a register of the card") : 0;
}

int sumac_bus_xrt_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out)
{
	struct sumac_bus_xrt *card = sumac_bus_xrt_of(bus);
	sigset_t before;
	int err = card->gone;

	sumac_xrt_enter(card, &before);
	if (!err)
		err = card->xrt->xrtKernelReadRegister(card->kernel, offset, value_out);
	sumac_xrt_leave(card, &before);
	return err || sumac_xrt_has_died(card) ? sumac_xrt_lose(card, "cannot read a register of the card") : 0;
}

static int push(struct sumac_bus *bus, struct sumac_bus_aperture *aperture, uint64_t first, uint64_t end)
{
	return sumac_push_each(bus, aperture, first, end, sumac_bus_xrt_write);
}

static void nap(struct sumac_bus *bus, uint32_t seen, uint64_t timeout_ns)
{
	struct timespec time = { .tv_nsec = timeout_ns < NAP_NS ? (long)timeout_ns : NAP_NS };

	(void)bus, (void)seen;
	nanosleep(&time, NULL);
}

/* We watch an emulated card. A real one that has fallen off its bus reads as all ones. */
static int health(struct sumac_bus *bus)
{
	struct sumac_bus_xrt *card = sumac_bus_xrt_of(bus);
	uint64_t now_ns = (uint64_t)sumac_clock_ns();
	uint32_t magic;

	if (card->gone || sumac_xrt_has_died(card))
		return sumac_xrt_lose(card, "the card is gone");
	if (bus->simulated || now_ns - card->health_at_ns < HEALTH_EVERY_NS)
		return 0;
	card->health_at_ns = now_ns;
	if (sumac_bus_xrt_read(bus, SUMAC_REG_MAGIC, &magic))
		return -SUMAC_EIO;
	return magic == SUMAC_MAGIC ? 0 : sumac_xrt_lose(card, "the card is gone");
}

static void close_card(struct sumac_bus *bus)
{
	struct sumac_bus_xrt *card = sumac_bus_xrt_of(bus);

	for (uint16_t i = 0; i < SUMAC_XRT_WINDOWS; i++) {
		struct sumac_bus_window window = card->windows[i].window;

		if (card->windows[i].buffer)
			sumac_bus_xrt_window_free(bus, &window);
	}
	sumac_xrt_exit_forget(card);
	sumac_xrt_release(card);
	if (card->model)
		card->emulation->close(card->model);
	free(card);
}

const struct sumac_bus_ops sumac_bus_xrt_ops = {
	.reg_write = sumac_bus_xrt_write,
	.reg_read = sumac_bus_xrt_read,
	.push = push,
	.window_alloc = sumac_bus_xrt_window_alloc,
	.window_free = sumac_bus_xrt_window_free,
	.to_nic = sumac_bus_xrt_to_nic,
	.from_nic = sumac_bus_xrt_from_nic,
	.events = sumac_no_interrupt_events,
	.waiting = sumac_no_interrupt_waiting,
	.running = sumac_no_interrupt_running,
	.sleep = nap,
	.health = health,
	.close = close_card,
};
