/*
 * Handles a program that ends without closing its card: XRT's own clearing up crashes if a unit is still open. So we
 * close cards before that; and since a rank that leaves without a farewell has died, we do not tell an emulated card
 * goodbye.
 *
 * A forked child has XRT without its threads, and XRT's clearing up would wait for them for ever, or close the
 * parent's card. So a child that calls exit() ends where XRT's part would begin: its output is written, but functions
 * that the program gave to atexit() before the card was opened are not called.
 */
#define _GNU_SOURCE /* on_exit */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bus/xrt/bus_xrt.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sumac_bus_xrt *cards;
static pid_t opener; /* the process that has XRT's threads, for good */

void sumac_xrt_release(struct sumac_bus_xrt *card)
{
	sigset_t before;

	sumac_xrt_enter(card, &before);
	if (card->kernel)
		card->xrt->xrtKernelClose(card->kernel);
	if (card->device)
		card->xrt->xrtDeviceClose(card->device);
	card->kernel = card->device = NULL;
	sumac_xrt_leave(card, &before);
}

static void leave(int status, void *unused)
{
	(void)unused;
	if (opener != getpid()) {
		fflush(NULL);
		_exit(status);
	}
	for (struct sumac_bus_xrt *card = cards; card; card = card->next) {
		if (card->model)
			card->emulation->cut(card->model);
		sumac_xrt_release(card);
	}
}

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
	for (struct sumac_bus_xrt *card = cards; card; card = card->next)
		if (card->model)
			card->emulation->forked(card->model);
	after_fork();
}

static void be_called(void)
{
	opener = getpid();
	on_exit(leave, NULL);
	pthread_atfork(before_fork, after_fork, in_child);
}

void sumac_xrt_exit_note(struct sumac_bus_xrt *card)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, be_called);
	pthread_mutex_lock(&lock);
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
