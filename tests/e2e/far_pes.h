/*
 * The programs on other PEs' memory share this: each PE acts on the next, and is acted on by the one before.
 */
#ifndef SHMEM_FAR_TEST_H
#define SHMEM_FAR_TEST_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int me, n, next, prev, n_bad;

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "PE %d: %s: line %d: %s\n", me, __func__, __LINE__, #condition)))

static inline void begin(void)
{
	alarm(60); /* a hang ends as a failure */
	shmem_init();
	me = shmem_my_pe();
	n = shmem_n_pes();
	next = (me + 1) % n;
	prev = (me + n - 1) % n;
}

static inline int end(void)
{
	shmem_finalize();
	return n_bad != 0;
}

#endif
