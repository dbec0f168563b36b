/*
 * OpenSHMEM: every PE draws samples, and reductions make one histogram of them all. They sum the counts (int), find the
 * lowest and highest sample (int), mark the bins that were hit (unsigned char), count the samples outside (long) and sum
 * all samples (double) for the mean. `make demo` runs this program.
 */
#include <shmem.h>
#include <stdio.h>
#include <string.h>

enum { BINS = 24, SAMPLES = 20000 };

static int counts[BINS], all_counts[BINS];
static int low, high, all_low, all_high;
static unsigned char hit[BINS], all_hit[BINS];
static long outside, all_outside;
static double sum, mean;

static int draw(unsigned *state)
{
	int total = 0;

	for (int i = 0; i < 6; i++) { /* near enough to a bell */
		*state = *state * 1664525u + 1013904223u;
		total += (int)(*state >> 24);
	}
	return total - 765;
}

int main(void)
{
	shmem_init();
	unsigned state = 12345u + 977u * (unsigned)shmem_my_pe();

	low = 1 << 30;
	high = -low;
	for (int i = 0; i < SAMPLES; i++) {
		int x = draw(&state), bin = (x + 720) / 60;

		low = x < low ? x : low;
		high = x > high ? x : high;
		sum += x;
		if (x < -720 || bin >= BINS) {
			outside++;
		} else {
			counts[bin]++;
			hit[bin] = 1;
		}
	}
	shmem_sync(SHMEM_TEAM_WORLD);
	int err = shmem_sum_reduce(SHMEM_TEAM_WORLD, all_counts, counts, BINS) |
		  shmem_min_reduce(SHMEM_TEAM_WORLD, &all_low, &low, 1) |
		  shmem_max_reduce(SHMEM_TEAM_WORLD, &all_high, &high, 1) |
		  shmem_or_reduce(SHMEM_TEAM_WORLD, all_hit, hit, BINS) |
		  shmem_sum_reduce(SHMEM_TEAM_WORLD, &all_outside, &outside, 1) |
		  shmem_sum_reduce(SHMEM_TEAM_WORLD, &mean, &sum, 1);

	if (!err && shmem_my_pe() == 0) {
		int most = 0, bins = 0;

		for (int b = 0; b < BINS; b++) {
			most = all_counts[b] > most ? all_counts[b] : most;
			bins += all_hit[b];
		}
		for (int b = 0; b < BINS; b++) {
			char bar[61] = "";

			memset(bar, '#', (size_t)(all_counts[b] * 60 / most));
			printf("  %5d |%s %d\n", b * 60 - 720, bar, all_counts[b]);
		}
		printf("  %d PEs x %d samples in [%d, %d], %d bins hit, %ld outside, mean %.6f\n", shmem_n_pes(), SAMPLES,
		       all_low, all_high, bins, all_outside, mean / (shmem_n_pes() * (double)SAMPLES));
	}
	shmem_finalize();
	return err;
}
