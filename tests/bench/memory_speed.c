/*
 * What moving memory costs on this machine: memory_speed PROCESSES BYTES. So many processes at once copy so many bytes, again and
 * again; "copy - BYTES SECONDS": each from a buffer of its own to another of its own; "handed - BYTES SECONDS": from what its neighbour
 * wrote in the round before to where the other neighbour reads in the next one. The median round; processes are at most the cores.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N_ROUNDS = 200, MOST = 64 };

struct shared {
	_Alignas(128) atomic_long came;
	char *bytes; /* two buffers of each process */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void meet(struct shared *shared, int n, long *n_met)
{
	atomic_fetch_add(&shared->came, 1);
	for (*n_met += n; atomic_load(&shared->came) < *n_met;)
		;
}

static int by_value(const void *left, const void *right)
{
	const double *l = left, *r = right;

	return (*l > *r) - (*l < *r);
}

static void work(struct shared *shared, int me, int n, size_t len_bytes)
{
	double rounds[N_ROUNDS];
	long n_met = 0;

	for (int is_handed = 0; is_handed < 2; is_handed++) {
		for (int i = 0; i < N_ROUNDS; i++) {
			int from = is_handed ? (me + 1) % n : me;
			char *source = shared->bytes + (size_t)(2 * from + i % 2) * len_bytes;
			char *to = shared->bytes + (size_t)(2 * me + (i + 1) % 2) * len_bytes;
			double begin;

			meet(shared, n, &n_met);
			begin = now();
			memcpy(to, source, len_bytes);
			meet(shared, n, &n_met);
			rounds[i] = now() - begin;
		}
		qsort(rounds, N_ROUNDS, sizeof(double), by_value);
		if (me == 0)
			printf("%s - %zu %.9f\n", is_handed ? "handed" : "copy", len_bytes, rounds[N_ROUNDS / 2]);
	}
	fflush(stdout);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0, status, bad = 0;
	size_t len_bytes = argc > 2 ? strtoul(argv[2], NULL, 10) : 0, all = (size_t)n * 2 * len_bytes;
	struct shared *shared;

	if (n < 1 || n > MOST || len_bytes == 0)
		return 2;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 1;
	shared->bytes = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared->bytes == MAP_FAILED)
		return 1;
	memset(shared->bytes, 1, all);
	for (int me = 0; me < n; me++)
		if (fork() == 0) {
			work(shared, me, n, len_bytes);
			_exit(0);
		}
	while (wait(&status) > 0)
		bad |= status;
	return bad != 0;
}
