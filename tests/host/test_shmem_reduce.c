/*
 * SHMEM's reductions as calls of the core: every name has its operation and type, arguments are passed on
 * unchanged, and a function that cannot return an error ends the job.
 */
#include "child.h"

#include <complex.h>

#include "fake_pe.h"

enum { SIZE = 4 };

static long double dest[64], source[64], work[64]; /* as aligned as any type */
static long p_sync[SHMEM_SYNC_SIZE];

static int set_up(void **state)
{
	(void)state;
	for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
		p_sync[i] = SHMEM_SYNC_VALUE;
	return fake_pe_begin(1, SIZE);
}

static int reset(void **state)
{
	(void)state;
	fake_core.status = fake_core.n_calls = 0;
	memset(&fake_core.call, 0, sizeof(fake_core.call));
	sumac_shmem_is_checking = false;
	return 0;
}

static void expect_call(const char *name, enum sumac_op op, enum sumac_type type, size_t count)
{
	const struct fake_core_call *call = &fake_core.call;

	if (call->op != op || call->type != type || call->count != count || call->team != &fake_core.world ||
	    call->dst != dest || call->src != source || call->root != -1)
		fail_msg("%s became op %d, type 0x%02x, %zu elements", name, call->op, call->type, call->count);
	fake_core.call = (struct fake_core_call){ 0 };
}

