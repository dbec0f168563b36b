/*
 * The symmetric heap: the same offsets on all PEs, alignment,
 * exhaustion, reuse; and reductions on what it gives.
 */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int n_bad;

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "PE %d: line %d: %s\n", shmem_my_pe(), __LINE__, #condition)))

/* All PEs have the same distance from the first allocation. */
static int is_symmetric(const char *first, const void *memory)
{
	static long distance[2], least[2];

	distance[0] = (const char *)memory - first;
	distance[1] = -distance[0];
	EXPECT(!shmem_long_min_reduce(SHMEM_TEAM_WORLD, least, distance, 2));
	return least[0] == distance[0] && least[1] == distance[1];
}

int main(void)
{
	char *first, *big, *more[16];
	int *numbers;

	shmem_init();
	EXPECT(!shmem_malloc(0));
	first = shmem_malloc(100);
	EXPECT(first && (uintptr_t)first % 64 == 0);
	for (int i = 0; i < 16; i++) {
		more[i] = shmem_align((size_t)16 << i, (size_t)(1000 + i));
		EXPECT(more[i] && (uintptr_t)more[i] % ((size_t)16 << i) == 0 && is_symmetric(first, more[i]));
		memset(more[i], i, (size_t)(1000 + i));
	}
	EXPECT(!shmem_align(48, 10) && !shmem_align(0, 10));
	for (int i = 0; i < 16; i += 2)
		shmem_free(more[i]);
	for (int i = 1; i < 16; i += 2)
		EXPECT(more[i][0] == i && more[i][999 + i] == i);
	numbers = shmem_calloc(1000, sizeof(*numbers));
	EXPECT(numbers && is_symmetric(first, numbers) && !numbers[0] && !numbers[999]);
	for (int i = 0; i < 1000; i++)
		numbers[i] = i;
	numbers = shmem_realloc(numbers, 100000 * sizeof(*numbers));
	EXPECT(numbers && numbers[999] == 999 && is_symmetric(first, numbers));
	EXPECT(!shmem_int_max_reduce(SHMEM_TEAM_WORLD, numbers + 50001, numbers + 1, 999));
	EXPECT(numbers[50001] == 1 && numbers[50999] == 999);
	/* The setting heap_bytes is 4M here: too much is refused on all, and leaves what there is. */
	EXPECT(!shmem_malloc((size_t)5 << 20) && !shmem_malloc(SIZE_MAX) && !shmem_calloc(SIZE_MAX, 16));
	EXPECT(!shmem_realloc(numbers, (size_t)8 << 20));
	EXPECT(numbers[999] == 999);
	shmem_free(numbers);
	for (int i = 1; i < 16; i += 2)
		shmem_free(more[i]);
	shmem_free(first);
	shmem_free(NULL);
	for (size_t alignment = (size_t)1 << 20; alignment <= (size_t)4 << 20; alignment *= 2) {
		big = shmem_align(alignment, 8);
		EXPECT(big && (uintptr_t)big % alignment == 0);
		shmem_free(big);
	}
	/* All is free again: nothing was lost on the way. */
	for (int i = 0; i < 3; i++) {
		big = shmem_malloc((size_t)4 << 20);
		EXPECT(big != NULL);
		big[((size_t)4 << 20) - 1] = 1;
		shmem_free(big);
	}
	shmem_finalize();
	return n_bad != 0;
}
