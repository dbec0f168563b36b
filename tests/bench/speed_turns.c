/*
 * See the header.
 */
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "speed_turns.h"

enum { LINE_WORDS = 32, MOST_PROGRAMS = 16 };
static const struct timespec look_again = { .tv_nsec = 200000000 };

/* A line each: whether all is over, and then how often each program's turn has come. */
static _Atomic uint32_t *over, *mine, *next_ones;
static uint32_t n_taken;
static int is_first;

void speed_turns_open(const char *path, int which, int n_programs)
{
	size_t len_bytes = (size_t)(n_programs + 1) * LINE_WORDS * sizeof(*over);
	int fd = open(path, O_RDWR);

	if (which < 0 || which >= n_programs || n_programs > MOST_PROGRAMS || fd < 0 || ftruncate(fd, (off_t)len_bytes) ||
	    (over = mmap(NULL, len_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)) == MAP_FAILED) {
		fprintf(stderr, "%s: no turns of %d for %d\n", path, n_programs, which);
		exit(2);
	}
	close(fd);
	mine = over + (1 + which) * LINE_WORDS;
	next_ones = over + (1 + (which + 1) % n_programs) * LINE_WORDS;
	is_first = which == 0;
}

void speed_turn_skip(void)
{
	n_taken++;
}

/* The first turn of the first program has come from the start. */
void speed_turn_take(void)
{
	uint32_t seen, wanted = n_taken + !is_first;

	while ((int32_t)((seen = atomic_load(mine)) - wanted) < 0) {
		syscall(SYS_futex, mine, FUTEX_WAIT, seen, &look_again, NULL, 0);
		if (atomic_load(over))
			exit(1);
	}
	n_taken++;
}

void speed_turn_pass(void)
{
	atomic_fetch_add(next_ones, 1);
	syscall(SYS_futex, next_ones, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
