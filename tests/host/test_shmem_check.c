/*
 * SHMEM's calls check their arguments: symmetric memory
 * is on the heap or static, and work arrays hold what they must.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_pe.h"
#include "sumac.h"

enum { HEAP_BYTES = 1 << 20 };

static char *heap;
static long a_static[100];
static const long a_constant[4] = { 1 };

static int set_up(void **state)
{
	(void)state;
	fake_pe_begin(0, 2);
	heap = shmem_malloc(HEAP_BYTES);
	return heap ? 0 : -1;
}

static void test_heap_and_static_memory_are_symmetric(void **state)
{
	(void)state;
	sumac_shmem_is_checking = true;
	assert_int_equal(sumac_shmem_check_buffers(heap, heap + HEAP_BYTES / 2, HEAP_BYTES / 2), 0);
	assert_int_equal(sumac_shmem_check_buffers(a_static, heap, sizeof(a_static)), 0);
	assert_int_equal(sumac_shmem_check_buffers(&a_static[99], &a_static[98], sizeof(long)), 0);
}

static void test_other_memory_is_named_by_its_role(void **state)
{
	void *mine = malloc(64);
	long on_stack = 0;

	(void)state;
	sumac_shmem_is_checking = true;
	assert_int_equal(sumac_shmem_check_buffers(heap, mine, 8), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "the source: 8 bytes at"));
	assert_non_null(strstr(sumac_last_error(), "neither on the symmetric heap nor static"));
	assert_int_equal(sumac_shmem_check_buffers(&on_stack, heap, sizeof(on_stack)), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "the destination: 8 bytes at"));
	assert_int_equal(sumac_shmem_check_buffers(heap, a_constant, sizeof(a_constant)), -SUMAC_EINVAL); /* not writable */
	assert_int_equal(sumac_shmem_check_buffers(heap, mine, 0), 0); /* no byte is read */
	free(mine);
}

static void test_it_must_be_symmetric_to_its_end(void **state)
{
	(void)state;
	sumac_shmem_is_checking = true;
	assert_int_not_equal(sumac_shmem_check_buffers(heap + HEAP_BYTES - 8, heap, 9), 0);
	assert_int_not_equal(sumac_shmem_check_buffers(heap, heap + 1, HEAP_BYTES), 0);
	assert_int_not_equal(sumac_shmem_check_buffers(a_static, heap, SIZE_MAX / 2), 0);
}

static void test_without_checking_any_memory_does(void **state)
{
	long on_stack = 0, sync[SHMEM_SYNC_SIZE] = { 0 };

	(void)state;
	sumac_shmem_is_checking = false;
	assert_int_equal(sumac_shmem_check_buffers(&on_stack, &on_stack, sizeof(on_stack)), 0);
	assert_int_equal(sumac_shmem_check_work(&on_stack, sizeof(on_stack), sync, sizeof(long)), 0);
}

static void test_work_arrays_are_symmetric_and_initialised(void **state)
{
	long on_stack[SHMEM_SYNC_SIZE], *sync = (long *)(void *)heap;

	(void)state;
	sumac_shmem_is_checking = true;
	for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
		on_stack[i] = sync[i] = SHMEM_SYNC_VALUE;
	assert_int_equal(sumac_shmem_check_work(a_static, sizeof(a_static), sync, sizeof(long)), 0);
	assert_int_equal(sumac_shmem_check_work(on_stack, 8, sync, sizeof(long)), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "pWrk: "));
	assert_int_equal(sumac_shmem_check_work(a_static, 8, on_stack, sizeof(long)), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "pSync: "));
	for (int i = 0; i < SHMEM_SYNC_SIZE; i++) {
		sync[i] = 3;
		assert_int_equal(sumac_shmem_check_work(a_static, 8, sync, sizeof(long)), -SUMAC_EINVAL);
		sync[i] = SHMEM_SYNC_VALUE;
	}
	assert_non_null(strstr(sumac_last_error(), "pSync[15] is 3, not SHMEM_SYNC_VALUE"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_heap_and_static_memory_are_symmetric),
		cmocka_unit_test(test_other_memory_is_named_by_its_role),
		cmocka_unit_test(test_it_must_be_symmetric_to_its_end),
		cmocka_unit_test(test_without_checking_any_memory_does),
		cmocka_unit_test(test_work_arrays_are_symmetric_and_initialised),
	};

	return cmocka_run_group_tests_name("shmem_check", tests, set_up, fake_pe_end);
}
