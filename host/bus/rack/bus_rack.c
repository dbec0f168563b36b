/*
 * The bus to a NIC in the rack, on the rank's side: registers through the ring in the shared page, and
 * waiting. Attaching is in rack_attach.c, windows are in rack_window.c.
 */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "bus/push.h"
#include "bus/rack/bus_rack.h"
#include "spec/spec.h"

enum {
	SLICE_NS = 50000000,	 /* a sleeper checks this often whether the rack is alive */
	HEALTH_EVERY_NS = 1000000,
	SPINS = 200,
};

/* Sleeps while the word has this value, for at most one slice. */
static void futex_wait(const uint32_t *word, uint32_t value, uint64_t timeout_ns)
{
	uint64_t ns = timeout_ns < SLICE_NS ? timeout_ns : SLICE_NS;
	struct timespec timeout = { .tv_nsec = (long)ns };

	syscall(SYS_futex, word, FUTEX_WAIT, value, &timeout, NULL, 0);
}

/* To be called after a change that the rack must see. The fence pairs with the rack's, between raising `asleep` and looking. */
static void ring_bell(struct sumac_bus_rack *rack)
{
	const uint64_t one = 1;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (__atomic_load_n(&rack->page->asleep, __ATOMIC_RELAXED) && write(rack->bell_fd, &one, sizeof one) < 0)
		return; /* the eventfd's counter has reached its limit already */
}

/* The rack sends nothing unasked, so anything but "nothing yet" means that it is gone. */
static int check_health(struct sumac_bus_rack *rack)
{
	char byte;
	ssize_t n;

	if (rack->gone)
		return -SUMAC_EIO;
	n = recv(rack->socket_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
	rack->gone = n >= 0 || (errno != EAGAIN && errno != EINTR);
	return rack->gone ? -SUMAC_EIO : 0;
}

static int rack_health(struct sumac_bus *bus)
{
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	uint64_t now_ns = (uint64_t)sumac_clock_ns();

	if (!rack->gone && now_ns - rack->health_at_ns < HEALTH_EVERY_NS)
		return 0;
	rack->health_at_ns = now_ns;
	return check_health(rack);
}

bool sumac_bus_rack_give_up(struct sumac_bus_rack *rack, struct sumac_patience *patience)
{
	if (sumac_patience_check(patience, "the rack, which is running but does not respond"))
		rack->gone = true;
	return rack->gone;
}

/* Waits for a free entry in the ring. The rack takes writes even while time stands still. */
static int wait_place(struct sumac_bus_rack *rack)
{
	struct sumac_rack_page *page = rack->page;
	uint32_t head = page->ring_head, tail = __atomic_load_n(&page->ring_tail, __ATOMIC_ACQUIRE);
	struct sumac_patience patience;

	if (head - tail >= SUMAC_RACK_RING_ENTRIES)
		sumac_patience_begin(&patience);
	for (int i = 0; head - tail >= SUMAC_RACK_RING_ENTRIES; i++) {
		ring_bell(rack);
		if (i < SPINS)
			sched_yield();
		else
			futex_wait(&page->ring_tail, tail, SLICE_NS);
		if (i >= SPINS && (check_health(rack) || sumac_bus_rack_give_up(rack, &patience)))
			return -SUMAC_EIO;
		tail = __atomic_load_n(&page->ring_tail, __ATOMIC_ACQUIRE);
	}
	return rack->gone ? -SUMAC_EIO : 0;
}

/* A write that the rack need not hear of yet. */
static inline int put_write(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	struct sumac_rack_page *page = rack->page;
	uint32_t head = page->ring_head;
	int err = wait_place(rack);

	if (err)
		return err;
	page->ring[head % SUMAC_RACK_RING_ENTRIES] = (struct sumac_rack_write){ offset, value };
	__atomic_store_n(&page->ring_head, head + 1, __ATOMIC_RELEASE);
	return 0;
}

int sumac_bus_rack_write(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	int err = put_write(bus, offset, value);

	if (!err)
		ring_bell(sumac_bus_rack_of(bus));
	return err;
}

static int rack_push(struct sumac_bus *bus, struct sumac_bus_aperture *aperture, uint64_t first, uint64_t end)
{
	int err = sumac_push_each(bus, aperture, first, end, put_write);

	if (!err)
		ring_bell(sumac_bus_rack_of(bus));
	return err;
}

int sumac_bus_rack_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out)
{
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	struct sumac_rack_page *page = rack->page;
	uint32_t asked = page->read_asked + 1, answered;
	struct sumac_patience patience;

	if (rack->gone)
		return -SUMAC_EIO;
	page->read_offset = offset;
	__atomic_store_n(&page->read_asked, asked, __ATOMIC_RELEASE);
	ring_bell(rack);
	sumac_patience_begin(&patience);
	while ((answered = __atomic_load_n(&page->read_answered, __ATOMIC_ACQUIRE)) != asked) {
		futex_wait(&page->read_answered, answered, SLICE_NS);
		if (check_health(rack) || sumac_bus_rack_give_up(rack, &patience))
			return -SUMAC_EIO;
	}
	*value_out = page->read_value;
	return page->read_status;
}

