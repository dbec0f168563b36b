/*
 * Example 2 of shmem_min(3) and shmem_sum(3): one call of 3 is as three of 1 that take turns with two pairs of work arrays.
 */
#include <mpp/shmem.h>
#include <stdio.h>
#include <string.h>

static int source[3], target[3], apart[3];
static int pwrk[_SHMEM_REDUCE_MIN_WRKDATA_SIZE], pwrk1[_SHMEM_REDUCE_MIN_WRKDATA_SIZE], pwrk2[_SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long psync[_SHMEM_REDUCE_SYNC_SIZE], psync1[_SHMEM_REDUCE_SYNC_SIZE], psync2[_SHMEM_REDUCE_SYNC_SIZE];

#define EXAMPLE(op, first, second, third) \
	do { \
		const int right[3] = { first, second, third }; \
\
		shmem_int_##op##_to_all(target, source, 3, 0, 0, 8, pwrk, psync); \
		shmem_int_##op##_to_all(&(apart[0]), &(source[0]), 1, 0, 0, 8, pwrk1, psync1); \
		shmem_int_##op##_to_all(&(apart[1]), &(source[1]), 1, 0, 0, 8, pwrk2, psync2); \
		shmem_int_##op##_to_all(&(apart[2]), &(source[2]), 1, 0, 0, 8, pwrk1, psync1); \
		n_wrong += memcmp(target, right, sizeof(right)) || memcmp(apart, right, sizeof(right)); \
		shmem_barrier_all(); \
	} while (0)

int main(void)
{
	int n_wrong = 0, me;

	start_pes(0);
	me = _my_pe();
	for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; i++)
		psync[i] = psync1[i] = psync2[i] = _SHMEM_SYNC_VALUE;
	for (int i = 0; i < 3; i++)
		source[i] = (me + i) % 8 + 10 * i;
	shmem_barrier_all();
	EXAMPLE(min, 0, 10, 20);
	EXAMPLE(sum, 28, 108, 188);
	if (n_wrong)
		printf("PE %d: %d wrong\n", me, n_wrong);
	return n_wrong;
}
