/*
 * Ranks that disagree on what they call: each gets an error, instead of computing garbage or hanging.
 * Rank 1 does it differently, or with `roots` each takes itself for the root, with `elsewhere` its
 * neighbour, so that nobody waits. Usage: mismatch count|op|type|engine|root|call|roots|elsewhere|parts|source|gather|order
 * [call|barrier|end]. `engine`: the types are of different engines. A rank that was not told by the call
 * itself is by what comes next. Exits with 0 when this rank was told.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e.h"
#include "sumac_ops.h"

enum { COUNT = 100, MAX_BYTES = 16, MAX_RANKS = 64 };

static char *src, *dst;

static int call(int op, int type, size_t count)
{
	return e2e_allreduce(e2e_call_find(op, type), dst, src, count);
}

static int run(enum e2e_coll coll, size_t count, const size_t *parts, int root, void **request_out)
{
	bool is_moved = coll == E2E_BROADCAST || coll == E2E_ALLGATHER;
	struct e2e_args args = { coll, e2e_call_find(SUMAC_OP_SUM, is_moved ? SUMAC_TYPE_U8 : SUMAC_TYPE_I32), dst, src,
				 count, parts, root };

	return e2e_run(&args, request_out);
}

static int reduce_to(int root)
{
	return run(E2E_REDUCE, COUNT, NULL, root, NULL);
}

/* Parts of the same sum, or of another one. */
static int run_in_parts(enum e2e_coll coll, size_t first, size_t last)
{
	size_t parts[MAX_RANKS];

	for (int rank = 0; rank < e2e_size(); rank++)
		parts[rank] = rank ? last : first;
	return run(coll, e2e_first(parts, e2e_size()), parts, 0, NULL);
}

/* Two requests, of which the one that was begun last is waited for first; the other may have ended well. */
static int run_both(enum e2e_coll first, enum e2e_coll second)
{
	void *requests[2] = { NULL, NULL };
	int err = run(first, COUNT, NULL, 0, &requests[0]);

	if (!err)
		err = run(second, COUNT, NULL, 0, &requests[1]);
	for (int i = 1; !err && i >= 0; i--)
		err = e2e_wait(requests[i]);
	return err;
}

static int disagree(const char *what, int is_odd)
{
	if (!strcmp(what, "count"))
		return call(SUMAC_OP_SUM, SUMAC_TYPE_I32, is_odd ? COUNT - 1 : COUNT);
	if (!strcmp(what, "op"))
		return call(is_odd ? SUMAC_OP_MAX : SUMAC_OP_SUM, SUMAC_TYPE_I32, COUNT);
	if (!strcmp(what, "type"))
		return call(SUMAC_OP_SUM, is_odd ? SUMAC_TYPE_U32 : SUMAC_TYPE_I32, COUNT);
	if (!strcmp(what, "engine"))
		return call(SUMAC_OP_SUM, is_odd ? SUMAC_TYPE_F64 : SUMAC_TYPE_I32, COUNT);
	if (!strcmp(what, "root"))
		return reduce_to(is_odd ? 1 : 0);
	if (!strcmp(what, "roots"))
		return reduce_to(e2e_rank());
	if (!strcmp(what, "elsewhere"))
		return reduce_to((e2e_rank() + 1) % e2e_size());
	if (!strcmp(what, "parts")) /* of three ranks both are 36 */
		return is_odd ? run_in_parts(E2E_REDUCE_SCATTER, 10, 13) : run_in_parts(E2E_REDUCE_SCATTER, 12, 12);
	if (!strcmp(what, "source"))
		return run(E2E_BROADCAST, COUNT, NULL, is_odd ? 1 : 0, NULL);
	if (!strcmp(what, "gather"))
		return run_in_parts(E2E_ALLGATHER, 12, is_odd ? 11 : 12);
	if (!strcmp(what, "order"))
		return is_odd ? run_both(E2E_ALLREDUCE, E2E_SCAN) : run_both(E2E_SCAN, E2E_ALLREDUCE);
	if (!strcmp(what, "call") && is_odd)
		return reduce_to(0);
	return call(SUMAC_OP_SUM, SUMAC_TYPE_I32, COUNT);
}

int main(int argc, char **argv)
{
	const char *next;
	int is_odd, err, told;

	e2e_open(&argc, &argv);
	if (argc < 2)
		return 2;
	next = argc > 2 ? argv[2] : "call";
	is_odd = e2e_rank() == 1;
	src = e2e_alloc(COUNT * MAX_BYTES);
	dst = e2e_alloc(COUNT * MAX_BYTES);
	memset(src, 0, COUNT * MAX_BYTES);
	/* A rank that is slow in this call may already hear of what the others found in the next. */
	err = call(SUMAC_OP_SUM, SUMAC_TYPE_I32, COUNT);
	if (!err)
		err = disagree(argv[1], is_odd);
	/* A rank that only sends may have left before anyone found out; what it does next tells it. A barrier or the
	 * end that fails ends the program by itself, with that story. */
	if (!err && !strcmp(next, "end"))
		e2e_close(0);
	if (!err && !strcmp(next, "barrier"))
		e2e_barrier();
	else if (!err)
		err = call(SUMAC_OP_SUM, SUMAC_TYPE_I32, COUNT);
	told = err && strstr(e2e_last_error(), "disagree");
	fprintf(stderr, "rank %d: %s: %s\n", e2e_rank(), told ? "was told" : "was not told",
		err ? e2e_last_error() : "no error");
	e2e_close(!told);
}
