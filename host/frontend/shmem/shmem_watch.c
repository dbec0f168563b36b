/*
 * PEs that pass different active sets to what should be one call wait for each other for ever. In checking mode each
 * PE shows the others of its host which set it is in, and how many calls it has made on which sets; while it waits,
 * it looks whether those for whom it waits wait for it, maybe by way of others. Such a circle never ends, so we end
 * the job.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"
#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

enum { N_PAST = 64, MAX_PES = 1024, PATIENCE_NS = 10000000 }; /* calls that end before it are not looked into */

struct set {
	int32_t start, log_stride, size;
	uint32_t number; /* of the PE's calls on it, from 1 on */
	int64_t began_ns;
};

/* The state that a PE shows. While n_changes is odd, or if it has changed, the copy is not to be trusted. */
struct page {
	_Atomic uint64_t n_changes;
	uint32_t n_inside; /* threads in calls; of several nothing is known */
	struct set now;	   /* of the one */
	char name[48];
	bool is_barrier;
	struct sumac_shmem_place work, sync;
	struct set past[N_PAST]; /* the last calls, this one included; an unused one has size 0 */
	uint32_t n_past;
};

/* Sets that this PE has called on: the last call's. */
struct known {
	struct known *next;
	struct set last;
};

static bool is_open;
static struct known *known;

/* Copies what a PE shows; false if it cannot be trusted, or the PE is in no call, or in several. */
static bool read_page(int pe, struct page *copy_out)
{
	struct page *page = sumac_host_page(pe);
	uint64_t before;

	if (!page)
		return false;
	before = atomic_load_explicit(&page->n_changes, memory_order_acquire);
	memcpy((char *)copy_out + sizeof(page->n_changes), (char *)page + sizeof(page->n_changes),
	       sizeof(*page) - sizeof(page->n_changes));
	atomic_thread_fence(memory_order_acquire);
	return before % 2 == 0 && atomic_load_explicit(&page->n_changes, memory_order_relaxed) == before &&
	       copy_out->n_inside == 1;
}

static bool is_same_set(const struct set *left, const struct set *right)
{
	return left->start == right->start && left->log_stride == right->log_stride && left->size == right->size;
}

static bool has_joined(const struct page *page, const struct set *set)
{
	for (int i = 0; i < N_PAST; i++)
		if (is_same_set(&page->past[i], set) && page->past[i].number >= set->number)
			return true;
	/* Nobody leaves a call that another has not joined: a call that was joined and is forgotten was forgotten after that one
	 * began. */
	return page->n_past >= N_PAST && page->past[page->n_past % N_PAST].began_ns > set->began_ns;
}

static bool is_in(const struct set *set, int pe)
{
	int distance = pe - set->start;

	return distance >= 0 && distance % (1 << set->log_stride) == 0 && distance >> set->log_stride < set->size;
}

/* Whether a PE that shows this waits for this one to join its call, itself or by way of others that it waits for. */
static bool waits_for_me(const struct page *page, const struct page *mine, int me, uint8_t *seen)
{
	if (is_in(&page->now, me) && !has_joined(mine, &page->now))
		return true;
	for (int i = 0; i < page->now.size; i++) {
		int pe = page->now.start + (i << page->now.log_stride);
		struct page next;

		if (pe >= MAX_PES || seen[pe] || pe == me)
			continue;
		seen[pe] = 1;
		if (read_page(pe, &next) && !has_joined(&next, &page->now) && waits_for_me(&next, mine, me, seen))
			return true;
	}
	return false;
}

static void complain(const struct page *mine, int pe, const struct page *other)
{
	char why[320];

	snprintf(why, sizeof(why), "PE_start %d, logPE_stride %d and PE_size %d, but PE %d waits in %s with PE_start %d, "
		 "logPE_stride %d and PE_size %d: neither can go on", mine->now.start, mine->now.log_stride, mine->now.size, pe,
		 other->name, other->now.start, other->now.log_stride, other->now.size);
	sumac_shmem_die(mine->name, why);
}