static uint32_t rack_events(struct sumac_bus *bus)
{
	return __atomic_load_n(&sumac_bus_rack_of(bus)->page->events, __ATOMIC_ACQUIRE);
}

static uint64_t rack_cycle(struct sumac_bus *bus)
{
	return __atomic_load_n(&sumac_bus_rack_of(bus)->page->now, __ATOMIC_RELAXED);
}

static void note_flags(struct sumac_bus_rack *rack)
{
	if (__atomic_load_n(&rack->page->flags, __ATOMIC_RELAXED) & SUMAC_RACK_UNREPEATABLE)
		rack->bus.stepped = false;
}

static void rack_waiting(struct sumac_bus *bus, uint32_t seen)
{
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	uint64_t word = sumac_rack_wait_word(seen);

	if (rack->page->wait_word == word)
		return;
	__atomic_store_n(&rack->page->wait_word, word, __ATOMIC_RELEASE);
	note_flags(rack);
	if (rack->clock_stepped)
		ring_bell(rack);
}

static void rack_running(struct sumac_bus *bus)
{
	__atomic_store_n(&sumac_bus_rack_of(bus)->page->wait_word, 0, __ATOMIC_RELEASE);
}

static bool rack_runs(struct sumac_bus *bus)
{
	return sumac_bus_rack_of(bus)->page->wait_word == sumac_rack_wait_word(rack_events(bus));
}

static void rack_sleep(struct sumac_bus *bus, uint32_t seen, uint64_t timeout_ns)
{
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	uint64_t begin_ns = (uint64_t)sumac_clock_ns(), passed_ns = 0;

	rack_waiting(bus, seen);
	while (rack_events(bus) == seen && passed_ns < timeout_ns && !check_health(rack)) {
		futex_wait(&rack->page->events, seen, timeout_ns - passed_ns);
		passed_ns = (uint64_t)sumac_clock_ns() - begin_ns;
	}
	note_flags(rack);
}

/* A register read stops the rank and clocks the NIC, and there are hundreds of numbers. */
static int rack_look(struct sumac_bus *bus, struct sumac_causes *causes_out)
{
	const struct sumac_rack_look look = { .kind = SUMAC_RACK_LOOK };
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	struct sumac_rack_seen seen;

	if (rack->gone)
		return -SUMAC_EIO;
	if (send(rack->socket_fd, &look, sizeof look, MSG_NOSIGNAL) != sizeof look || sumac_bus_rack_await(rack) ||
	    recv(rack->socket_fd, &seen, sizeof seen, 0) != sizeof seen || seen.kind != SUMAC_RACK_SEEN) {
		rack->gone = true;
		return -SUMAC_EIO;
	}
	*causes_out = seen.causes;
	return 0;
}

void sumac_bus_rack_destroy(struct sumac_bus_rack *rack)
{
	if (rack->page)
		munmap(rack->page, sizeof *rack->page);
	if (rack->bell_fd >= 0)
		close(rack->bell_fd);
	if (rack->socket_fd >= 0)
		close(rack->socket_fd);
	free(rack);
}

static void rack_close(struct sumac_bus *bus)
{
	const uint32_t bye = SUMAC_RACK_BYE;
	struct sumac_bus_rack *rack = sumac_bus_rack_of(bus);
	struct sumac_bus_window window;

	for (uint16_t i = 0; i < SUMAC_RACK_WINDOWS; i++) {
		if (!rack->windows[i].memory)
			continue;
		window = rack->windows[i];
		sumac_bus_rack_window_free(bus, &window);
	}
	send(rack->socket_fd, &bye, sizeof bye, MSG_NOSIGNAL);
	sumac_bus_rack_destroy(rack);
}

const struct sumac_bus_ops sumac_bus_rack_ops = {
	.reg_write = sumac_bus_rack_write,
	.reg_read = sumac_bus_rack_read,
	.push = rack_push,
	.window_alloc = sumac_bus_rack_window_alloc,
	.window_lend = sumac_bus_rack_window_lend,
	.window_free = sumac_bus_rack_window_free,
	.events = rack_events,
	.waiting = rack_waiting,
	.running = rack_running,
	.runs = rack_runs,
	.sleep = rack_sleep,
	.health = rack_health,
	.close = rack_close,
	.look = rack_look,
	.cycle = rack_cycle,
};
