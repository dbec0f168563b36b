/*
 * A program that ends without closing its card: XRT's own clearing up crashes when a unit is still open. So cards are closed before
 * that; and as a rank that leaves without a farewell has died, an emulated card is not told goodbye.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "bus/xrt/bus_xrt.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sumac_bus_xrt *cards;

void sumac_xrt_release(struct sumac_bus_xrt *card)
{
	sigset_t before;

	sumac_xrt_watch_enter(&card->watch, &before);
	if (card->kernel)
		card->xrt->xrtKernelClose(card->kernel);
	if (card->device)
		card->xrt->xrtDeviceClose(card->device);
	card->kernel = card->device = NULL;
	if (card->lock_fd >= 0)
		close(card->lock_fd);
	card->lock_fd = -1;
	sumac_xrt_watch_leave(&card->watch, &before);
}

/* What a forked child inherits is its parent's. */
static void leave(void)
{
	for (struct sumac_bus_xrt *card = cards; card; card = card->next) {
		if (card->opener != getpid())
			continue;
		sumac_xrt_watch_cut(&card->watch);
		sumac_xrt_release(card);
	}
}

static void be_called(void)
{
	atexit(leave);
}

void sumac_xrt_exit_note(struct sumac_bus_xrt *card)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, be_called);
	pthread_mutex_lock(&lock);
	card->opener = getpid();
	card->next = cards;
	cards = card;
	pthread_mutex_unlock(&lock);
}

void sumac_xrt_exit_forget(struct sumac_bus_xrt *card)
{
	pthread_mutex_lock(&lock);
	for (struct sumac_bus_xrt **at = &cards; *at; at = &(*at)->next)
		if (*at == card) {
			*at = card->next;
			break;
		}
	pthread_mutex_unlock(&lock);
}
