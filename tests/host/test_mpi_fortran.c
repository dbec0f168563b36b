/*
 * The entry points in Fortran: their arguments reach the core as they are meant, by every spelling of their names, and IERROR
 * may be absent. And the objects that are MPI_IN_PLACE and MPI_BOTTOM.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_fortran.h"
#include "frontend/mpi/mpi_fortran_buffer.h"
#include "mpi_job.h"

enum { RANK = 1, SIZE = 3, WORLD = 40, INTEGER = 41, GREATEST = 42, REQUEST = 43 };

/* As of a program in Fortran: one of each, in two spellings. */
char mpi_fortran_in_place_, MPI_FORTRAN_BOTTOM;

static const MPI_Fint world = WORLD, integer = INTEGER, greatest = GREATEST;
static int src[6], dst[6];

MPI_Comm PMPI_Comm_f2c(MPI_Fint comm)
{
	assert_int_equal(comm, WORLD);
	return MPI_COMM_WORLD;
}

MPI_Datatype PMPI_Type_f2c(MPI_Fint datatype)
{
	assert_int_equal(datatype, INTEGER);
	return MPI_INT;
}

MPI_Op PMPI_Op_f2c(MPI_Fint op)
{
	assert_int_equal(op, GREATEST);
	return MPI_MAX;
}

MPI_Fint PMPI_Request_c2f(MPI_Request request)
{
	assert_ptr_equal(request, &fake_requests[n_fake_requests - 1]);
	return REQUEST;
}

typedef void counted(const void *, void *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *, MPI_Fint *);
typedef void rooted(const void *, void *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *,
		    const MPI_Fint *, MPI_Fint *);
typedef void started(const void *, void *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *, MPI_Fint *,
		     MPI_Fint *);
counted mpi_allreduce_, mpi_allreduce, mpi_allreduce__, MPI_ALLREDUCE, mpi_allreduce_f08_;
counted mpi_reduce_scatter_, mpi_reduce_scatter_block_, mpi_scan_, mpi_exscan_;
rooted mpi_reduce_;
started mpi_iallreduce_, mpi_ireduce_scatter_, mpi_ireduce_scatter_block_, mpi_iscan_, mpi_iexscan_;
void mpi_ireduce_(const void *, void *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *,
		  const MPI_Fint *, MPI_Fint *, MPI_Fint *);
void mpi_barrier_(const MPI_Fint *, MPI_Fint *);
void mpi_ibarrier_(const MPI_Fint *, MPI_Fint *, MPI_Fint *);

static int begin(void **state)
{
	(void)state;
	mpi_job_begin(RANK, SIZE);
	return 0;
}

static void expect(const char *name, size_t count, int root)
{
	const struct fake_core_call *call = &fake_core.call;

	assert_string_equal(call->name, name);
	assert_true(call->op == SUMAC_OP_MAX && call->type == SUMAC_TYPE_I32 && call->team == &fake_core.world);
	assert_true(call->src == src && call->dst == dst && call->count == count && call->root == root);
}

static void test_each_is_the_core_s_of_its_name(void **state)
{
	static const struct { counted *block; started *start; const char *name; size_t count; } rows[] = {
		{ mpi_allreduce_, mpi_iallreduce_, "iallreduce", 2 },
		{ mpi_scan_, mpi_iscan_, "iscan", 2 },
		{ mpi_exscan_, mpi_iexscan_, "iexscan", 2 },
		{ mpi_reduce_scatter_block_, mpi_ireduce_scatter_block_, "ireduce_scatter_block", 2 },
		{ mpi_reduce_scatter_, mpi_ireduce_scatter_, "ireduce_scatter", 0 },
	};
	const MPI_Fint counts[SIZE] = { 2, 0, 1 }, root = 2;
	MPI_Fint code, request;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		code = request = -1;
		rows[i].block(src, dst, counts, &integer, &greatest, &world, &code);
		expect(rows[i].name + 1, rows[i].count, -1);
		assert_int_equal(code, MPI_SUCCESS);
		rows[i].start(src, dst, counts, &integer, &greatest, &world, &request, &code);
		expect(rows[i].name, rows[i].count, -1);
		assert_true(code == MPI_SUCCESS && request == REQUEST);
	}
	for (int rank = 0; rank < SIZE; rank++)
		assert_int_equal(fake_core.call.counts[rank], counts[rank]);
	mpi_reduce_(src, dst, counts, &integer, &greatest, &root, &world, NULL);
	expect("reduce", 2, 2);
	mpi_ireduce_(src, dst, counts, &integer, &greatest, &root, &world, &request, NULL);
	expect("ireduce", 2, 2);
	mpi_barrier_(&world, NULL);
	mpi_ibarrier_(&world, &request, NULL);
	assert_int_equal(fake_core.n_barriers, 2);
	assert_int_equal(fake_mpi.n_reductions, 0);
}

static void test_every_spelling_is_the_same(void **state)
{
	counted *const names[] = { mpi_allreduce, mpi_allreduce__, MPI_ALLREDUCE, mpi_allreduce_f08_ };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_ptr_equal(names[i], mpi_allreduce_);
}

static void test_an_error_is_the_code_and_no_request(void **state)
{
	MPI_Fint count = 1, request = 7, code = MPI_SUCCESS;

	(void)state;
	fake_core.status = -SUMAC_EFAILED;
	mpi_iallreduce_(src, dst, &count, &integer, &greatest, &world, &request, &code);
	assert_true(code == fake_mpi.raised && code != MPI_SUCCESS && request == 7);
}

static void test_objects_are_known_by_their_addresses(void **state)
{
	MPI_Fint count = 2;

	(void)state;
	assert_ptr_equal(sumac_mpi_fortran_buffer(&mpi_fortran_in_place_), MPI_IN_PLACE);
	assert_ptr_equal(sumac_mpi_fortran_buffer(&MPI_FORTRAN_BOTTOM), MPI_BOTTOM);
	assert_ptr_equal(sumac_mpi_fortran_buffer(src), src);
	assert_null(sumac_mpi_fortran_buffer(NULL)); /* nor is it an object that is not there */
	mpi_allreduce_(&mpi_fortran_in_place_, dst, &count, &integer, &greatest, &world, NULL);
	assert_true(fake_core.call.src == dst && fake_core.call.dst == dst);
}

#define FORTRAN_TEST(name) cmocka_unit_test_setup_teardown(name, begin, mpi_job_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FORTRAN_TEST(test_each_is_the_core_s_of_its_name),
		FORTRAN_TEST(test_every_spelling_is_the_same),
		FORTRAN_TEST(test_an_error_is_the_code_and_no_request),
		FORTRAN_TEST(test_objects_are_known_by_their_addresses),
	};

	return cmocka_run_group_tests_name("mpi_fortran", tests, NULL, NULL);
}
