/*
 * The persistent forms of reductions go to the host MPI as they came, and into the report; where a NIC is required they are
 * refused. In C and in Fortran.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_fortran.h"
#include "frontend/mpi/mpi_persistent.h"
#include "mpi_job.h"
#include "sumac.h"

enum { RANK = 1, SIZE = 3, WORLD = 40, INTEGER = 41, GREATEST = 42, NO_INFO = 44 };

static int src[4], dst[4], n_made;
static MPI_Info info_given;
static MPI_Request request;

#ifdef SUMAC_MPI_INIT
int SUMAC_PMPI_INIT(Reduce)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
			    MPI_Comm comm, MPI_Info info, MPI_Request *made)
{
	info_given = info;
	n_made++;
	return PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, made);
}

int SUMAC_PMPI_INIT(Reduce_scatter)(const void *sendbuf, void *recvbuf, const int counts[], MPI_Datatype datatype, MPI_Op op,
				    MPI_Comm comm, MPI_Info info, MPI_Request *made)
{
	info_given = info;
	n_made++;
	return PMPI_Ireduce_scatter(sendbuf, recvbuf, counts, datatype, op, comm, made);
}

#define COUNTED(Name, other) \
	int SUMAC_PMPI_INIT(Name)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, \
				  MPI_Info info, MPI_Request *made) \
	{ \
		info_given = info; \
		n_made++; \
		return PMPI_##other(sendbuf, recvbuf, count, datatype, op, comm, made); \
	}
COUNTED(Allreduce, Iallreduce)
COUNTED(Reduce_scatter_block, Ireduce_scatter_block)
COUNTED(Scan, Iscan)
COUNTED(Exscan, Iexscan)

MPI_Comm PMPI_Comm_f2c(MPI_Fint comm)
{
	return comm == WORLD ? MPI_COMM_WORLD : MPI_COMM_NULL;
}

MPI_Datatype PMPI_Type_f2c(MPI_Fint datatype)
{
	return datatype == INTEGER ? MPI_INT : MPI_DATATYPE_NULL;
}

MPI_Op PMPI_Op_f2c(MPI_Fint op)
{
	return op == GREATEST ? MPI_MAX : MPI_OP_NULL;
}

MPI_Info PMPI_Info_f2c(MPI_Fint info)
{
	return info == NO_INFO ? MPI_INFO_NULL : NULL;
}

MPI_Fint PMPI_Request_c2f(MPI_Request made)
{
	return made == (MPI_Request)(void *)&fake_requests[n_fake_requests - 1] ? 7 : 0;
}

static int begin(void **state)
{
	(void)state;
	mpi_job_begin(RANK, SIZE);
	n_made = 0;
	info_given = NULL;
	return 0;
}

static void expect(const char *name, int code, int count, int root)
{
	assert_int_equal(code, MPI_SUCCESS);
	assert_true(n_made == 1 && info_given == MPI_INFO_NULL);
	n_made = 0;
	assert_string_equal(fake_mpi.reduction.name, name);
	assert_true(fake_mpi.reduction.sendbuf == src && fake_mpi.reduction.recvbuf == dst);
	assert_true(fake_mpi.reduction.count == count && fake_mpi.reduction.root == root && fake_mpi.reduction.op == MPI_MAX);
	assert_int_equal(fake_core.left, SUMAC_LEFT_REDUCTION);
	assert_non_null(strstr(fake_core.left_why, "persistent requests"));
	assert_int_equal(fake_core.n_calls, 0);
}

#define ARGUMENTS MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &request

static void test_each_is_the_host_s_of_its_name(void **state)
{
	const int counts[SIZE] = { 1, 2, 1 };

	(void)state;
	expect("MPI_Ireduce", SUMAC_MPI_INIT(Reduce)(src, dst, 4, MPI_INT, MPI_MAX, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &request), 4,
	       2);
	expect("MPI_Iallreduce", SUMAC_MPI_INIT(Allreduce)(src, dst, 4, ARGUMENTS), 4, -1);
	expect("MPI_Ireduce_scatter_block", SUMAC_MPI_INIT(Reduce_scatter_block)(src, dst, 1, ARGUMENTS), 1, -1);
	expect("MPI_Iscan", SUMAC_MPI_INIT(Scan)(src, dst, 3, ARGUMENTS), 3, -1);
	expect("MPI_Iexscan", SUMAC_MPI_INIT(Exscan)(src, dst, 3, ARGUMENTS), 3, -1);
	expect("MPI_Ireduce_scatter", SUMAC_MPI_INIT(Reduce_scatter)(src, dst, counts, ARGUMENTS), 0, -1);
	assert_ptr_equal(fake_mpi.reduction.counts, counts);
}

static void test_a_job_that_requires_the_nic_gets_none(void **state)
{
	(void)state;
	fake_core_settings("require=nic");
	assert_int_not_equal(SUMAC_MPI_INIT(Allreduce)(src, dst, 4, ARGUMENTS), MPI_SUCCESS);
	assert_true(!n_made && fake_mpi.n_raised == 1 && fake_core.left == SUMAC_LEFT_UNDONE);
	assert_int_equal(SUMAC_MPI_INIT(Allreduce)(src, dst, 0, ARGUMENTS), MPI_SUCCESS); /* it is no reduction */
	assert_true(n_made == 1 && fake_mpi.n_raised == 1);
	fake_core_settings("");
}

/* The name in Fortran. */
#ifdef SUMAC_MPI_HAS_PERSISTENT
#define ALLREDUCE_INIT mpi_allreduce_init_
#else
#define ALLREDUCE_INIT mpix_allreduce_init_
#endif
void ALLREDUCE_INIT(const void *, void *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *, const MPI_Fint *,
		    const MPI_Fint *, MPI_Fint *, MPI_Fint *);

static void test_so_it_is_in_fortran(void **state)
{
	const MPI_Fint count = 4, integer = INTEGER, greatest = GREATEST, world = WORLD, none = NO_INFO;
	MPI_Fint made = 0, code = -1;

	(void)state;
	ALLREDUCE_INIT(src, dst, &count, &integer, &greatest, &world, &none, &made, &code);
	expect("MPI_Iallreduce", code, 4, -1);
	assert_int_equal(made, 7);
	fake_core_settings("require=nic");
	made = 0;
	ALLREDUCE_INIT(src, dst, &count, &integer, &greatest, &world, &none, &made, &code);
	assert_true(code != MPI_SUCCESS && !made && !n_made);
	fake_core_settings("");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_each_is_the_host_s_of_its_name, begin, mpi_job_end),
		cmocka_unit_test_setup_teardown(test_a_job_that_requires_the_nic_gets_none, begin, mpi_job_end),
		cmocka_unit_test_setup_teardown(test_so_it_is_in_fortran, begin, mpi_job_end),
	};

	return cmocka_run_group_tests_name("mpi_persistent", tests, NULL, NULL);
}
#else
int main(void)
{
	return 77; /* this MPI has none */
}
#endif
