/*
 * NICs work on while the program does not call Sumac: each rank begins requests and then only looks at its own memory, where
 * the results appear. The time that this may take is far more than it needs. Usage: native_progress. Exits with 0 if so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sumac.h"

enum { N_REQUESTS = 3, COUNT = 20000, PATIENCE_S = 20 }; /* more elements than packet memory holds */

static void must(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "rank %d: %s: %s\n", sumac_rank(), what, sumac_last_error());
	exit(1);
}

/* Outside of Sumac until all of it is there. The NIC writes it behind the compiler's back. */
static int appears(volatile const int32_t *dst, int32_t value)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	time_t start = time(NULL);
	size_t n = 0;

	while (n < COUNT && time(NULL) - start <= PATIENCE_S) {
		if (dst[n] == value)
			n++;
		else
			nanosleep(&pause, NULL);
	}
	return n == COUNT;
}

int main(void)
{
	struct sumac_request *requests[N_REQUESTS];
	int32_t *dst[N_REQUESTS], *src;
	int n_there = 0;
	void *memory;

	must(sumac_init(), "sumac_init");
	must(sumac_alloc((N_REQUESTS + 1) * COUNT * sizeof(*src), &memory), "sumac_alloc");
	src = memory;
	for (int i = 0; i < COUNT; i++)
		src[i] = sumac_rank() + 1;
	for (int i = 0; i < N_REQUESTS; i++) {
		dst[i] = src + (i + 1) * COUNT;
		for (int j = 0; j < COUNT; j++)
			dst[i][j] = 0;
	}
	must(sumac_barrier(sumac_team_world()), "sumac_barrier");
	for (int i = 0; i < N_REQUESTS; i++)
		must(sumac_iallreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, dst[i], src, COUNT, &requests[i]),
		     "sumac_iallreduce");
	for (int i = 0; i < N_REQUESTS; i++)
		n_there += appears(dst[i], sumac_size() * (sumac_size() + 1) / 2);
	printf("rank %d: %d of %d results were there before anybody asked\n", sumac_rank(), n_there, N_REQUESTS);
	must(sumac_wait_all(N_REQUESTS, requests), "sumac_wait_all");
	must(sumac_finalize(), "sumac_finalize");
	return n_there != N_REQUESTS;
}
