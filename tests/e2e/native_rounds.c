/*
 * Allreduces over and over while somebody does things to the hosts: each rank says in the folder given when it has come
 * (came.RANK), waits there for the file `go`, says when the first call is over (began.RANK), and all end in the round after
 * rank 0 has seen the file `end`. Usage: native_rounds FOLDER. Exits with 0 when all sums were right, with 3 after a failure.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sumac.h"

enum { COUNT = 1000, PAUSE_US = 20000 };

static const char *folder;

static bool is_there(const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return !access(path, F_OK);
}

static void tell(const char *name, int rank)
{
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/%s.%d", folder, name, rank);
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	if (fd < 0)
		exit(4);
	close(fd);
}

/* One call. The last element is how many ranks want to end. Returns how many sums are wrong, or -1. */
static int round_of(struct sumac_team *team, int round, int rank, int n_ranks, bool *is_last)
{
	int32_t src[COUNT], dst[COUNT];
	int n_wrong = 0;

	for (int i = 0; i < COUNT - 1; i++)
		src[i] = rank * i + round;
	src[COUNT - 1] = !rank && is_there("end");
	if (sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, COUNT))
		return -1;
	for (int i = 0; i < COUNT - 1; i++)
		n_wrong += dst[i] != n_ranks * (n_ranks - 1) / 2 * i + n_ranks * round;
	*is_last = dst[COUNT - 1];
	return n_wrong;
}

int main(int argc, char **argv)
{
	int rank, n_ranks, round = 0, n_wrong = 0, n;
	bool is_last = false;
	struct sumac_team *team;

	if (argc < 2 || sumac_init())
		return 2;
	folder = argv[1];
	team = sumac_team_world();
	rank = sumac_rank();
	n_ranks = sumac_size();
	tell("came", rank);
	while (!is_there("go"))
		usleep(PAUSE_US);
	while (!is_last) {
		n = round_of(team, round++, rank, n_ranks, &is_last);
		if (n < 0) {
			fprintf(stderr, "rank %d: round %d failed: %s\n", rank, round, sumac_last_error());
			_exit(3);
		}
		n_wrong += n;
		if (round == 1)
			tell("began", rank);
		usleep(PAUSE_US);
	}
	if (!rank)
		printf("%d rounds over %d ranks, %d wrong on rank 0\n", round, n_ranks, n_wrong);
	return sumac_finalize() || n_wrong ? 1 : 0;
}
