/*
 * Ranks that disagree on what they call: each is told, instead of computing garbage or hanging.
 * Rank 1 does it differently, or with `roots` each takes itself for the root, with `elsewhere` its
 * neighbour, so that nobody waits. Usage: mismatch count|op|type|engine|root|call|roots|elsewhere
 * [call|barrier|end]. `engine`: the types are of different engines. Who was not told by the call
 * itself is by what comes next. Exits with 0 when this rank was told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e.h"
#include "sumac_ops.h"

enum { COUNT = 100, MAX_BYTES = 16 };

static char *src, *dst;

static int call(int op, int type, size_t count)
{
	return e2e_allreduce(e2e_call_find(op, type), dst, src, count);
}

static int reduce_to(int root)
{
	return e2e_reduce(e2e_call_find(SUMAC_OP_SUM, SUMAC_TYPE_I32), dst, src, COUNT, root);
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
