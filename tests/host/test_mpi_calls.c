/*
 * The MPI calls: what Sumac takes reaches the core as it
 * was meant, and all else the host MPI unchanged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_alias.h"
#include "frontend/mpi/mpi_call.h"
#include "mpi_job.h"
#include "sumac.h"

enum { RANK = 1, SIZE = 3 };

static int src[4] = { 5, 6, 7, 8 }, dst[4];

static int begin(void **state)
{
	(void)state;
	mpi_job_begin(RANK, SIZE);
	return 0;
}

static void expect_sumac(const void *sent, void *received, size_t count, int root)
{
	const struct fake_core_call *call = &fake_core.call;

	assert_int_equal(fake_core.n_calls, 1);
	assert_int_equal(fake_mpi.n_reductions, 0);
	assert_true(call->op == SUMAC_OP_MAX && call->type == SUMAC_TYPE_I32 && call->team == &fake_core.world);
	assert_true(call->src == sent && call->dst == received && call->count == count && call->root == root);
	fake_core.n_calls = 0;
}

/* The report does not count it. */
static void expect_error(const void *sent, void *received, int count, int root)
{
	assert_int_equal(fake_core.n_calls, 0);
	assert_true(fake_mpi.n_reductions == 1 && !fake_core.n_left);
	assert_true(fake_mpi.reduction.sendbuf == sent && fake_mpi.reduction.recvbuf == received);
	assert_true(fake_mpi.reduction.count == count && fake_mpi.reduction.root == root);
	fake_mpi.n_reductions = 0;
}

static void expect_host(const void *sent, void *received, int count, int root)
{
	assert_int_equal(fake_core.n_left, 1); /* the report counts it */
	fake_core.n_left = 0;
	expect_error(sent, received, count, root);
}

