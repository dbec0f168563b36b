/*
 * Locks on static memory and on the heap: what they protect is not torn, what was put under one is seen under the next, and
 * nobody is passed over.
 */
#include "far_pes.h"

enum { ROUNDS = 60 };

static long locks[2];
static struct { long count; int order[1024]; } shared; /* PE 0's */

static void under(long *lock, int others)
{
	long count;

	for (int i = 0; i < ROUNDS; i++) {
		if (others && i % 3 == 0)
			while (shmem_test_lock(lock))
				;
		else
			shmem_set_lock(lock);
		count = shmem_g(&shared.count, 0);
		shmem_p(&shared.order[count % 1024], me, 0);
		shmem_p(&shared.count, count + 1, 0);
		shmem_clear_lock(lock);
	}
}

/* A waiting PE comes next: while all stand in line, nobody comes twice before another has come once. */
static void test_fairness(long *lock)
{
	int n_waiting[64] = { 0 };

	if (me == 0)
		shared.count = 0;
	shmem_barrier_all();
	if (me == 0)
		shmem_set_lock(lock);
	shmem_sync_all();
	if (me == 0)
		usleep(200000); /* till all stand in line */
	if (me == 0)
		shmem_clear_lock(lock);
	under(lock, 0);
	shmem_barrier_all();
	if (me)
		return;
	for (int i = 0; i < n - 1; i++)
		n_waiting[shared.order[i] % 64]++;
	for (int pe = 1; pe < n; pe++)
		EXPECT(n_waiting[pe] <= 1);
}

int main(void)
{
	long *heap_lock;

	begin();
	heap_lock = shmem_calloc(1, sizeof(*heap_lock));
	under(&locks[0], 1);
	shmem_barrier_all();
	EXPECT(me || shared.count == (long)n * ROUNDS);
	shmem_barrier_all();
	under(heap_lock, 1);
	shmem_barrier_all();
	EXPECT(me || shared.count == 2L * n * ROUNDS);
	if (me == 0)
		shmem_set_lock(&locks[1]);
	shmem_barrier_all();
	EXPECT(me == 0 || shmem_test_lock(&locks[1]) == 1);
	shmem_barrier_all();
	if (me == 0)
		shmem_clear_lock(&locks[1]);
	shmem_barrier_all();
	test_fairness(heap_lock);
	shmem_free(heap_lock);
	return end();
}
