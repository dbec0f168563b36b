/*
 * Puts and gets between PEs of two hosts, each complete before the next: microseconds for 8 bytes and 64 KiB, and GB/s for a
 * MiB, while their owner computes, and then while it waits in the library.
 */
#include <shmem.h>
#include <stdio.h>
#include <time.h>

enum { MIB = 1 << 20 };

static long done;

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static double each_us(char *far, size_t len, int n, int is_put)
{
	static char near[MIB];
	double since = 0;

	for (int i = -n / 4; i < n; i++) {
		if (!i)
			since = now_us();
		if (is_put)
			shmem_putmem(far, near, len, 1);
		else
			shmem_getmem(near, far, len, 1);
		shmem_quiet();
	}
	return (now_us() - since) / n;
}

int main(void)
{
	char *far;

	shmem_init();
	far = shmem_malloc(MIB);
	for (int waits = 0; waits < 2; waits++) {
		shmem_barrier_all();
		for (int is_put = 1; is_put >= 0 && !shmem_my_pe(); is_put--)
			printf("  %s, owner %s: 8 B %6.1f us, 64 KiB %6.1f us, 1 MiB %.2f GB/s\n", is_put ? "put" : "get",
			       waits ? "waits   " : "computes",
			       each_us(far, 8, 2000, is_put), each_us(far, 65536, 500, is_put),
			       MIB / 1e3 / each_us(far, MIB, 100, is_put));
		if (!shmem_my_pe())
			shmem_atomic_inc(&done, 1);
		while (shmem_my_pe() && !waits && *(volatile long *)&done == 0)
			;
		if (shmem_my_pe())
			shmem_wait_until(&done, SHMEM_CMP_GT, waits);
	}
	shmem_finalize();
	return 0;
}
