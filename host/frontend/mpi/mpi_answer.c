/*
 * The host MPI knows nothing of failures, so we set statuses and return values after its answer.
 */
#include "frontend/mpi/mpi_answer.h"

#include <stdlib.h>

int sumac_mpi_answer_one(int code_of_host, int *codes, int index, bool is_done)
{
	int code = code_of_host;

	if (codes && code == MPI_SUCCESS && is_done && index >= 0)
		code = codes[index];
	free(codes);
	return code;
}

int sumac_mpi_answer_list(int code_of_host, int *codes, int n_done, const int *list, int base, MPI_Status *statuses)
{
	bool has_failed = false;

	if (!codes)
		return code_of_host;
	for (int i = 0; i < n_done; i++)
		has_failed |= codes[list ? list[i] - base : i] != MPI_SUCCESS;
	for (int i = 0; i < n_done && has_failed && statuses; i++) {
		int code = codes[list ? list[i] - base : i];

		if (code != MPI_SUCCESS || code_of_host == MPI_SUCCESS)
			statuses[i].MPI_ERROR = code;
	}
	free(codes);
	return has_failed && code_of_host == MPI_SUCCESS ? MPI_ERR_IN_STATUS : code_of_host;
}
