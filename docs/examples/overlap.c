/*
 * Sumac's native API: each rank starts a reduction, computes while the NICs do it, and then waits. sumac_alloc() gives
 * memory that the NIC reaches without a copy. sumac_explain() says who does such a call, and why.
 */
#include <stdio.h>
#include <sumac.h>

enum { N = 1000 };

static int fail(void)
{
	fprintf(stderr, "overlap: %s\n", sumac_last_error());
	return 1;
}

int main(void)
{
	struct sumac_request *request;
	char why[1000];
	void *memory;

	if (sumac_init() || sumac_alloc(2 * N * sizeof(float), &memory))
		return fail();
	float *mine = memory, *sum = mine + N;
	int rank = sumac_rank(), size = sumac_size();

	for (int i = 0; i < N; i++)
		mine[i] = (float)(i + rank);
	if (sumac_iallreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_F32, sum, mine, N, &request))
		return fail();
	double own = 0; /* the program's own work, meanwhile */
	for (int i = 0; i < N; i++)
		own += mine[i];
	if (sumac_wait(&request))
		return fail();

	double all = 0;
	for (int i = 0; i < N; i++)
		all += sum[i];
	if (sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_F32, N, sumac_team_world(), why, sizeof why) < 0)
		return fail();
	if (rank == 0) {
		fprintf(stderr, "%s\n", why);
		printf("rank 0 has %.0f, all %d ranks have %.0f\n", own, size, all);
	}
	/* The ranks' numbers differ by 1 from each to the next. */
	int is_right = all == size * (own - (double)rank * N) + N * (size - 1) * size / 2.0;
	return sumac_finalize() || !is_right;
}
