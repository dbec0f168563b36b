/*
 * Calls that all ranks get wrong in the same way: each is refused with its status and a story, and nothing is
 * lost, which a good call after each shows. Usage: native_bad_calls [checked], where checking mode is on.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sumac.h"

enum { COUNT = 64, AREA_BYTES = 4096 };

static int n_bad;
static int32_t *src, *dst;

static void good_call(const char *after)
{
	struct sumac_team *world = sumac_team_world();

	for (int i = 0; i < COUNT; i++)
		src[i] = i + sumac_rank(), dst[i] = -1;
	if (sumac_allreduce(world, SUMAC_OP_MAX, SUMAC_TYPE_I32, dst, src, COUNT)) {
		fprintf(stderr, "rank %d: a good call fails after %s: %s\n", sumac_rank(), after, sumac_last_error());
		n_bad++;
		return;
	}
	for (int i = 0; i < COUNT; i++)
		n_bad += dst[i] != i + sumac_size() - 1;
}

static void expect(const char *name, int status, int wanted, const char *story)
{
	int is_right = status == wanted && strstr(sumac_last_error(), story);

	if (!is_right || !sumac_rank())
		fprintf(stderr, "%s: %s: %d (%s): %s\n", is_right ? "refused" : "WRONG", name, status, sumac_strerror(status),
			sumac_last_error());
	n_bad += !is_right;
	good_call(name);
}

static void bad_arguments(struct sumac_team *world)
{
	expect("operation 99", sumac_allreduce(world, 99, SUMAC_TYPE_I32, dst, src, 1), -SUMAC_EOP, "99");
	expect("operation 0", sumac_allreduce(world, 0, SUMAC_TYPE_I32, dst, src, 1), -SUMAC_EOP, "");
	expect("the benches' operation", sumac_allreduce(world, SUMAC_OP_TEST_SUB, SUMAC_TYPE_I32, dst, src, 1),
	       -SUMAC_EOP, "");
	expect("type 0x1F", sumac_allreduce(world, SUMAC_OP_SUM, 0x1F, dst, src, 1), -SUMAC_ETYPE, "");
	expect("AND of float", sumac_allreduce(world, SUMAC_OP_AND, SUMAC_TYPE_F32, dst, src, 1), -SUMAC_EOP, "F32");
	expect("MAX of complex", sumac_reduce(world, SUMAC_OP_MAX, SUMAC_TYPE_C64, dst, src, 1, 0), -SUMAC_EOP, "C64");
	expect("a NULL source", sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, NULL, 1), -SUMAC_EINVAL, "source");
	expect("a NULL destination", sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, src, 1), -SUMAC_EINVAL,
	       "destination");
	expect("a root below", sumac_reduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, 1, -1), -SUMAC_EINVAL, "root");
	expect("a root above", sumac_reduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, 1, sumac_size()), -SUMAC_EINVAL,
	       "root");
	expect("more than memory holds", sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, SIZE_MAX / 2),
	       -SUMAC_EINVAL, "memory");
}

/* src and dst are allocations of AREA_BYTES each. */
static void bad_ranges(struct sumac_team *world)
{
	const size_t n_elems = AREA_BYTES / sizeof(*src);

	expect("a source that leaves its window", sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, 1 << 20),
	       -SUMAC_ERANGE, "the source: 4194304 bytes from offset 0 exceed the 4096 bytes");
	expect("a source that leaves it by one element",
	       sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src + 1, n_elems), -SUMAC_ERANGE, "the source");
	expect("a destination that leaves it by one element",
	       sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst + n_elems / 2, src, n_elems / 2 + 1),
	       -SUMAC_ERANGE, "the destination");
	expect("a source that leaves it, in a reduce",
	       sumac_reduce(world, SUMAC_OP_MIN, SUMAC_TYPE_I32, dst, src + 1, n_elems, 0), -SUMAC_ERANGE, "the source");
}

static void bad_overlaps(struct sumac_team *world)
{
	char *bytes = (char *)src;

	expect("overlap in part", sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, bytes + 4, bytes, 2),
	       -SUMAC_EOVERLAP, "overlap");
	expect("overlap by one byte", sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, bytes, bytes + 15, 4),
	       -SUMAC_EOVERLAP, "overlap");
}

static void bad_teams(struct sumac_team *world)
{
	struct sumac_team *team, *copy;
	int no_team[64] = { 0 };

	expect("no team", sumac_allreduce(NULL, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, 1), -SUMAC_ETEAM, "");
	expect("something else as team", sumac_barrier((struct sumac_team *)no_team), -SUMAC_ETEAM, "not a team");
	expect("a split of nobody", sumac_team_split_strided(world, 0, 1, 0, &team), -SUMAC_EINVAL, "size 0");
	expect("a split beyond the end", sumac_team_split_strided(world, 0, 1, sumac_size() + 1, &team), -SUMAC_EINVAL,
	       "do not select ranks");
	if (sumac_team_split_strided(world, 0, 1, sumac_size(), &team) || sumac_barrier(team)) {
		fprintf(stderr, "WRONG: a good split fails: %s\n", sumac_last_error());
		n_bad++;
		return;
	}
	copy = team;
	sumac_team_free(team);
	expect("a freed team", sumac_barrier(copy), -SUMAC_ETEAM, "freed");
	expect("freeing the world", sumac_team_free(world), -SUMAC_ETEAM, "sumac_finalize");
}

int main(int argc, char **argv)
{
	void *memory;
	int one = 1;

	if (sumac_allreduce(NULL, SUMAC_OP_SUM, SUMAC_TYPE_I32, &one, &one, 1) != -SUMAC_ETEAM || sumac_rank() >= 0 ||
	    sumac_team_world() || sumac_alloc(64, &memory) != -SUMAC_ESTATE || sumac_finalize() != -SUMAC_ESTATE) {
		fprintf(stderr, "WRONG: something works before sumac_init()\n");
		return 1;
	}
	if (sumac_init() || sumac_alloc(AREA_BYTES, &memory)) {
		fprintf(stderr, "sumac_init: %s\n", sumac_last_error());
		return 1;
	}
	src = memory;
	if (sumac_alloc(AREA_BYTES, &memory))
		return 1;
	dst = memory;
	bad_arguments(sumac_team_world());
	bad_ranges(sumac_team_world());
	if (argc > 1 && !strcmp(argv[1], "checked"))
		bad_overlaps(sumac_team_world());
	bad_teams(sumac_team_world());
	if (sumac_finalize()) {
		fprintf(stderr, "sumac_finalize: %s\n", sumac_last_error());
		return 1;
	}
	return n_bad != 0;
}
