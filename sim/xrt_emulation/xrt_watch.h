/*
 * Looks after the model. When it dies, XRT's calls would wait for its answers for ever, and no thread can be called
 * back from there. So the watch puts another end in the place of XRT's sockets, which says yes to every request; the
 * calls return, and the card counts as gone.
 */
#ifndef SUMAC_XRT_WATCH_H
#define SUMAC_XRT_WATCH_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

/* The first socket, on which XRT asks, and the second, on which the model asks XRT. */
enum { SUMAC_XRT_ASKS, SUMAC_XRT_IS_ASKED, SUMAC_XRT_SOCKETS };

struct sumac_xrt_watch {
	bool has_thread;
	pthread_t thread;
	int wake_fd;
	int fds[SUMAC_XRT_SOCKETS]; /* XRT's own */
	ino_t inodes[SUMAC_XRT_SOCKETS];
	atomic_bool has_fired;
};

/* Finds XRT's sockets, which must be connected. 0, or a negative status. */
int sumac_xrt_watch_begin(struct sumac_xrt_watch *watch);
/* Acts as if the model had died: the model takes the rank for dead, and XRT's calls are answered. */
void sumac_xrt_watch_cut(struct sumac_xrt_watch *watch);
void sumac_xrt_watch_end(struct sumac_xrt_watch *watch);
/* In a forked child: gives up its part in the sockets, whose end must show that the rank is gone. */
void sumac_xrt_watch_forked(const struct sumac_xrt_watch *watch);

static inline bool sumac_xrt_watch_has_fired(const struct sumac_xrt_watch *watch)
{
	return atomic_load_explicit(&watch->has_fired, memory_order_acquire);
}

/* To be called around XRT's calls: a model that dies while XRT writes to it then does not end the program by SIGPIPE. */
void sumac_xrt_watch_enter(const struct sumac_xrt_watch *watch, sigset_t *before_out);
void sumac_xrt_watch_leave(const struct sumac_xrt_watch *watch, const sigset_t *before);

#endif
