/*
 * Sumac_Exact_sum: local sums, one MPI_Allreduce of accumulators, rounded results.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/fail.h"
#include "core/exact/exact_fields.h"
#include "frontend/mpi/mpi_call.h"
#include "frontend/mpi/mpi_error.h"
#include "sumac_exact.h"
#include "sumac_mpi.h"

static const char name[] = "Sumac_Exact_sum";

/* Only the host MPI returns a sum that is not valid. */
static int round_all(const struct sumac_exact *sums, double *values_out, MPI_Count n, MPI_Comm comm)
{
	for (MPI_Count f = 0; f < n; f++) {
		if (!sumac_exact_to_double(&sums[f], &values_out[f]))
			continue;
		return sumac_mpi_error_raise_of(NULL, comm, name,
						sumac_fail(SUMAC_EINVAL, "field %lld has no valid sum: a rank's src is NULL, or "
							   "there are more addends than fit", (long long)f));
	}
	return MPI_SUCCESS;
}

int Sumac_Exact_sum(const double *src, double *dst, MPI_Count n_local, MPI_Count n_fields, MPI_Aint stride, MPI_Comm comm)
{
	struct sumac_mpi_call call = { .kind = SUMAC_MPI_ALLREDUCE, .comm = comm, .sendbuf = MPI_IN_PLACE, .count = n_fields };
	struct sumac_exact *sums;
	int code, is_inter = 0;

	PMPI_Comm_test_inter(comm, &is_inter);
	if (is_inter)
		return sumac_mpi_error_raise_code(comm, name, MPI_ERR_COMM, "the communicator is an intercommunicator");
	if (n_local < 0 || n_fields < 0 || n_fields > INT_MAX)
		return sumac_mpi_error_raise_code(comm, name, MPI_ERR_COUNT, "a count is negative, or there are too many fields");
	if (n_fields && src == MPI_IN_PLACE)
		return sumac_mpi_error_raise_code(comm, name, MPI_ERR_BUFFER, "src is MPI_IN_PLACE");
	if (n_fields && !dst)
		return sumac_mpi_error_raise_code(comm, name, MPI_ERR_BUFFER, "dst is NULL");
	sums = malloc(n_fields ? (size_t)n_fields * sizeof(*sums) : 1);
	if (!sums)
		return sumac_mpi_error_raise_code(comm, name, MPI_ERR_NO_MEM, "no memory for the accumulators of the fields");
	/* All ranks meet an error in the collective. */
	sumac_exact_fields_add(sums, src, (size_t)n_local, (size_t)n_fields, stride);
	call.recvbuf = sums;
	call.datatype = SUMAC_EXACT;
	call.op = SUMAC_EXACT_SUM;
	code = sumac_mpi_run(&call);
	if (code == MPI_SUCCESS)
		code = round_all(sums, dst, n_fields, comm);
	free(sums);
	return code;
}
