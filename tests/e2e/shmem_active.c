/*
 * The manuals' promises about calls on active sets: work arrays of exactly the size that is asked for, each before a page that
 * nobody may touch; two pairs of them in turn, without barriers; pSync as it was; a source that is overwritten at once while
 * other PEs are late; a result that every thread sees; and one call for three numbers is three calls for one.
 */
#include <mpp/shmem.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, ROUNDS = 12, COUNT = 1000 };

static int n_bad;

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "PE %d: line %d: %s\n", shmem_my_pe(), __LINE__, #condition)))

/* Each ends where its second part, which cannot be touched, begins. */
static _Alignas(PAGE) char sync_pages[2][2 * PAGE], work_pages[2][4 * PAGE];
static long source[COUNT], dest[COUNT];
static atomic_int turn;

static long *sync_of(int pair)
{
	return (long *)(void *)(sync_pages[pair] + PAGE) - _SHMEM_REDUCE_SYNC_SIZE;
}

static long *work_of(int pair, int nreduce)
{
	int n = nreduce / 2 + 1 > _SHMEM_REDUCE_MIN_WRKDATA_SIZE ? nreduce / 2 + 1 : _SHMEM_REDUCE_MIN_WRKDATA_SIZE;

	return (long *)(void *)(work_pages[pair] + 3 * PAGE) - n;
}

static void guard(int protection)
{
	for (int pair = 0; pair < 2; pair++) {
		EXPECT(!mprotect(sync_pages[pair] + PAGE, PAGE, protection));
		EXPECT(!mprotect(work_pages[pair] + 3 * PAGE, PAGE, protection));
	}
}

static void expect_sync_restored(void)
{
	for (int pair = 0; pair < 2; pair++)
		for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; i++)
			EXPECT(sync_of(pair)[i] == _SHMEM_SYNC_VALUE);
}

/* Waits for rounds 1, 2 ... and looks at their results. */
static void *reader(void *n_members)
{
	long n = *(int *)n_members, n_wrong = 0;

	for (int round = 1; round <= ROUNDS; round++) {
		while (atomic_load_explicit(&turn, memory_order_acquire) != round)
			sched_yield();
		for (int i = 0; i < COUNT; i++)
			n_wrong += dest[i] != n * (round + i);
		atomic_store_explicit(&turn, -round, memory_order_release);
	}
	return n_wrong ? n_members : NULL;
}

static void take_turns(int start, int log_stride, int size)
{
	const int sizes[] = { COUNT, 1, 31, 32, 700 };
	pthread_t thread;
	void *result;
	int me = shmem_my_pe();

	atomic_store(&turn, 0);
	pthread_create(&thread, NULL, reader, &size);
	for (int round = 1; round <= ROUNDS; round++) {
		int count = sizes[round % 5];

		for (int i = 0; i < COUNT; i++) {
			source[i] = round + i;
			dest[i] = (long)size * (round + i); /* where nothing is reduced */
		}
		memset(dest, 0x5A, (size_t)count * sizeof(*dest));
		if ((me + round) % 5 == 0)
			usleep(1000);
		shmem_long_sum_to_all(dest, source, count, start, log_stride, size, work_of(round % 2, count), sync_of(round % 2));
		memset(source, 0xEE, sizeof(source));
		atomic_store_explicit(&turn, round, memory_order_release);
		while (atomic_load_explicit(&turn, memory_order_acquire) != -round)
			usleep(10);
	}
	pthread_join(thread, &result);
	EXPECT(!result);
}

/* Example 2 of the manuals. */
static void three_times_one(void)
{
	static int target[2][3], numbers[3], pwrk[2][_SHMEM_REDUCE_MIN_WRKDATA_SIZE];
	int *pwrk1 = pwrk[0], *pwrk2 = pwrk[1];
	long *psync1 = sync_of(0), *psync2 = sync_of(1);

#define THREE(op) \
	shmem_int_##op##_to_all(target[0], numbers, 3, 0, 0, 8, pwrk2, psync2); \
	shmem_int_##op##_to_all(&(target[1][0]), &(numbers[0]), 1, 0, 0, 8, pwrk1, psync1); \
	shmem_int_##op##_to_all(&(target[1][1]), &(numbers[1]), 1, 0, 0, 8, pwrk2, psync2); \
	shmem_int_##op##_to_all(&(target[1][2]), &(numbers[2]), 1, 0, 0, 8, pwrk1, psync1);
	for (int i = 0; i < 3; i++)
		numbers[i] = 10 * ((shmem_my_pe() + i) % 8) - 5 * i;
	THREE(min)
	for (int i = 0; i < 3; i++)
		EXPECT(target[0][i] == -5 * i && target[1][i] == -5 * i);
	shmem_barrier_all();
	THREE(sum)
	for (int i = 0; i < 3; i++)
		EXPECT(target[0][i] == 280 - 40 * i && target[1][i] == 280 - 40 * i);
}

int main(void)
{
	int me;

	start_pes(0);
	me = _my_pe();
	for (int pair = 0; pair < 2; pair++)
		for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; i++)
			sync_of(pair)[i] = _SHMEM_SYNC_VALUE;
	guard(PROT_NONE);
	shmem_barrier_all();
	three_times_one();
	shmem_barrier_all();
	if (me % 2)
		take_turns(1, 1, 4);
	else if (me)
		take_turns(2, 1, 3); /* PE 0 is alone */
	expect_sync_restored();
	shmem_barrier_all();
	take_turns(0, 0, 8);
	expect_sync_restored();
	guard(PROT_READ | PROT_WRITE);
	return n_bad != 0;
}
