/*
 * A rank as the rack sees it: its page, its register accesses, its events, its end. Every word of the page is read
 * once, then checked.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/sealed_file.h"
#include "sim/rack/rack.h"
#include "spec/spec.h"

enum { REGISTER_BYTES = 0x10000, UNKNOWN_RANK = 0xffff };

static void futex_wake(const uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

int sumac_rank_attach(struct sumac_rack_rank *rank, int *page_fd_out, int *bell_fd_out)
{
	void *page;
	int page_fd = sumac_sealed_file_create("sumac-rack-page", sizeof *rank->page, &page); /* no rank can shrink it */

	if (page_fd < 0)
		return -SUMAC_ENOMEM;
	rank->page = page;
	rank->bell_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (rank->bell_fd < 0) {
		munmap(rank->page, sizeof *rank->page);
		close(page_fd);
		rank->page = NULL;
		return -SUMAC_ENOMEM;
	}
	rank->ring_tail = 0;
	rank->read_answered = 0;
	rank->busy_since_ns = 0;
	rank->left_behind = false;
	rank->irqs_seen = sumac_vnic_irqs(rank->nic);
	rank->page->events = rank->events;
	rank->page->now = rank->rack->now;
	rank->state = SUMAC_RANK_ATTACHED;
	sumac_rank_set_flags(rank);
	*page_fd_out = page_fd;
	*bell_fd_out = rank->bell_fd;
	return 0;
}

static void write_register(struct sumac_rack_rank *rank, uint64_t at, uint32_t offset, uint32_t value)
{
	struct sumac_rack *rack = rank->rack;

	if (rack->checker)
		sumac_checker_reg_write(rack->checker, rank->index, offset, value);
	if (sumac_vnic_reg_write(rank->nic, at, offset, value))
		sumac_rack_fault(rack, "out of memory for register writes");
}

static bool is_register(uint32_t offset)
{
	return offset < REGISTER_BYTES && offset % 4 == 0;
}

/* Takes the writes in the ring; returns how many there were, or an error. */
static int take_writes(struct sumac_rack_rank *rank)
{
	struct sumac_rack_page *page = rank->page;
	uint32_t head = __atomic_load_n(&page->ring_head, __ATOMIC_ACQUIRE);
	uint32_t n = head - rank->ring_tail;

	if (n > SUMAC_RACK_RING_ENTRIES)
		return -SUMAC_EINVAL;
	for (uint32_t i = 0; i < n; i++) {
		const struct sumac_rack_write *entry = &page->ring[rank->ring_tail++ % SUMAC_RACK_RING_ENTRIES];
		uint32_t offset = __atomic_load_n(&entry->offset, __ATOMIC_RELAXED);
		uint32_t value = __atomic_load_n(&entry->value, __ATOMIC_RELAXED);

		if (!is_register(offset))
			return -SUMAC_EINVAL;
		write_register(rank, rank->rack->now + rank->rack->doorbell_cycles, offset, value);
	}
	if (n) {
		__atomic_store_n(&page->ring_tail, rank->ring_tail, __ATOMIC_RELEASE);
		if (n == SUMAC_RACK_RING_ENTRIES)
			futex_wake(&page->ring_tail);
	}
	return (int)n;
}

static int answer_read(struct sumac_rack_rank *rank)
{
	struct sumac_rack_page *page = rank->page;
	uint32_t asked = __atomic_load_n(&page->read_asked, __ATOMIC_ACQUIRE);
	uint32_t offset = __atomic_load_n(&page->read_offset, __ATOMIC_RELAXED), value = 0;
	int err;

	if (asked == rank->read_answered)
		return 0;
	if (!is_register(offset))
		return -SUMAC_EINVAL;
	/* Writes before the read may have come between our look at the ring and our look at this word. */
	err = take_writes(rank);
	if (err < 0)
		return err;
	page->read_status = sumac_vnic_reg_read(rank->nic, offset, &value);
	page->read_value = value;
	rank->read_answered = asked;
	__atomic_store_n(&page->read_answered, asked, __ATOMIC_RELEASE);
	futex_wake(&page->read_answered);
	sumac_rank_publish(rank); /* a read clocks the NIC */
	return 1;
}

int sumac_rank_serve(struct sumac_rack_rank *rank)
{
	int n_writes = take_writes(rank), n_reads;

	if (n_writes < 0)
		return n_writes;
	n_reads = answer_read(rank);
	return n_reads < 0 ? n_reads : n_writes + n_reads;
}

bool sumac_rank_has_work(const struct sumac_rack_rank *rank)
{
	return __atomic_load_n(&rank->page->ring_head, __ATOMIC_ACQUIRE) != rank->ring_tail ||
	       __atomic_load_n(&rank->page->read_asked, __ATOMIC_ACQUIRE) != rank->read_answered;
}

bool sumac_rank_is_waiting(const struct sumac_rack_rank *rank)
{
	return __atomic_load_n(&rank->page->wait_word, __ATOMIC_ACQUIRE) == sumac_rack_wait_word(rank->events);
}

void sumac_rank_publish(struct sumac_rack_rank *rank)
{
	uint32_t irqs = sumac_vnic_irqs(rank->nic);

	if (rank->page)
		__atomic_store_n(&rank->page->now, rank->rack->now, __ATOMIC_RELAXED);
	if (irqs == rank->irqs_seen)
		return;
	rank->events += irqs - rank->irqs_seen;
	rank->irqs_seen = irqs;
	if (!rank->page)
		return;
	__atomic_store_n(&rank->page->events, rank->events, __ATOMIC_RELEASE);
	futex_wake(&rank->page->events);
}

void sumac_rank_set_flags(struct sumac_rack_rank *rank)
{
	uint32_t flags = (rank->rack->unrepeatable ? SUMAC_RACK_UNREPEATABLE : 0) |
			 (rank->rack->broken ? SUMAC_RACK_BROKEN : 0);

	if (rank->page)
		__atomic_store_n(&rank->page->flags, flags, __ATOMIC_RELEASE);
}

void sumac_rank_fail_groups(struct sumac_rack_rank *rank, int status)
{
	for (uint32_t group = 0; group < rank->n_groups; group++)
		write_register(rank, rank->rack->now, SUMAC_GROUP_BASE + group * SUMAC_GROUP_SIZE + SUMAC_G_FAIL,
			       (uint32_t)status << 16 | UNKNOWN_RANK);
}

/* A dead rank's memory stays until the end: its NIC lives on, to tell the others. */
void sumac_rank_detach(struct sumac_rack_rank *rank, bool died)
{
	if (!died && take_writes(rank) < 0)
		died = true;
	munmap(rank->page, sizeof *rank->page);
	rank->page = NULL;
	sumac_rack_unwatch(rank->rack, rank->bell_fd);
	close(rank->bell_fd);
	rank->bell_fd = -1;
	rank->state = died ? SUMAC_RANK_DEAD : SUMAC_RANK_GONE;
	rank->rack->n_attached--;
	if (!died) {
		for (uint32_t i = 0; i < SUMAC_RACK_WINDOWS; i++)
			sumac_rank_window_remove(rank, i);
		return;
	}
	fprintf(stderr, "sumac-rack: NIC %d has lost its rank, which has died; its groups fail\n", rank->index);
	sumac_rank_fail_groups(rank, SUMAC_EPEER);
}
