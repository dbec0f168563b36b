/*
 * Rank 2 kills itself before it enters an allreduce. The others get an error that names it, soon, and every
 * later call fails as well. Exits with 0 when this rank was told.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "e2e.h"
#include "sumac_ops.h"

enum { COUNT = 1000, VICTIM = 2, MAX_S = 8 };

int main(int argc, char **argv)
{
	const struct e2e_call *call;
	time_t start;
	int32_t *src, *dst;
	int err, told;

	e2e_open(&argc, &argv);
	call = e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_I32);
	src = e2e_alloc(COUNT * sizeof(*src));
	dst = e2e_alloc(COUNT * sizeof(*dst));
	memset(src, 0, COUNT * sizeof(*src));
	if (e2e_allreduce(call, dst, src, COUNT))
		return 3;
	if (e2e_rank() == VICTIM)
		raise(SIGKILL);
	start = time(NULL);
	err = e2e_allreduce(call, dst, src, COUNT);
	told = err && strstr(e2e_last_error(), "rank 2 of the job") && strstr(e2e_last_error(), "has died") &&
	       time(NULL) - start <= MAX_S;
	fprintf(stderr, "rank %d: %s after %ld s: %s\n", e2e_rank(), told ? "was told" : "was not told",
		(long)(time(NULL) - start), err ? e2e_last_error() : "no error");
	if (!e2e_allreduce(call, dst, src, COUNT)) {
		fprintf(stderr, "rank %d: the call after the failure succeeded\n", e2e_rank());
		told = 0;
	}
	e2e_close(!told);
}
