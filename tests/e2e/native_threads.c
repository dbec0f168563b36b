/*
 * Several threads inside the library: each on a team of its own, by blocking calls and by requests; two threads that make
 * teams in another order than on the next rank; and two that call on one team without an order, which must end in an error.
 * Arguments: nothing, or "unordered" for the last.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sumac.h"

enum { N_THREADS = 4, N_ROUNDS = 60, N_REQUESTS = 5, COUNT = 300 };

static struct sumac_team *teams[N_THREADS];
static atomic_int n_bad;

static void complain(const char *what, int status)
{
	fprintf(stderr, "rank %d: %s: %s: %s\n", sumac_rank(), what, sumac_strerror(status), sumac_last_error());
	atomic_fetch_add(&n_bad, 1);
}

static void expect(const char *what, int status)
{
	if (status)
		complain(what, status);
}

/* The sum over the ranks of (rank + 1) * factor. */
static int64_t sum_of(int64_t factor)
{
	return factor * sumac_size() * (sumac_size() + 1) / 2;
}

static void check(const int64_t *values, int64_t factor)
{
	for (int i = 0; i < COUNT; i++)
		if (values[i] != sum_of(factor)) {
			complain("a wrong sum", 0);
			return;
		}
}

static void fill(int64_t *values, int64_t factor)
{
	for (int i = 0; i < COUNT; i++)
		values[i] = factor * (sumac_rank() + 1);
}

static void *work(void *arg)
{
	const int number = (int)(intptr_t)arg;
	struct sumac_team *team = teams[number];
	struct sumac_request *requests[N_REQUESTS];
	static _Thread_local int64_t src[N_REQUESTS][COUNT], dst[N_REQUESTS][COUNT];

	for (int round = 0; round < N_ROUNDS; round++) {
		const int64_t factor = 1000 * number + round;

		fill(src[0], factor);
		expect("allreduce", sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I64, dst[0], src[0], COUNT));
		check(dst[0], factor);
		for (int i = 0; i < N_REQUESTS; i++) {
			fill(src[i], factor + i);
			expect("iallreduce", sumac_iallreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I64, dst[i], src[i], COUNT,
							      &requests[i]));
		}
		for (int i = N_REQUESTS; i--;)
			expect("wait", sumac_wait(&requests[i]));
		for (int i = 0; i < N_REQUESTS; i++)
			check(dst[i], factor + i);
	}
	return NULL;
}

/* Two threads, each with a parent; on odd ranks the other one is first. */
static void *split(void *arg)
{
	const int number = (int)(intptr_t)arg;
	struct sumac_team *made;

	if (number != sumac_rank() % 2)
		usleep(100000);
	expect("split", sumac_team_split_strided(teams[number], 0, 1, sumac_size(), &made));
	expect("free", sumac_team_free(made));
	return NULL;
}

static void *call_without_order(void *arg)
{
	int64_t value = 1;
	int status;

	(void)arg;
	do
		status = sumac_allreduce(teams[0], SUMAC_OP_SUM, SUMAC_TYPE_I64, &value, &value, 1);
	while (!status);
	fprintf(stderr, "%s\n", sumac_last_error());
	return NULL;
}

static void run(int n, void *(*body)(void *))
{
	pthread_t threads[N_THREADS];

	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, body, (void *)(intptr_t)i);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
	int rank;

	expect("init", sumac_init());
	rank = sumac_rank();
	for (int i = 0; i < N_THREADS; i++)
		expect("split", sumac_team_split_strided(sumac_team_world(), 0, 1, sumac_size(), &teams[i]));
	if (argc > 1 && !strcmp(argv[1], "unordered")) {
		run(2, call_without_order);
		printf("rank %d: ended\n", rank);
	} else {
		run(N_THREADS, work);
		run(2, split);
		for (int i = 0; i < N_THREADS; i++)
			expect("free", sumac_team_free(teams[i]));
	}
	expect("finalize", argc > 1 ? 0 * sumac_finalize() : sumac_finalize());
	if (!n_bad)
		printf("rank %d: no error\n", rank);
	return n_bad != 0;
}