/* A hook of the core's waits. */
static int look(void *ctx)
{
	int me = sumac_rank();
	struct page mine, other;

	(void)ctx;
	if (!read_page(me, &mine) || sumac_clock_ns() - mine.now.began_ns < PATIENCE_NS)
		return 0;
	for (int i = 0; i < mine.now.size; i++) {
		int pe = mine.now.start + (i << mine.now.log_stride);
		uint8_t seen[MAX_PES] = { 0 };

		if (pe != me && read_page(pe, &other) && !has_joined(&other, &mine.now) && waits_for_me(&other, &mine, me, seen))
			complain(&mine, pe, &other);
	}
	return 0;
}

int sumac_shmem_watch_open(void)
{
	int err;

	if (!sumac_shmem_compares())
		return 0;
	err = sumac_host_pages_open(sizeof(struct page));
	if (!err)
		err = sumac_progress_hook_add(look, NULL);
	is_open = !err;
	return err;
}

void sumac_shmem_watch_close(void)
{
	if (!is_open)
		return;
	is_open = false;
	sumac_progress_hook_remove(look, NULL);
	sumac_host_pages_forget();
	while (known) {
		struct known *next = known->next;

		free(known);
		known = next;
	}
}

static struct page *begin_change(void)
{
	struct page *page = is_open ? sumac_host_page(sumac_rank()) : NULL;

	if (page) {
		atomic_fetch_add_explicit(&page->n_changes, 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_release);
	}
	return page;
}

static void end_change(struct page *page)
{
	atomic_thread_fence(memory_order_release);
	atomic_fetch_add_explicit(&page->n_changes, 1, memory_order_release);
}

static int number(struct set *set_io)
{
	struct known *at = known;

	while (at && !is_same_set(&at->last, set_io))
		at = at->next;
	if (!at) {
		at = malloc(sizeof(*at));
		if (!at)
			return sumac_fail(SUMAC_ENOMEM, "no memory for an active set");
		*at = (struct known){ known, *set_io };
		known = at;
	}
	set_io->number = ++at->last.number;
	set_io->began_ns = sumac_clock_ns();
	return 0;
}

static bool is_same_place(const struct sumac_shmem_place *left, const struct sumac_shmem_place *right)
{
	return left->kind != SUMAC_SHMEM_NOWHERE && !memcmp(left, right, sizeof(*left));
}

/* Another PE, or another thread of this one, that is still in another call with these work arrays. Barriers on a set may all
 * share one. */
static int check_use(const struct set *set, const struct sumac_shmem_place *work, const struct sumac_shmem_place *sync,
		     bool is_barrier)
{
	for (int i = 0; i < set->size; i++) {
		int pe = set->start + (i << set->log_stride);
		struct page page;

		if (!read_page(pe, &page) || (is_same_set(&page.now, set) &&
					      (page.now.number >= set->number || (is_barrier && page.is_barrier))))
			continue;
		if (is_same_place(&page.sync, sync) || is_same_place(&page.work, work))
			return sumac_fail(SUMAC_EINVAL, "%s is in use: PE %d is still in %s with PE_start %d, logPE_stride %d and "
					  "PE_size %d", is_same_place(&page.sync, sync) ? "pSync" : "pWrk", pe, page.name,
					  page.now.start, page.now.log_stride, page.now.size);
	}
	return 0;
}

int sumac_shmem_watch_begin(const struct sumac_shmem_call *call, int start, int log_stride, int size)
{
	SUMAC_SHMEM_LOCKED;
	struct sumac_shmem_place work = sumac_shmem_place_of(call->work, 0), sync = sumac_shmem_place_of(call->sync, 0);
	struct set set = { start, size == 1 ? 0 : log_stride, size, 0, 0 };
	struct page *page = is_open ? sumac_host_page(sumac_rank()) : NULL;
	bool is_barrier = call->sync && !call->dest;
	int err;

	if (!page)
		return 0;
	err = number(&set);
	if (!err)
		err = check_use(&set, &work, &sync, is_barrier);
	begin_change();
	page->n_inside++;
	page->now = page->past[page->n_past++ % N_PAST] = set;
	page->work = work;
	page->sync = sync;
	page->is_barrier = is_barrier;
	snprintf(page->name, sizeof(page->name), "%s", call->name);
	end_change(page);
	return err;
}

void sumac_shmem_watch_end(void)
{
	SUMAC_SHMEM_LOCKED;
	struct page *page = begin_change();

	if (!page)
		return;
	page->n_inside--;
	end_change(page);
}
