/*
 * The program that is measured: a collective's calls in a row, in memory that the NIC reaches. Elements are int32, and sums of
 * them, or, with a fourth argument, binary32; the last call's results are checked. collective NAME BYTES CALLS [f32]. BYTES are
 * those of all the call's elements; where ranks have parts, these are equal, and rounded up to whole elements.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sumac.h>

enum { ROOT = 0 };

static size_t count, part; /* elements of the call, and of a rank's part */
static enum sumac_type type = SUMAC_TYPE_I32;
static void *src, *dst;

static int allreduce(void)
{
	return sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, type, dst, src, count);
}

static int reduce(void)
{
	return sumac_reduce(sumac_team_world(), SUMAC_OP_SUM, type, dst, src, count, ROOT);
}

static int reduce_scatter(void)
{
	return sumac_reduce_scatter_block(sumac_team_world(), SUMAC_OP_SUM, type, dst, src, part);
}

static int scan(void)
{
	return sumac_scan(sumac_team_world(), SUMAC_OP_SUM, type, dst, src, count);
}

static int exscan(void)
{
	return sumac_exscan(sumac_team_world(), SUMAC_OP_SUM, type, dst, src, count);
}

static int broadcast(void)
{
	return sumac_broadcast(sumac_team_world(), dst, src, count * sizeof(int), ROOT);
}

static int allgather(void)
{
	return sumac_allgather(sumac_team_world(), dst, src, part * sizeof(int));
}

static int barrier(void)
{
	return sumac_barrier(sumac_team_world());
}

/* The ranks first to first + n - 1, of which a result is the sum; of an allgather, `first` is the rank that the element is from. */
struct sum {
	int first, n;
};

static struct sum sum_on_all(size_t i)
{
	(void)i;
	return (struct sum){ 0, sumac_size() };
}

static struct sum sum_on_root(size_t i)
{
	return sumac_rank() == ROOT ? sum_on_all(i) : (struct sum){ 0, 0 };
}

static struct sum sum_up_to_here(size_t i)
{
	(void)i;
	return (struct sum){ 0, sumac_rank() + 1 };
}

static struct sum sum_before(size_t i)
{
	(void)i;
	return (struct sum){ 0, sumac_rank() };
}

static struct sum root_alone(size_t i)
{
	(void)i;
	return (struct sum){ ROOT, 1 };
}

static struct sum owner_alone(size_t i)
{
	return (struct sum){ (int)(i / part), 1 };
}

static struct sum nothing(size_t i)
{
	(void)i;
	return (struct sum){ 0, 0 };
}

/* is_loose: not all ranks wait for all others, so a barrier before each call lets them begin together. */
static const struct collective {
	const char *name;
	int (*call)(void);
	struct sum (*sum)(size_t i);
	int gives_part, gets_part, is_loose;
} collectives[] = {
	{ "allreduce", allreduce, sum_on_all, 0, 0, 0 },
	{ "reduce", reduce, sum_on_root, 0, 0, 1 },
	{ "reduce_scatter", reduce_scatter, sum_on_all, 0, 1, 0 },
	{ "scan", scan, sum_up_to_here, 0, 0, 1 },
	{ "exscan", exscan, sum_before, 0, 0, 1 },
	{ "broadcast", broadcast, root_alone, 0, 0, 1 },
	{ "allgather", allgather, owner_alone, 1, 0, 0 },
	{ "barrier", barrier, nothing, 0, 0, 0 },
};

/* Small enough that floats hold every sum of them exactly. */
static int value(size_t i, int rank)
{
	return (int)(i % 65536) + rank;
}

static void put(void *buffer, size_t at, int number)
{
	if (type == SUMAC_TYPE_F32)
		((float *)buffer)[at] = (float)number;
	else
		((int *)buffer)[at] = number;
}

static int is(const void *buffer, size_t at, int number)
{
	return type == SUMAC_TYPE_F32 ? ((const float *)buffer)[at] == (float)number : ((const int *)buffer)[at] == number;
}

static void fill(const struct collective *coll)
{
	size_t first = coll->gives_part ? (size_t)sumac_rank() * part : 0, n = coll->gives_part ? part : count;

	for (size_t i = 0; i < n; i++)
		put(src, i, value(first + i, sumac_rank()));
}

static int judge(const struct collective *coll)
{
	size_t first = coll->gets_part ? (size_t)sumac_rank() * part : 0, n = coll->gets_part ? part : count;

	for (size_t i = 0; i < n; i++) {
		struct sum sum = coll->sum(first + i);

		if (sum.n && !is(dst, i, sum.n * value(first + i, sum.first) + sum.n * (sum.n - 1) / 2)) {
			fprintf(stderr, "%s: element %zu is wrong\n", coll->name, i);
			return 1;
		}
	}
	return 0;
}

static const struct collective *find(const char *name)
{
	for (size_t i = 0; i < sizeof(collectives) / sizeof(collectives[0]); i++)
		if (!strcmp(collectives[i].name, name))
			return &collectives[i];
	return NULL;
}

static int start(const char *bytes)
{
	int err = sumac_init();
	size_t size = (size_t)(err ? 1 : sumac_size());

	count = strtoull(bytes, NULL, 0) / sizeof(int);
	part = (count + size - 1) / size;
	if (!err)
		err = sumac_alloc((part * size + 1) * sizeof(int), &src);
	return err ? err : sumac_alloc((part * size + 1) * sizeof(int), &dst);
}

int main(int argc, char **argv)
{
	const struct collective *coll = argc > 3 ? find(argv[1]) : NULL;
	int err = coll ? start(argv[2]) : -SUMAC_EINVAL;

	if (!err && (coll->gives_part || coll->gets_part))
		count = part * (size_t)sumac_size();
	if (!err && argc > 4)
		type = SUMAC_TYPE_F32;
	if (!err)
		fill(coll);
	for (int left = err ? 0 : atoi(argv[3]); left && !err; left--) {
		if (coll->is_loose)
			err = sumac_barrier(sumac_team_world());
		if (!err)
			err = coll->call();
	}
	if (err)
		fprintf(stderr, "collective: %s\n", coll ? sumac_last_error() : "collective NAME BYTES CALLS [f32]");
	return err || judge(coll) || sumac_finalize();
}
