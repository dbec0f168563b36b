/*
 * More elements than an int counts, in little memory: one mebibyte, over and over, and a few bytes of their own at the end.
 */
#ifndef E2E_HUGE_H
#define E2E_HUGE_H

#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PIECE = 1 << 20, HUGE_TAIL = 8 };
#define HUGE_FRONT ((size_t)1 << 31)
#define HUGE_COUNT (HUGE_FRONT + HUGE_TAIL)

static inline uint8_t *huge_alloc(void)
{
	int fd = memfd_create("huge", MFD_CLOEXEC);
	uint8_t *memory = mmap(NULL, HUGE_FRONT + HUGE_PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			       -1, 0);

	if (fd < 0 || memory == MAP_FAILED || ftruncate(fd, HUGE_PIECE))
		abort();
	for (size_t at = 0; at < HUGE_FRONT; at += HUGE_PIECE)
		if (mmap(memory + at, HUGE_PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
			abort();
	close(fd);
	return memory;
}

#endif
