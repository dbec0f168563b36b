/*
 * Local reductions: predefined ones are computed here, and of the host MPI no more is asked than it has to do. It is played
 * by the test, which has one datatype of its own, with a gap, and one operation of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mpi_job.h"
#include "sumac.h"
#include "sumac_mpi.h"

enum { APART = 3, MANY = 5000 };

static char own_op, own_type;
#define OWN_OP ((MPI_Op)(void *)&own_op)
#define GAPPED ((MPI_Datatype)(void *)&own_type)

static int n_host, most_elems, host_code;

/* left - 2 right, of ints that lie APART, or side by side. */
int PMPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype datatype, MPI_Op op)
{
	const int *left = in, apart = datatype == GAPPED ? APART : 1;
	int *right = inout;

	n_host++;
	most_elems = count > most_elems ? count : most_elems;
	for (int i = 0; op == OWN_OP && i < count * apart; i += apart)
		right[i] = left[i] - 2 * right[i];
	return host_code;
}

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size_out)
{
	(void)datatype;
	*size_out = sizeof(int);
	return MPI_SUCCESS;
}

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lower_out, MPI_Count *extent_out)
{
	*lower_out = 0;
	*extent_out = (MPI_Count)sizeof(int) * (datatype == GAPPED ? APART : 1);
	return MPI_SUCCESS;
}

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *lower_out, MPI_Count *extent_out)
{
	*lower_out = 0;
	return PMPI_Type_size_x(datatype, extent_out);
}

int PMPI_Pack(const void *in, int count, MPI_Datatype datatype, void *out, int cap_bytes, int *at_io, MPI_Comm comm)
{
	(void)comm;
	assert_true(datatype == GAPPED || !count); /* or the datatype alone is asked for */
	assert_true(cap_bytes >= count * (int)sizeof(int));
	for (int i = 0; i < count; i++, *at_io += (int)sizeof(int))
		memcpy((char *)out + *at_io, (const int *)in + i * APART, sizeof(int));
	return MPI_SUCCESS;
}

int PMPI_Unpack(const void *in, int cap_bytes, int *at_io, void *out, int count, MPI_Datatype datatype, MPI_Comm comm)
{
	(void)comm, (void)cap_bytes;
	assert_ptr_equal(datatype, GAPPED);
	for (int i = 0; i < count; i++, *at_io += (int)sizeof(int))
		memcpy((int *)out + i * APART, (const char *)in + *at_io, sizeof(int));
	return MPI_SUCCESS;
}

static int begin(void **state)
{
	(void)state;
	mpi_job_begin(0, 1);
	n_host = most_elems = host_code = 0;
	fake_mpi.n_raised = 0;
	return 0;
}

static void test_predefined_operations_are_computed_here(void **state)
{
	uint32_t x[2] = { 1, 0xF0000000 }, y[2] = { 0x80000000, 2 }, a[2] = { 5, 6 };

	(void)state;
	assert_int_equal(MPI_Reduce_locals(x, y, a, 2, MPI_UINT32_T, MPI_MAX), MPI_SUCCESS);
	assert_true(a[0] == 0x80000000 && a[1] == 0xF0000000);
	assert_int_equal(MPIX_Reduce_locals_c(MPI_IN_PLACE, MPI_IN_PLACE, a, 2, MPI_UINT32_T, MPI_BXOR), MPI_SUCCESS);
	assert_true(!a[0] && !a[1]);
	assert_int_equal(MPI_Reduce_local(x, a, 2, MPI_UINT32_T, MPI_SUM), MPI_SUCCESS);
	assert_true(a[0] == 1 && a[1] == 0xF0000000);
	assert_true(!n_host && !fake_mpi.n_raised && !fake_core.n_left);
}

static void expect_blocks(MPI_Datatype datatype, int apart, const void *in, const void *arg, int *a, const int *left,
			  const int *right)
{
	n_host = most_elems = 0;
	for (int i = 0; i < MANY; i++)
		a[i] = 3 * i;
	assert_int_equal(MPI_Reduce_locals(in, arg, a, MANY / apart, datatype, OWN_OP), MPI_SUCCESS);
	for (int i = 0; i < MANY / apart * apart; i++) {
		int l = left ? left[i] : 3 * i, r = right ? right[i] : 3 * i;

		assert_int_equal(a[i], i % apart ? 3 * i : l - 2 * r);
	}
}

