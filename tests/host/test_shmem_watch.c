/*
 * Watching active sets: PEs that wait for each other in different ones are found, near and round a circle; those that have
 * only to be waited for are not. The test is one PE after another.
 */
#include "child.h"

#include <unistd.h>

#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"

enum { SIZE = 4 };

static long syncs[2][SHMEM_SYNC_SIZE];

static void open_watch(void)
{
	fake_core_reset(0, SIZE);
	fake_core.is_up = true;
	sumac_shmem_is_checking = true;
	CHILD_EXPECT(!sumac_shmem_watch_open() && fake_core.hook);
}

static const void *dest = syncs; /* NULL: barriers */

static int enter(int pe, int start, int log_stride, int size, int pair)
{
	struct sumac_shmem_call call = { .name = "shmem_call", .sync = syncs[pair], .dest = dest };

	fake_core.rank = pe;
	return sumac_shmem_watch_begin(&call, start, log_stride, size);
}

static void leave(int pe)
{
	fake_core.rank = pe;
	sumac_shmem_watch_end();
}

/* Dies when it finds something. */
static void look(int pe)
{
	fake_core.rank = pe;
	usleep(11000); /* no call is looked into before */
	fake_core.hook(fake_core.hook_ctx);
}

static int waits_in_order(void *ctx)
{
	(void)ctx;
	open_watch();
	enter(0, 0, 0, 2, 0);
	look(0); /* PE 1 is in no call */
	enter(1, 1, 0, 2, 0);
	look(0); /* PE 1 waits for PE 2, which may come */
	look(1);
	enter(2, 1, 0, 2, 0);
	look(2);
	leave(2);
	look(0);
	leave(1);
	enter(2, 0, 1, 2, 1); /* for PE 0 */
	look(2);
	look(0);
	sumac_shmem_watch_close();
	return 0;
}

static int circle(void *ctx)
{
	open_watch();
	enter(0, 0, 0, 2, 0);
	enter(1, 1, 0, 2, 0);
	enter(2, 0, 1, 2, 0);
	look(*(int *)ctx);
	return 0;
}

static int other_size(void *ctx)
{
	(void)ctx;
	open_watch();
	enter(0, 0, 0, 4, 0);
	enter(1, 0, 0, 2, 0);
	look(1);
	return 0;
}

static void test_a_rank_that_may_come_is_waited_for(void **state)
{
	(void)state;
	assert_int_equal(child_run(waits_in_order, NULL), 0);
}

static void test_a_circle_of_waits_is_reported(void **state)
{
	(void)state;
	for (int pe = 0; pe < 3; pe++) {
		assert_int_equal(child_run(circle, &pe), EXIT_FAILURE);
		assert_non_null(strstr(child_err, "neither can go on"));
	}
	assert_int_equal(child_run(other_size, NULL), EXIT_FAILURE);
	assert_non_null(strstr(child_err, "PE 1: shmem_call: PE_start 0, logPE_stride 0 and PE_size 2, but PE 0 waits in "
					  "shmem_call with PE_start 0, logPE_stride 0 and PE_size 4: neither can go on"));
}

static int uses_twice(void *ctx)
{
	(void)ctx;
	open_watch();
	CHILD_EXPECT(!enter(0, 0, 0, 2, 0));
	CHILD_EXPECT(!enter(2, 0, 1, 2, 1)); /* another pair */
	leave(2);
	CHILD_EXPECT(enter(2, 0, 1, 2, 0) == -SUMAC_EINVAL);
	CHILD_EXPECT(strstr(sumac_last_error(), "pSync is in use: PE 0 is still in shmem_call with PE_start 0, logPE_stride 0 "
						"and PE_size 2"));
	sumac_shmem_watch_close();
	return 0;
}

/* PE 1 is in the second call while PE 0 is still in the first one. */
static int repeats(void *is_barrier)
{
	open_watch();
	dest = *(int *)is_barrier ? NULL : syncs;
	CHILD_EXPECT(!enter(0, 0, 0, 2, 0));
	CHILD_EXPECT((enter(1, 0, 0, 2, 0) == 0) == *(int *)is_barrier);
	sumac_shmem_watch_close();
	return 0;
}

static void test_only_barriers_need_one_array(void **state)
{
	(void)state;
	for (int is_barrier = 0; is_barrier < 2; is_barrier++)
		assert_int_equal(child_run(repeats, &is_barrier), 0);
}

/* After many other calls the joined one is not remembered: then nothing is known. */
static int forgets(void *ctx)
{
	(void)ctx;
	open_watch();
	enter(0, 0, 0, 2, 0);
	enter(1, 0, 0, 2, 0);
	leave(1); /* PE 0 is late */
	for (int i = 0; i < 70; i++) {
		enter(1, 1, 0, 1, 0);
		leave(1);
	}
	enter(1, 0, 0, 4, 1);
	look(0);
	sumac_shmem_watch_close();
	return 0;
}

static void test_work_arrays_in_use_are_reported(void **state)
{
	(void)state;
	assert_int_equal(child_run(uses_twice, NULL), 0);
	assert_int_equal(child_run(forgets, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_rank_that_may_come_is_waited_for),
		cmocka_unit_test(test_a_circle_of_waits_is_reported),
		cmocka_unit_test(test_work_arrays_in_use_are_reported),
		cmocka_unit_test(test_only_barriers_need_one_array),
	};

	return cmocka_run_group_tests_name("shmem_watch", tests, NULL, NULL);
}
