/*
 * Allreduces of 8 bytes, as many in progress as possible up to 32, in memory that the NIC reaches: in_progress CALLS. Two runs
 * differ by the cycles of so many calls. The results of the last ones are checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sumac.h>

enum { IN_PROGRESS = 32 };

static int64_t *src, *dst;

static int start(void)
{
	void *memory;
	int err = sumac_init();

	if (!err)
		err = sumac_alloc(2 * IN_PROGRESS * sizeof(*src), &memory);
	if (err)
		return err;
	src = memory;
	dst = src + IN_PROGRESS;
	for (int i = 0; i < IN_PROGRESS; i++)
		src[i] = i + sumac_rank();
	return 0;
}

static int call_all(int n_calls)
{
	struct sumac_request *request[IN_PROGRESS] = { NULL };
	int err = 0;

	for (int call = 0; call < n_calls && !err; call++) {
		int i = call % IN_PROGRESS;

		if (request[i])
			err = sumac_wait(&request[i]);
		if (!err)
			err = sumac_iallreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I64, &dst[i], &src[i], 1, &request[i]);
	}
	return err ? err : sumac_wait_all(IN_PROGRESS, request);
}

static int judge(void)
{
	int n = sumac_size();

	for (int i = 0; i < IN_PROGRESS; i++)
		if (dst[i] != (int64_t)n * i + n * (n - 1) / 2)
			return fprintf(stderr, "in_progress: call %d is wrong\n", i);
	return 0;
}

int main(int argc, char **argv)
{
	int err = start();

	if (!err)
		err = call_all(argc > 1 ? atoi(argv[1]) : IN_PROGRESS);
	if (err)
		fprintf(stderr, "in_progress: %s\n", sumac_last_error());
	return err || judge() || sumac_finalize();
}
