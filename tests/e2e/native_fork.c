/*
 * A program whose forked children call exit(), while Sumac is in use and afterwards: each ends with its own status and its output
 * written, and reductions go on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sumac.h"
#include "sumac_ops.h"

enum { ROUNDS = 20 };

static int reduce(int32_t round)
{
	int32_t sum, mine = round + sumac_rank();
	int err = sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &mine, 1), n = sumac_size();

	return err || sum == n * round + n * (n - 1) / 2 ? err : 1;
}

static int child_status(const char *when)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		printf("a child ends %s\n", when); /* into the buffer */
		exit(7);
	}
	waitpid(pid, &status, 0);
	return status;
}

int main(void)
{
	int err = sumac_init(), rank = sumac_rank(), status;

	if (!err)
		err = reduce(0);
	status = child_status("in between");
	for (int round = 1; !err && round < ROUNDS; round++)
		err = reduce(round);
	if (err)
		fprintf(stderr, "rank %d: %s\n", rank, err < 0 ? sumac_last_error() : "a wrong sum");
	sumac_finalize();
	return err || status != 7 << 8 || child_status("afterwards") != 7 << 8;
}
