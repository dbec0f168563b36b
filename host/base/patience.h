/*
 * How long a wait may last: as long as it must, unless the user has set a limit (the setting timeout); and when to
 * report that it lasts.
 */
#ifndef SUMAC_PATIENCE_H
#define SUMAC_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

struct sumac_patience {
	int64_t since_ns;     /* the wait began, or something last moved */
	int64_t limit_ns;     /* 0: none */
	int64_t say_after_ns; /* of waiting */
};

#pragma GCC visibility push(default)

void sumac_patience_begin(struct sumac_patience *patience);

/* For a wait that knows only what it waits for: reports the wait when it is time to. 0, or -SUMAC_ETIMEOUT when the limit is
 * over, with the story. what: as "the other ranks to come to shmem_init". */
int sumac_patience_check(struct sumac_patience *patience, const char *what);

#pragma GCC visibility pop

bool sumac_patience_is_over(const struct sumac_patience *patience, int64_t now_ns);

/* Whether to report that the wait lasts: once, after a minute; with verbose, sooner and repeatedly. */
bool sumac_patience_must_say(struct sumac_patience *patience, int64_t now_ns);

#endif
