/*
 * Rank 2 kills itself before it enters an allreduce, or with `request` when it has begun one that the others wait for, beside
 * another that it has not begun. They get an error that names it, soon, and every later call fails as well. A rank that has not
 * ended the call before by then, which rank 2 has, may be told in that one. Usage: killed [request]. Exits with 0 when this rank
 * was told.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "e2e.h"
#include "sumac_ops.h"

enum { COUNT = 1000, VICTIM = 2, MAX_S = 8 };

/* Two requests: what the second one ends with. The first may have ended well before; it is left to the end of the job. */
static int run_requests(const struct e2e_call *call, int32_t *dst, const int32_t *src)
{
	struct e2e_args args = { .coll = E2E_ALLREDUCE, .call = call, .dst = dst, .src = src, .count = COUNT };
	void *first, *second;
	int err = e2e_run(&args, &first);

	if (err)
		return err;
	if (e2e_rank() == VICTIM)
		raise(SIGKILL);
	args.dst = dst + COUNT;
	err = e2e_run(&args, &second);
	return err ? err : e2e_wait(second);
}

int main(int argc, char **argv)
{
	const struct e2e_call *call;
	time_t start;
	int32_t *src, *dst;
	int err, told, by_request = argc > 1 && !strcmp(argv[1], "request");

	e2e_open(&argc, &argv);
	call = e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_I32);
	src = e2e_alloc(COUNT * sizeof(*src));
	dst = e2e_alloc(2 * COUNT * sizeof(*dst));
	memset(src, 0, COUNT * sizeof(*src));
	start = time(NULL);
	err = e2e_allreduce(call, dst, src, COUNT);
	if (err && e2e_rank() == VICTIM)
		return 3;
	if (e2e_rank() == VICTIM && !by_request)
		raise(SIGKILL);
	if (!err)
		err = by_request ? run_requests(call, dst, src) : e2e_allreduce(call, dst, src, COUNT);
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
