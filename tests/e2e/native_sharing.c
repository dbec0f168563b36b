/*
 * Eight ranks share two NICs, whose owners are ranks 0 and 4: a team of ranks 1, 3, 5 and 7, which has no owner, reduces while the
 * owners are outside the library, until rank 1 has made the file `done`; one of ranks 1 to 3, which share one NIC, says what
 * computes for it. With `die`, rank 4 kills itself while that team is at it. Usage: native_sharing FOLDER [die]. Exits with 0 when
 * all was right.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sumac.h"

enum { N = 4, COUNT = 1000, ROUNDS = 20, MAX_S = 8, PAUSE_US = 10000 };

static char done[512];

static void fail(const char *what)
{
	fprintf(stderr, "rank %d: %s: %s\n", sumac_rank(), what, sumac_last_error());
	exit(4);
}

/* Floats, whose sum depends on the order: ((1 + 3) + (5 + 7)), with what only that order keeps. */
static void reduce_all(struct sumac_team *team, int round)
{
	static const float parts[N] = { 1e8f, 3.0f, -1e8f, 5.0f };
	float src[COUNT], dst[COUNT], expected = (1e8f + 3.0f) + (-1e8f + 5.0f);
	int rank = sumac_team_rank(team), root = round % N;

	for (int i = 0; i < COUNT; i++)
		src[i] = parts[rank] * (float)(1 << i % 8);
	memset(dst, 0, sizeof(dst));
	if (round % 2 ? sumac_reduce(team, SUMAC_OP_SUM, SUMAC_TYPE_F32, dst, src, COUNT, root) :
			sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_F32, dst, src, COUNT))
		fail("a reduction");
	for (int i = 0; i < COUNT; i++)
		if ((round % 2 == 0 || rank == root) && dst[i] != expected * (float)(1 << i % 8))
			fail("a wrong sum");
}

static void explain(struct sumac_team *team, enum sumac_coll coll)
{
	char text[512];

	if (sumac_explain(coll, SUMAC_OP_SUM, SUMAC_TYPE_I32, COUNT, team, text, sizeof(text)) < 0)
		fail("explain");
	printf("rank %d: %s\n", sumac_rank(), text);
}

/* Until it fails, which it does soon after the death. */
static int be_told(struct sumac_team *team)
{
	int32_t src[COUNT] = { 0 }, dst[COUNT];
	time_t begun = time(NULL);
	int is_told;

	if (sumac_team_rank(team) == 0)
		close(open(done, O_CREAT | O_WRONLY, 0600));
	while (!sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, COUNT))
		;
	is_told = strstr(sumac_last_error(), "has died") && time(NULL) - begun <= MAX_S;
	fprintf(stderr, "rank %d: was %stold: %s\n", sumac_rank(), is_told ? "" : "not ", sumac_last_error());
	return !is_told;
}

int main(int argc, char **argv)
{
	struct sumac_team *odd, *one;
	int rank, dies = argc > 2, bad = 0;

	if (argc < 2 || sumac_init())
		return 2;
	rank = sumac_rank();
	snprintf(done, sizeof(done), "%s/done", argv[1]);
	if (sumac_team_split_strided(sumac_team_world(), 1, 2, N, &odd) ||
	    sumac_team_split_strided(sumac_team_world(), 1, 1, 3, &one))
		fail("a split");
	for (int round = 0; odd && !dies && round < ROUNDS; round++)
		reduce_all(odd, round);
	if (odd && dies)
		bad = be_told(odd);
	if (rank == 1 && !dies) {
		explain(odd, SUMAC_COLL_ALLREDUCE);
		explain(odd, SUMAC_COLL_SCAN);
		explain(one, SUMAC_COLL_ALLREDUCE);
		close(open(done, O_CREAT | O_WRONLY, 0600));
	}
	while (rank % 4 == 0 && access(done, F_OK))
		usleep(PAUSE_US);
	if (dies && rank == 4)
		raise(SIGKILL);
	return (sumac_finalize() && !dies) || bad;
}
