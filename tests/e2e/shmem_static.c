/*
 * Static data is symmetric: global, zeroed and static local objects as source and destination, under any
 * placement of the program. Also in place, in both forms, and with C11's generic names on every kind of type.
 */
#include <shmem.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 3000 };

static int n_bad;

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "PE %d: line %d: %s\n", shmem_my_pe(), __LINE__, #condition)))

long in_data[COUNT] = { 1 }, in_bss[COUNT];
unsigned long biggest[2] = { 0, 1 }, biggest_all[2];
long sync_array[SHMEM_REDUCE_SYNC_SIZE];
long work_array[COUNT / 2 + 1];

static void test_global_and_local(int me, int n)
{
	static long local[COUNT];

	for (int i = 0; i < COUNT; i++)
		in_data[i] = i + me;
	shmem_sync_all();
	EXPECT(!shmem_long_sum_reduce(SHMEM_TEAM_WORLD, in_bss, in_data, COUNT));
	EXPECT(!shmem_long_max_reduce(SHMEM_TEAM_WORLD, local, in_data, COUNT));
	for (int i = 0; i < COUNT; i++) {
		EXPECT(in_bss[i] == (long)n * i + n * (n - 1) / 2);
		EXPECT(local[i] == i + n - 1);
		EXPECT(in_data[i] == i + me);
	}
	EXPECT(!shmem_long_sum_reduce(SHMEM_TEAM_WORLD, in_data, in_data, COUNT));
	EXPECT(!memcmp(in_data, in_bss, sizeof(in_data)));
}

static void test_active_set_of_all(int me, int n)
{
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		sync_array[i] = SHMEM_SYNC_VALUE;
	for (int i = 0; i < COUNT / 2 + 1; i++)
		work_array[i] = 7 * i;
	for (int i = 0; i < COUNT; i++)
		in_data[i] = i ^ me;
	shmem_barrier_all();
	shmem_long_min_to_all(in_bss, in_data, COUNT, 0, 0, n, work_array, sync_array);
	for (int i = 0; i < COUNT; i++) {
		long least = i;

		for (int pe = 1; pe < n; pe++)
			least = (i ^ pe) < least ? i ^ pe : least;
		EXPECT(in_bss[i] == least);
	}
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		EXPECT(sync_array[i] == SHMEM_SYNC_VALUE);
	for (int i = 0; i < COUNT / 2 + 1; i++)
		EXPECT(work_array[i] == 7 * i);
}

#define TRY(c_type, mine, op, wanted) \
	do { \
		static c_type source, dest; \
		source = (mine); \
		shmem_sync(SHMEM_TEAM_WORLD); \
		EXPECT(!shmem_##op##_reduce(SHMEM_TEAM_WORLD, &dest, &source, 1)); \
		EXPECT(dest == (c_type)(wanted)); \
	} while (0)

static void test_generic_names(int me, int n)
{
	TRY(char, 'a' + me, max, 'a' + n - 1);
	TRY(signed char, -me, min, 1 - n);
	TRY(unsigned char, me ? 1 : 255, max, 255);
	TRY(unsigned short, me ? 1 : 65535, max, 65535);
	TRY(unsigned int, me ? 1 : -1, max, 0xffffffff);
	TRY(unsigned long, me ? 1 : -1, max, 0xffffffffffffffff);
	TRY(unsigned long long, me ? 1 : -1, max, 0xffffffffffffffff);
	TRY(uint64_t, me ? 1 : UINT64_MAX, max, UINT64_MAX);
	TRY(size_t, me ? 1 : SIZE_MAX, max, SIZE_MAX);
	TRY(size_t, me ? 1 : SIZE_MAX, min, n > 1 ? 1 : SIZE_MAX);
	TRY(ptrdiff_t, -me, sum, -n * (n - 1) / 2);
	TRY(short, 1 << me, or, (1 << n) - 1);
	TRY(int, ~(1 << me), and, ~((1 << n) - 1));
	TRY(long long, 1 << me, xor, (1 << n) - 1);
	TRY(int8_t, 2, prod, 1 << n);
	TRY(float, 0.5f, sum, 0.5f * n);
	TRY(double, 2, prod, 1 << n);
	TRY(long double, me, max, n - 1);
	TRY(float _Complex, 1.0iF, sum, n * 1.0iF);
	TRY(double _Complex, 1.0 + 1.0i * me, sum, n + 1.0i * (n * (n - 1) / 2));
}

int main(void)
{
	int me, n;

	shmem_init();
	me = shmem_my_pe();
	n = shmem_n_pes();
	EXPECT(n < 15);
	test_global_and_local(me, n);
	test_active_set_of_all(me, n);
	test_generic_names(me, n);
	EXPECT(!shmem_ulong_max_reduce(SHMEM_TEAM_WORLD, biggest_all, biggest, 2));
	EXPECT(biggest_all[0] == 0 && biggest_all[1] == 1);
	shmem_finalize();
	return n_bad != 0;
}
