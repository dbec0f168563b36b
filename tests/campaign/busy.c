/*
 * The campaign of kills disturbs this job: its ranks call collectives of all sizes, checked, for SECONDS: busy SECONDS
 * FOLDER. Each leaves its process's number in FOLDER/RANK. Exits with 0 when all went right, 3 when a call failed, 9 when one
 * succeeded with a wrong result.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sumac.h"

enum { MOST = 1 << 18 };
static const size_t counts[] = { 0, 1, 3, 100, 1000, 5000, 40000, MOST };
enum { N_COUNTS = sizeof(counts) / sizeof(counts[0]) };

static int64_t *src, *dst;
static int rank, size;

static void wrong(const char *what, unsigned call, size_t i, int64_t value)
{
	printf("rank %d: %s, call %u: element %zu is %" PRId64 "\n", rank, what, call, i, value);
	fflush(stdout);
	_exit(9);
}

/* Rank r gives call + r + i; so E is known. */
static void fill(unsigned call, size_t count)
{
	for (size_t i = 0; i < count; i++)
		src[i] = (int64_t)call + rank + (int64_t)i;
}

static void check(const char *what, unsigned call, size_t count, int n_first)
{
	for (size_t i = 0; i < count; i++) {
		int64_t sum = n_first * ((int64_t)call + (int64_t)i) + (int64_t)n_first * (n_first - 1) / 2;

		if (dst[i] != sum)
			wrong(what, call, i, dst[i]);
	}
}

static int one(unsigned call)
{
	size_t count = counts[(call / 4) % N_COUNTS];
	int root = (int)(call / 7) % size, err;

	fill(call, count);
	memset(dst, 0x55, count * sizeof(*dst));
	switch (call % 4) {
	case 0:
		err = sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I64, dst, src, count);
		if (!err)
			check("allreduce", call, count, size);
		return err;
	case 1:
		err = sumac_reduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I64, dst, src, count, root);
		if (!err && rank == root)
			check("reduce", call, count, size);
		return err;
	case 2:
		err = sumac_scan(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I64, dst, src, count);
		if (!err)
			check("scan", call, count, rank + 1);
		return err;
	default:
		return sumac_barrier(sumac_team_world());
	}
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	char path[4096];
	FILE *file;
	time_t end;
	int err = sumac_init();

	if (err || argc < 3)
		return 2;
	rank = sumac_rank();
	size = sumac_size();
	src = malloc(MOST * sizeof(*src));
	dst = malloc(MOST * sizeof(*dst));
	snprintf(path, sizeof(path), "%s/%d", argv[2], rank);
	file = fopen(path, "w");
	if (!src || !dst || !file)
		return 2;
	fprintf(file, "%d\n", (int)getpid());
	fclose(file);
	/* All end after the same call: rank 0 says when, by what it gives. */
	end = time(NULL) + (time_t)seconds;
	for (unsigned call = 0; !err; call++) {
		int64_t go_on = rank == 0 && time(NULL) >= end ? 0 : 1, all = 0;

		err = one(call);
		if (!err && call % 16 == 15)
			err = sumac_allreduce(sumac_team_world(), SUMAC_OP_MIN, SUMAC_TYPE_I64, &all, &go_on, 1);
		if (!err && call % 16 == 15 && !all)
			break;
	}
	if (err) {
		printf("rank %d was told: %s\n", rank, sumac_last_error());
		fflush(stdout);
		_exit(3);
	}
	return sumac_finalize() ? 3 : 0;
}