static void test_the_program_s_operations_go_to_the_host_by_blocks_in_order(void **state)
{
	static int x[MANY], y[MANY], a[MANY];

	(void)state;
	for (int i = 0; i < MANY; i++) {
		x[i] = i;
		y[i] = 7 * i;
	}
	for (int gaps = 0; gaps < 2; gaps++) {
		MPI_Datatype datatype = gaps ? GAPPED : MPI_INT;
		int apart = gaps ? APART : 1;

		expect_blocks(datatype, apart, x, y, a, x, y);
		assert_true(n_host > 1 && most_elems * apart * (int)sizeof(int) <= 32768);
		expect_blocks(datatype, apart, MPI_IN_PLACE, y, a, NULL, y);
		assert_true(n_host > 1);
		expect_blocks(datatype, apart, x, MPI_IN_PLACE, a, x, NULL);
		assert_int_equal(n_host, 1);
		expect_blocks(datatype, apart, x, x, a, x, x);
		expect_blocks(datatype, apart, MPI_IN_PLACE, MPI_IN_PLACE, a, NULL, NULL);
	}
	assert_true(fake_core.n_left > 0 && fake_core.left == SUMAC_LEFT_OTHER);
}

static void expect_error(int code, int wanted)
{
	assert_int_equal(code, wanted);
	assert_int_equal(fake_mpi.raised, wanted);
	assert_ptr_equal(fake_mpi.raised_on, MPI_COMM_WORLD);
	assert_int_equal(fake_mpi.n_raised, 1);
	assert_int_equal(n_host, 0);
	fake_mpi.n_raised = 0;
}

static void test_what_is_wrong_is_told_with_the_host_s_classes(void **state)
{
	int x[8] = { 0 }, a[8] = { 0 };

	(void)state;
	expect_error(MPI_Reduce_locals(x, x, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	expect_error(MPI_Reduce_locals(x, x, MPI_IN_PLACE, 1, MPI_INT, OWN_OP), MPI_ERR_BUFFER);
	expect_error(MPI_Reduce_locals(x, x, a, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
	expect_error(MPI_Reduce_local(x, a, -1, MPI_INT, OWN_OP), MPI_ERR_COUNT);
	expect_error(MPI_Reduce_locals(a, x, a, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	expect_error(MPI_Reduce_locals(x, a + 3, a, 4, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	expect_error(MPI_Reduce_locals(x, a + 3, a, 4, MPI_INT, OWN_OP), MPI_ERR_BUFFER);
	expect_error(MPI_Reduce_locals(x, a + APART, a, 2, GAPPED, OWN_OP), MPI_ERR_BUFFER);
	expect_error(MPI_Reduce_locals(x, NULL, a, 4, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	expect_error(MPI_Reduce_locals(x, NULL, a, 4, MPI_INT, OWN_OP), MPI_ERR_BUFFER);
	/* Between another's elements is no overlap. */
	assert_int_equal(MPI_Reduce_locals(x, a + 1, a, 2, GAPPED, OWN_OP), MPI_SUCCESS);
	assert_int_equal(n_host, 1);
}

static void test_no_elements_are_nothing_to_do(void **state)
{
	(void)state;
	assert_int_equal(MPI_Reduce_locals(NULL, NULL, NULL, 0, MPI_INT, MPI_SUM), MPI_SUCCESS);
	assert_int_equal(MPI_Reduce_locals(NULL, NULL, NULL, 0, GAPPED, OWN_OP), MPI_SUCCESS);
	assert_true(!n_host && !fake_mpi.n_raised);
}

/* The host is asked whether an operation goes with a datatype before a byte is copied. */
static void test_the_host_says_what_it_does_not_compute(void **state)
{
	float x[1] = { 1 }, a[1] = { 2 };

	(void)state;
	host_code = MPI_ERR_OP;
	assert_int_equal(MPI_Reduce_locals(x, x, a, 1, MPI_FLOAT, MPI_BAND), MPI_ERR_OP);
	assert_true(n_host == 1 && most_elems == 0 && a[0] == 2);
	assert_int_equal(MPI_Reduce_locals(x, x, a, 0, MPI_DATATYPE_NULL, OWN_OP), MPI_ERR_OP);
	assert_int_equal(n_host, 2);
	host_code = MPI_SUCCESS;
	assert_int_equal(MPI_Reduce_local(x, x, 1, MPI_FLOAT, MPI_SUM), MPI_SUCCESS); /* one buffer twice */
	assert_int_equal(n_host, 3);
}

#define LOCALS_TEST(name) cmocka_unit_test_setup_teardown(name, begin, mpi_job_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LOCALS_TEST(test_predefined_operations_are_computed_here),
		LOCALS_TEST(test_the_program_s_operations_go_to_the_host_by_blocks_in_order),
		LOCALS_TEST(test_what_is_wrong_is_told_with_the_host_s_classes),
		LOCALS_TEST(test_no_elements_are_nothing_to_do),
		LOCALS_TEST(test_the_host_says_what_it_does_not_compute),
	};

	return cmocka_run_group_tests_name("mpi_locals", tests, NULL, NULL);
}
