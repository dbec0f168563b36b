/*
 * Several threads of each PE inside the SHMEM front end: reductions on teams of their own, first calls on active sets of their own,
 * errors that are reported, and the heap beside them; atomics on and puts to the next PE's static data, by messages and through the
 * kernel, each thread in a context of its own.
 */
#include <pthread.h>
#include <shmem.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { N_THREADS = 3, N_ROUNDS = 40, COUNT = 64 };

static atomic_int n_bad;
static pthread_barrier_t start;
static shmem_team_t teams[N_THREADS];
static long source[N_THREADS][COUNT], dest[N_THREADS][COUNT], work[N_THREADS][COUNT], sync[N_THREADS][SHMEM_SYNC_SIZE];

static long counters[N_THREADS], far[N_THREADS][COUNT]; /* another PE's threads write these */

static void act_on_next(shmem_ctx_t ctx, int number, int round)
{
	int next = (shmem_my_pe() + 1) % shmem_n_pes();

	n_bad += shmem_ctx_long_atomic_fetch_inc(ctx, &counters[number], next) != round;
	shmem_ctx_long_put(ctx, far[number], source[number], COUNT, next);
	n_bad += shmem_ctx_long_g(ctx, &far[number][COUNT - 1], next) != COUNT - 1;
	shmem_ctx_quiet(ctx);
}

static void check(const long *values, int n, const char *what)
{
	for (int i = 0; i < COUNT; i++)
		if (values[i] != (long)n * i && !atomic_fetch_add(&n_bad, 1))
			fprintf(stderr, "PE %d: %s gives %ld\n", shmem_my_pe(), what, values[i]);
}

static void *run(void *arg)
{
	const int number = (int)(intptr_t)arg, n = shmem_n_pes();
	shmem_team_config_t config;
	shmem_ctx_t ctx;

	n_bad += shmem_ctx_create(SHMEM_CTX_SERIALIZED, &ctx) != 0;
	/* Another cause each time, which is remembered: all threads at once. */
	pthread_barrier_wait(&start);
	for (int i = 0; i < N_ROUNDS; i++)
		n_bad += !shmem_team_sync((shmem_team_t)(intptr_t)(8 * (N_THREADS * i + number) + 4711));
	for (int round = 0; round < N_ROUNDS; round++) {
		n_bad += shmem_long_sum_reduce(teams[number], dest[number], source[number], COUNT) != 0;
		check(dest[number], n, "a team");
		act_on_next(ctx, number, round);
		n_bad += shmem_team_get_config(teams[number], SHMEM_TEAM_NUM_CONTEXTS, &config) || config.num_contexts != number;
		/* Each set in one thread: this PE with itself, or with its neighbour. */
		if (number < 2) {
			shmem_long_sum_to_all(dest[number], source[number], COUNT, shmem_my_pe() & ~number, 0, 1 + number,
					      work[number], sync[number]);
			check(dest[number], 1 + number, "an active set");
		}
		n_bad += shmem_team_translate_pe(teams[number], 0, SHMEM_TEAM_SHARED) != 0;
		if (number == N_THREADS - 1 && round % 8 == 0)
			shmem_free(shmem_malloc(100));
	}
	shmem_ctx_destroy(ctx);
	return NULL;
}

int main(void)
{
	pthread_t threads[N_THREADS];
	int provided;

	if (shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) || provided != SHMEM_THREAD_MULTIPLE)
		return 1;
	for (int i = 0; i < N_THREADS; i++) {
		shmem_team_config_t config = { .num_contexts = i };

		shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, shmem_n_pes(), &config, SHMEM_TEAM_NUM_CONTEXTS, &teams[i]);
		for (int j = 0; j < COUNT; j++)
			source[i][j] = j;
		for (int j = 0; j < SHMEM_SYNC_SIZE; j++)
			sync[i][j] = SHMEM_SYNC_VALUE;
	}
	pthread_barrier_init(&start, NULL, N_THREADS);
	shmem_sync_all();
	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, run, (void *)(intptr_t)i);
	for (int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	shmem_barrier_all();
	for (int i = 0; i < N_THREADS; i++) {
		n_bad += counters[i] != N_ROUNDS;
		check(far[i], 1, "a put");
	}
	printf("PE %d: %d wrong\n", shmem_my_pe(), n_bad);
	shmem_finalize();
	return n_bad != 0;
}
