/*
 * Reductions on teams that all PEs get wrong in the same way: each returns a status with a story, writes
 * nothing, and loses nothing, which a good call after each shows.
 */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sumac.h"

enum { COUNT = 64, HEAP_ELEMS = (64 << 20) / sizeof(int) }; /* of the default heap */

static int n_bad;
static int *source, *dest;

static void good_call(const char *after)
{
	for (int i = 0; i < COUNT; i++)
		source[i] = i + shmem_my_pe();
	if (shmem_int_max_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT)) {
		fprintf(stderr, "PE %d: a good call fails after %s: %s\n", shmem_my_pe(), after, sumac_last_error());
		n_bad++;
		return;
	}
	for (int i = 0; i < COUNT; i++)
		n_bad += dest[i] != i + shmem_n_pes() - 1;
}

/* team: a live one. count: what is asked for. */
static void expect(const char *name, shmem_team_t team, int *to, const int *from, size_t count, const char *story)
{
	int status, is_right;

	memset(dest, 0x5A, COUNT * sizeof(*dest));
	status = shmem_int_sum_reduce(team, to, from, count);
	is_right = status && strstr(sumac_last_error(), story);
	for (int i = 0; i < COUNT; i++)
		is_right &= dest[i] == 0x5A5A5A5A;
	if (!is_right || !shmem_my_pe())
		fprintf(stderr, "%s: %s: %d: %s\n", is_right ? "refused" : "WRONG", name, status, sumac_last_error());
	n_bad += !is_right;
	good_call(name);
}

int main(void)
{
	shmem_team_t team;

	shmem_init();
	source = shmem_malloc(COUNT * sizeof(*source));
	dest = shmem_malloc(COUNT * sizeof(*dest));
	good_call("the beginning");
	expect("no team", SHMEM_TEAM_INVALID, dest, source, COUNT, "team");
	expect("something else as team", (shmem_team_t)source, dest, source, COUNT, "not a team");
	if (shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, shmem_n_pes(), NULL, 0, &team))
		return 1;
	shmem_team_destroy(team);
	expect("a destroyed team", team, dest, source, COUNT, "freed");
	expect("a source that leaves the heap", SHMEM_TEAM_WORLD, dest, source, HEAP_ELEMS + 1, "the source");
	expect("a source that leaves the heap by a little", SHMEM_TEAM_WORLD, dest, source + 1, HEAP_ELEMS, "the source");
	/* Its bytes, counted in 64 bits, are 4. */
	expect("more than memory holds", SHMEM_TEAM_WORLD, dest, source, SIZE_MAX / sizeof(int) + 2, "memory");
	shmem_finalize();
	return n_bad != 0;
}