static void test_what_is_sumac_s_reaches_the_core(void **state)
{
	(void)state;
	assert_int_equal(MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(src, dst, 4, -1);
	assert_int_equal(MPI_Allreduce(MPI_IN_PLACE, dst, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(dst, dst, 3, -1);
	assert_int_equal(MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(src, dst, 4, RANK);
	assert_int_equal(MPI_Reduce(MPI_IN_PLACE, dst, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(dst, dst, 4, RANK);
	assert_int_equal(MPI_Reduce(src, NULL, 4, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(src, NULL, 4, 0);
}

static void expect_sumac_call(const char *name, const void *sent, void *received, size_t count)
{
	assert_string_equal(fake_core.call.name, name);
	expect_sumac(sent, received, count, -1);
}

static void test_each_call_is_the_core_s_of_its_name(void **state)
{
	const int counts[SIZE] = { 1, 0, 3 };

	(void)state;
	assert_int_equal(MPI_Scan(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac_call("scan", src, dst, 4);
	assert_int_equal(MPI_Exscan(MPI_IN_PLACE, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac_call("exscan", dst, dst, 4);
	assert_int_equal(MPI_Reduce_scatter_block(src, dst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac_call("reduce_scatter_block", src, dst, 1);
	assert_int_equal(MPI_Reduce_scatter(MPI_IN_PLACE, dst, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac_call("reduce_scatter", dst, dst, 0);
	for (int rank = 0; rank < SIZE; rank++)
		assert_int_equal(fake_core.call.counts[rank], counts[rank]);
}

static const struct sumac_mpi_call *given;

static int be_given(const struct sumac_mpi_call *call)
{
	given = call;
	return MPI_SUCCESS;
}

/* As they are made by the entry points of MPI 4, which not every MPI has. */
static void test_large_counts_reach_the_core_or_the_host(void **state)
{
	const MPI_Count counts[SIZE] = { 1, 0, 1ll << 40 }, negative[SIZE] = { 1ll << 40, 0, -1 };
	struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE_SCATTER, .comm = MPI_COMM_WORLD, .sendbuf = src,
				       .recvbuf = dst, .has_large_counts = true, .large_counts = counts, .datatype = MPI_INT,
				       .op = MPI_MAX, .on_host = be_given };

	(void)state;
	assert_int_equal(sumac_mpi_run(&call), MPI_SUCCESS);
	expect_sumac_call("reduce_scatter", src, dst, 0);
	for (int rank = 0; rank < SIZE; rank++)
		assert_int_equal(fake_core.call.counts[rank], counts[rank]);
	call.large_counts = negative;
	assert_int_equal(sumac_mpi_run(&call), MPI_SUCCESS);
	assert_ptr_equal(given, &call);
	call.kind = SUMAC_MPI_SCAN;
	call.count = 1ll << 40;
	assert_int_equal(sumac_mpi_run(&call), MPI_SUCCESS);
	expect_sumac_call("scan", src, dst, 1ll << 40);
	assert_int_equal(fake_mpi.n_reductions, 0);
}

/* It gets nothing, so where is its own affair. */
static void test_an_exscan_s_first_rank_may_give_any_place_for_its_result(void **state)
{
	MPI_Comm comm = fake_mpi_comm_of(0, 2, (const int[]){ 1, 2 });

	(void)state;
	assert_int_equal(MPI_Exscan(src, MPI_IN_PLACE, 4, MPI_INT, MPI_MAX, comm), MPI_SUCCESS);
	assert_int_equal(MPI_Exscan(src, NULL, 4, MPI_INT, MPI_MAX, comm), MPI_SUCCESS);
	assert_int_equal(fake_core.n_calls, 2);
	assert_int_equal(fake_mpi.n_reductions, 0);
	fake_mpi_comm_free(comm);
}

static void test_a_barrier_is_the_core_s_where_there_is_a_team(void **state)
{
	MPI_Comm inter = fake_mpi_comm_of(0, 2, (const int[]){ 1, 2 });

	(void)state;
	assert_int_equal(MPI_Barrier(MPI_COMM_WORLD), MPI_SUCCESS);
	assert_true(fake_core.n_barriers == 1 && fake_core.met == &fake_core.world && !fake_mpi.n_barriers);
	/* The host's, even where a NIC is required; but no reduction that was left. */
	fake_core_settings("require=nic");
	fake_mpi_comm(inter)->is_inter = true;
	fake_core.left = SUMAC_LEFT_REDUCTION;
	assert_int_equal(MPI_Barrier(inter), MPI_SUCCESS);
	assert_int_equal(MPI_Barrier(MPI_COMM_NULL), MPI_SUCCESS);
	assert_true(fake_core.n_barriers == 1 && fake_mpi.n_barriers == 2 && fake_core.n_left == 1);
	assert_int_equal(fake_core.left, SUMAC_LEFT_OTHER);
	fake_core_settings("");
	fake_core.status = -SUMAC_EPEER;
	assert_int_not_equal(MPI_Barrier(MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_raised, 1);
	fake_mpi_comm_free(inter);
}

/* The others do not learn of it, so this rank takes no part, not even in the making of a team. */
static void test_one_buffer_twice_is_the_host_s_error_at_once(void **state)
{
	MPI_Comm pair = fake_mpi_comm_of(0, 2, (const int[]){ RANK, 2 });
	MPI_Request request;

	(void)state;
	fake_mpi.minds_alias = "MPI_Reduce MPI_Ireduce MPI_Scan";
	sumac_mpi_alias_open();
	fake_mpi.n_reductions = fake_mpi.n_gathers = fake_core.n_left = 0;
	assert_int_equal(MPI_Reduce(dst, dst, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD), MPI_ERR_BUFFER);
	expect_error(dst, dst, 4, RANK);
	assert_int_equal(MPI_Ireduce(dst, dst, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD, &request), MPI_ERR_BUFFER);
	expect_error(dst, dst, 4, RANK);
	assert_int_equal(MPI_Scan(dst, dst, 4, MPI_INT, MPI_MAX, pair), MPI_ERR_BUFFER);
	expect_error(dst, dst, 4, -1);
	assert_int_equal(MPI_Reduce(NULL, dst, 4, MPI_INT, MPI_MAX, 1, pair), MPI_ERR_BUFFER);
	assert_true(!fake_mpi.n_gathers && !fake_core.n_calls);
	/* The host has no objection to these. */
	assert_int_equal(MPI_Reduce(dst, dst, 4, MPI_INT, MPI_MAX, !RANK, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(dst, dst, 4, !RANK);
	assert_int_equal(MPI_Allreduce(dst, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(dst, dst, 4, -1);
	assert_int_equal(MPI_Iscan(dst, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request), MPI_SUCCESS);
	fake_mpi_comm_free(pair);
}

static void test_what_is_not_goes_to_the_host_as_it_came(void **state)
{
	MPI_Comm inter = fake_mpi_comm_of(0, 2, (const int[]){ 1, 2 });
	char own;

	(void)state;
	fake_mpi_comm(inter)->is_inter = true;
	MPI_Allreduce(src, dst, 4, MPI_INT, (MPI_Op)(void *)&own, MPI_COMM_WORLD);
	expect_host(src, dst, 4, -1);
	assert_ptr_equal(fake_mpi.reduction.op, &own);
	MPI_Reduce(src, dst, 4, MPI_PACKED, MPI_MAX, 2, MPI_COMM_WORLD);
	expect_host(src, dst, 4, 2);
	assert_ptr_equal(fake_mpi.reduction.datatype, MPI_PACKED);
	MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, inter);
	expect_host(src, dst, 4, -1);
	assert_ptr_equal(fake_mpi.reduction.comm, inter);
	fake_mpi.failing = MPI_ERR_OTHER;
	assert_int_equal(MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, inter), MPI_ERR_OTHER);
	fake_mpi.failing = 0;
	fake_mpi_comm_free(inter);
}

/* The host MPI finds the error, and reports it in its own words. */
static void test_what_is_wrong_goes_to_the_host(void **state)
{
	(void)state;
	fake_mpi.n_reductions = 0;
	MPI_Allreduce(src, dst, 0, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_host(src, dst, 0, -1);
	MPI_Allreduce(src, dst, -1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_error(src, dst, -1, -1);
	MPI_Allreduce(src, MPI_IN_PLACE, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_error(src, MPI_IN_PLACE, 4, -1);
	MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_NULL);
	expect_error(src, dst, 4, -1);
	MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, SIZE, MPI_COMM_WORLD);
	expect_error(src, dst, 4, SIZE);
	MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, -2, MPI_COMM_WORLD);
	expect_error(src, dst, 4, -2);
	MPI_Reduce(MPI_IN_PLACE, dst, 4, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
	expect_error(MPI_IN_PLACE, dst, 4, 0);
	MPI_Reduce(src, MPI_IN_PLACE, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD);
	expect_error(src, MPI_IN_PLACE, 4, RANK);
}

/* A request whose error the program already knows does not report it twice. */
static void test_no_communicator_is_heard_of_once(void **state)
{
	(void)state;
	fake_mpi.n_reductions = 0;
	MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, (MPI_Comm)0);
	expect_error(src, dst, 4, -1);
	fake_mpi.attribute_code = MPI_ERR_COMM;
	assert_int_equal(MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, fake_mpi_comm_of(1, 1, (const int[]){ RANK })), MPI_ERR_COMM);
	assert_int_equal(fake_mpi.n_reductions + fake_mpi.n_raised, 0);
	fake_mpi.attribute_code = MPI_SUCCESS;
}

/* Only what a rank has to give. */
static void test_who_gives_no_buffer_is_told_by_mpi_s_class(void **state)
{
	const int own[SIZE] = { [RANK] = 1 }, none[SIZE] = { [!RANK] = 1 };
	MPI_Request request;
	const int codes[] = {
		MPI_Allreduce(NULL, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD),
		MPI_Allreduce(MPI_IN_PLACE, NULL, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD),
		MPI_Reduce(src, NULL, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD),
		MPI_Reduce(NULL, dst, 4, MPI_INT, MPI_MAX, !RANK, MPI_COMM_WORLD),
		MPI_Exscan(src, NULL, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD),
		MPI_Reduce_scatter(src, NULL, own, MPI_INT, MPI_MAX, MPI_COMM_WORLD),
		MPI_Reduce_scatter(MPI_IN_PLACE, NULL, none, MPI_INT, MPI_MAX, MPI_COMM_WORLD),
		MPI_Iallreduce(NULL, NULL, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request),
	};
	const int n = sizeof(codes) / sizeof(codes[0]), n_calls = fake_core.n_calls;

	(void)state;
	for (int i = 0; i < n; i++)
		assert_int_equal(codes[i], MPI_ERR_BUFFER);
	assert_int_equal(fake_mpi.n_raised, n);
	assert_int_equal(MPI_Reduce(src, NULL, 4, MPI_INT, MPI_MAX, !RANK, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_equal(MPI_Reduce_scatter(src, NULL, none, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_equal(fake_core.n_calls, n_calls + 2);
}

static void test_wrong_counts_go_to_the_host(void **state)
{
	const int none[SIZE] = { 0 }, negative[SIZE] = { 2, 3, -1 }, right[SIZE] = { 1, 0, 2 };
	const int *const lists[] = { none, negative, NULL };

	(void)state;
	for (int i = 0; i < 3; i++) {
		MPI_Reduce_scatter(src, dst, lists[i], MPI_INT, MPI_MAX, MPI_COMM_WORLD);
		expect_host(src, dst, 0, -1);
		assert_ptr_equal(fake_mpi.reduction.counts, lists[i]);
	}
	MPI_Reduce_scatter(src, MPI_IN_PLACE, right, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_error(src, MPI_IN_PLACE, 0, -1);
	MPI_Reduce_scatter(src, dst, right, MPI_INT, MPI_MAX, MPI_COMM_NULL);
	expect_error(src, dst, 0, -1);
	MPI_Reduce_scatter_block(src, dst, -1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_error(src, dst, -1, -1);
	MPI_Scan(src, MPI_IN_PLACE, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_error(src, MPI_IN_PLACE, 4, -1);
	MPI_Exscan(src, MPI_IN_PLACE, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_error(src, MPI_IN_PLACE, 4, -1);
}

/* Each by the host's function of the same name. */
static void test_each_call_is_the_host_s_of_its_name(void **state)
{
	const int counts[SIZE] = { 1, 0, 3 };

	(void)state;
	MPI_Reduce_scatter(src, dst, counts, MPI_PACKED, MPI_MAX, MPI_COMM_WORLD);
	assert_string_equal(fake_mpi.reduction.name, "MPI_Reduce_scatter");
	expect_host(src, dst, 0, -1);
	MPI_Reduce_scatter_block(src, dst, 2, MPI_LONG_INT, MPI_MAX, MPI_COMM_WORLD);
	assert_int_equal(fake_core.left_bytes, 2 * SIZE * 12);
	assert_string_equal(fake_mpi.reduction.name, "MPI_Reduce_scatter_block");
	expect_host(src, dst, 2, -1);
	MPI_Scan(src, dst, 2, MPI_PACKED, MPI_MAX, MPI_COMM_WORLD);
	assert_string_equal(fake_mpi.reduction.name, "MPI_Scan");
	expect_host(src, dst, 2, -1);
	MPI_Exscan(src, dst, 2, MPI_PACKED, MPI_MAX, MPI_COMM_WORLD);
	assert_string_equal(fake_mpi.reduction.name, "MPI_Exscan");
	assert_string_equal(fake_core.left_why, "MPI_Exscan: the datatype is the program's own, or is not one of Sumac's");
	expect_host(src, dst, 2, -1);
	assert_int_equal(fake_core.left, SUMAC_LEFT_REDUCTION);
}

static void test_before_and_after_all_is_the_host_s(void **state)
{
	(void)state;
	MPI_Finalize();
	MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_error(src, dst, 4, -1);
	begin(NULL);
}

static void test_the_core_s_error_goes_to_the_handler(void **state)
{
	(void)state;
	fake_core.status = -SUMAC_EPEER;
	assert_int_not_equal(MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_not_equal(MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_raised, 2);
	assert_ptr_equal(fake_mpi.raised_on, MPI_COMM_WORLD);
	assert_int_equal(fake_mpi.n_reductions, 0); /* it is not computed a second time */
}

static void test_who_requires_the_nic_gets_no_host(void **state)
{
	(void)state;
	fake_core_settings("require=nic");
	assert_int_not_equal(MPI_Allreduce(src, dst, 4, MPI_PACKED, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_reductions, 0);
	assert_int_equal(fake_mpi.n_raised, 1);
	assert_non_null(strstr(sumac_last_error(), "MPI_Allreduce: the setting require is nic"));
	assert_non_null(strstr(fake_core.left_why, "MPI_Allreduce: refused, as the setting require is nic: the datatype is"));
	assert_int_equal(fake_core.left, SUMAC_LEFT_UNDONE);
	fake_core_settings("");
}

static void test_the_host_makes_no_plain_sum_where_another_is_promised(void **state)
{
	MPI_Comm inter = fake_mpi_comm_of(0, 2, (const int[]){ 1, 2 });

	(void)state;
	fake_core_settings("sums=exact");
	fake_mpi_comm(inter)->is_inter = true;
	assert_int_not_equal(MPI_Allreduce(src, dst, 2, MPI_DOUBLE, MPI_SUM, inter), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_reductions, 0);
	assert_non_null(strstr(fake_core.left_why, "the setting sums is exact and the host MPI's sums are plain: it is an inter"));
	assert_int_equal(fake_core.left, SUMAC_LEFT_UNDONE);
	assert_int_equal(MPI_Allreduce(src, dst, 2, MPI_DOUBLE, MPI_MAX, inter), MPI_SUCCESS);
	assert_int_equal(MPI_Allreduce(src, dst, 2, MPI_INT, MPI_SUM, inter), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_reductions, 2);
	fake_core_settings("");
	fake_mpi_comm_free(inter);
}

/* Nothing is asked of the host with it, but the call itself. */
static void test_a_wrong_datatype_is_heard_of_once(void **state)
{
	char none, own;
	MPI_Op ops[] = { MPI_MAX, (MPI_Op)(void *)&own };

	(void)state;
	fake_mpi.wrong_type = (MPI_Datatype)(void *)&none;
	for (int i = 0; i < 4; i++) {
		fake_core_settings(i < 2 ? "" : "require=nic"); /* what is wrong is the host's to say there, too */
		MPI_Allreduce(src, dst, 4, fake_mpi.wrong_type, ops[i % 2], MPI_COMM_WORLD);
		expect_error(src, dst, 4, -1);
		MPI_Allreduce(src, dst, 4, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD);
		expect_error(src, dst, 4, -1);
	}
	assert_int_equal(fake_mpi.n_raised, 0);
	fake_core_settings("");
	fake_mpi.wrong_type = NULL;
}

#define CALL_TEST(name) cmocka_unit_test_setup_teardown(name, begin, mpi_job_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CALL_TEST(test_what_is_sumac_s_reaches_the_core),
		CALL_TEST(test_each_call_is_the_core_s_of_its_name),
		CALL_TEST(test_large_counts_reach_the_core_or_the_host),
		CALL_TEST(test_an_exscan_s_first_rank_may_give_any_place_for_its_result),
		CALL_TEST(test_a_barrier_is_the_core_s_where_there_is_a_team),
		CALL_TEST(test_one_buffer_twice_is_the_host_s_error_at_once),
		CALL_TEST(test_what_is_not_goes_to_the_host_as_it_came),
		CALL_TEST(test_what_is_wrong_goes_to_the_host),
		CALL_TEST(test_no_communicator_is_heard_of_once),
		CALL_TEST(test_who_gives_no_buffer_is_told_by_mpi_s_class),
		CALL_TEST(test_wrong_counts_go_to_the_host),
		CALL_TEST(test_each_call_is_the_host_s_of_its_name),
		CALL_TEST(test_before_and_after_all_is_the_host_s),
		CALL_TEST(test_the_core_s_error_goes_to_the_handler),
		CALL_TEST(test_who_requires_the_nic_gets_no_host),
		CALL_TEST(test_the_host_makes_no_plain_sum_where_another_is_promised),
		CALL_TEST(test_a_wrong_datatype_is_heard_of_once),
	};

	return cmocka_run_group_tests_name("mpi_calls", tests, NULL, NULL);
}