static void test_every_name_has_its_operation_and_type(void **state)
{
	int n_teams = 0, n_active = 0, n_scans = 0;

	(void)state;
#define SUMAC_SHMEM_TEAM(name, c_type, type, OP, op) \
	assert_int_equal(shmem_##name##_##op##_reduce(SHMEM_TEAM_WORLD, (c_type *)dest, (const c_type *)source, 3), 0); \
	expect_call("shmem_" #name "_" #op "_reduce", SUMAC_OP_##OP, SUMAC_TYPE_##type, 3); \
	n_teams++;
#define SUMAC_SHMEM_ACTIVE(name, c_type, type, OP, op) \
	shmem_##name##_##op##_to_all((c_type *)dest, (const c_type *)source, 2, 0, 0, SIZE, (c_type *)work, p_sync); \
	expect_call("shmem_" #name "_" #op "_to_all", SUMAC_OP_##OP, SUMAC_TYPE_##type, 2); \
	n_active++;
#define SUMAC_SHMEM_SCAN(name_, c_type, type, call_, scan) \
	assert_int_equal(shmem_##name_##_##call_(SHMEM_TEAM_WORLD, (c_type *)dest, (const c_type *)source, 4), 0); \
	assert_string_equal(fake_core.call.name, #scan); \
	expect_call("shmem_" #name_ "_" #call_, SUMAC_OP_SUM, SUMAC_TYPE_##type, 4); \
	n_scans++;
#include "frontend/shmem/reductions.inc"
#include "sumac.h"
	assert_true(n_teams > 100 && n_active > 30 && n_scans > 50);
	assert_int_equal(fake_core.n_calls, n_teams + n_active + n_scans);
}

/* The core leaves it alone. */
static void test_an_exclusive_scan_begins_with_zeros(void **state)
{
	int mine[3] = { 7, 7, 7 };

	(void)state;
	assert_int_equal(shmem_int_sum_exscan(SHMEM_TEAM_WORLD, mine, (int *)source, 2), 0);
	assert_int_equal(mine[0], 7); /* PE 1 */
	fake_core.world.rank = 0;
	assert_int_equal(shmem_int_sum_inscan(SHMEM_TEAM_WORLD, mine, (int *)source, 2), 0);
	assert_int_equal(mine[0], 7);
	assert_int_equal(shmem_int_sum_exscan(SHMEM_TEAM_WORLD, mine, (int *)source, 2), 0);
	assert_true(!mine[0] && !mine[1] && mine[2] == 7);
	fake_core.status = -SUMAC_EPEER;
	assert_int_equal(shmem_int_sum_exscan(SHMEM_TEAM_WORLD, mine, (int *)source, 3), -SUMAC_EPEER);
	assert_int_equal(mine[2], 7);
	fake_core.world.rank = 1;
}

static void test_a_team_s_status_is_returned(void **state)
{
	(void)state;
	fake_core.status = -SUMAC_EPEER;
	assert_int_equal(shmem_int_sum_reduce(SHMEM_TEAM_WORLD, (int *)dest, (int *)source, 1), -SUMAC_EPEER);
	fake_core.status = 0;
	assert_int_not_equal(shmem_int_sum_reduce(SHMEM_TEAM_INVALID, (int *)dest, (int *)source, 1), 0);
}

/* Whether PEs go over its end may differ, as it lies elsewhere on each: some would wait for the others. */
static void test_the_end_of_the_heap_holds_without_checking_mode(void **state)
{
	int *heap = shmem_malloc(1 << 20), *last = &heap[(1 << 18) - 1];

	(void)state;
	assert_int_equal(shmem_int_sum_reduce(SHMEM_TEAM_WORLD, last, (int *)source, 2), -SUMAC_ERANGE);
	assert_int_equal(shmem_int_sum_reduce(SHMEM_TEAM_WORLD, (int *)dest, last, 2), -SUMAC_ERANGE);
	assert_int_equal(shmem_int_sum_inscan(SHMEM_TEAM_WORLD, last, (int *)source, 2), -SUMAC_ERANGE);
	assert_int_equal(fake_core.n_calls, 0);
	assert_int_equal(shmem_int_sum_reduce(SHMEM_TEAM_WORLD, last, heap, 1), 0);
	shmem_free(heap);
}

static void test_checking_mode_looks_at_the_whole_of_both(void **state)
{
	double on_stack[2] = { 0 };

	(void)state;
	sumac_shmem_is_checking = true;
	assert_int_equal(shmem_double_sum_reduce(SHMEM_TEAM_WORLD, (double *)dest, on_stack, 2), -SUMAC_EINVAL);
	assert_int_equal(fake_core.n_calls, 0);
	assert_non_null(strstr(sumac_last_error(), "the source: 16 bytes"));
	assert_int_equal(shmem_double_sum_reduce(SHMEM_TEAM_WORLD, (double *)dest, (double *)source, 2), 0);
	shmem_double_sum_to_all((double *)dest, (double *)source, 2, 0, 0, SIZE, (double *)work, p_sync);
	assert_int_equal(fake_core.n_calls, 2);
}

static double *short_work;

static int call_short(void *ctx)
{
	shmem_double_sum_to_all((double *)dest, (double *)source, *(int *)ctx, 0, 0, SIZE, short_work, p_sync);
	return 0;
}

/* Work arrays must hold half of what is reduced plus one, and at least 16. On the heap it shows where they
 * end. */
static void test_checking_mode_knows_how_long_work_arrays_are(void **state)
{
	char *heap = shmem_malloc(1 << 20);
	double *at_end = (double *)(void *)(heap + (1 << 20));

	(void)state;
	sumac_shmem_is_checking = true;
	shmem_double_sum_to_all((double *)dest, (double *)source, 2, 0, 0, SIZE, at_end - 16, p_sync);
	shmem_double_sum_to_all((double *)dest, (double *)source, 40, 0, 0, SIZE, at_end - 21, p_sync);
	assert_int_equal(fake_core.n_calls, 2);
	short_work = at_end - 15;
	for (int count = 2; count <= 40; count += 38) {
		assert_int_equal(child_run(call_short, &count), EXIT_FAILURE);
		assert_non_null(strstr(child_err, "pWrk: "));
		short_work = at_end - 20;
	}
	shmem_free(heap);
}

static int call_active(void *ctx)
{
	switch (*(int *)ctx) {
	case 0:
		shmem_int_sum_to_all((int *)dest, (int *)source, -1, 0, 0, SIZE, (int *)work, p_sync);
		break;
	case 1:
		shmem_int_sum_to_all((int *)dest, (int *)source, 1, 0, 0, SIZE + 1, (int *)work, p_sync);
		break;
	case 2:
		fake_core.status = -SUMAC_EPEER;
		shmem_int_sum_to_all((int *)dest, (int *)source, 1, 0, 0, SIZE, (int *)work, p_sync);
		break;
	case 3:
		sumac_shmem_is_checking = true;
		p_sync[3] = 0;
		shmem_int_sum_to_all((int *)dest, (int *)source, 1, 0, 0, SIZE, (int *)work, p_sync);
		break;
	case 4:
		shmem_int_sum_to_all((int *)dest, (int *)shmem_malloc(1 << 20), 1 << 19, 0, 0, SIZE, (int *)work, p_sync);
		break;
	case 5:
		shmem_finalize();
		shmem_int_sum_to_all((int *)dest, (int *)source, 1, 0, 0, SIZE, (int *)work, p_sync);
	}
	return 0;
}

static void test_an_active_set_s_failure_ends_the_job(void **state)
{
	static const char *const words[] = { "nreduce is -1", "form an active set", "the fake core says no",
					     "pSync[3] is 0", "exceed the symmetric heap", "the program is not between" };

	(void)state;
	for (int way = 0; way < 6; way++) {
		assert_int_equal(child_run(call_active, &way), EXIT_FAILURE);
		assert_non_null(strstr(child_err, "shmem_int_sum_to_all: "));
		assert_non_null(strstr(child_err, words[way]));
	}
}

#define REDUCE_TEST(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		REDUCE_TEST(test_every_name_has_its_operation_and_type),
		REDUCE_TEST(test_an_exclusive_scan_begins_with_zeros),
		REDUCE_TEST(test_a_team_s_status_is_returned),
		REDUCE_TEST(test_the_end_of_the_heap_holds_without_checking_mode),
		REDUCE_TEST(test_checking_mode_looks_at_the_whole_of_both),
		REDUCE_TEST(test_checking_mode_knows_how_long_work_arrays_are),
		REDUCE_TEST(test_an_active_set_s_failure_ends_the_job),
	};

	return cmocka_run_group_tests_name("shmem_reduce", tests, set_up, fake_pe_end);
}
