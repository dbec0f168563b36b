/*
 * Tests, waits and frees in C, taken only so that Sumac's requests are completed: what the program is told is the host MPI's
 * answer. While the program has no request of Sumac's, they are the host's.
 */
#include <mpi.h>

#include "frontend/mpi/mpi_next.h"
#include "frontend/mpi/mpi_request.h"
#include "frontend/mpi/mpi_wait.h"

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	if (!sumac_mpi_has_requests() || !request)
		return sumac_mpi_next.Test(request, flag, status);
	sumac_mpi_requests_look(1, request);
	return sumac_mpi_requests_answer(sumac_mpi_next.Test(request, flag, status), false);
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Testall(count, requests, flag, statuses);
	sumac_mpi_requests_look(count, requests);
	return sumac_mpi_requests_answer(sumac_mpi_next.Testall(count, requests, flag, statuses), true);
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Testany(count, requests, index, flag, status);
	sumac_mpi_requests_look(count, requests);
	return sumac_mpi_requests_answer(sumac_mpi_next.Testany(count, requests, index, flag, status), false);
}

int MPI_Testsome(int count, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[])
{
	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Testsome(count, requests, n_done, indices, statuses);
	sumac_mpi_requests_look(count, requests);
	return sumac_mpi_requests_answer(sumac_mpi_next.Testsome(count, requests, n_done, indices, statuses), true);
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	if (!sumac_mpi_has_requests())
		return sumac_mpi_next.Request_get_status(request, flag, status);
	sumac_mpi_requests_look(1, &request);
	return sumac_mpi_requests_answer(sumac_mpi_next.Request_get_status(request, flag, status), false);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
	if (!sumac_mpi_has_requests() || !request)
		return sumac_mpi_next.Wait(request, status);
	sumac_mpi_requests_finish(1, request);
	return sumac_mpi_requests_answer(sumac_mpi_next.Wait(request, status), false);
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Waitall(count, requests, statuses);
	sumac_mpi_requests_finish(count, requests);
	return sumac_mpi_requests_answer(sumac_mpi_next.Waitall(count, requests, statuses), true);
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
	struct sumac_mpi_pause pause = { 0 };
	int code, is_done = 0;

	if (!sumac_mpi_has_requests() || !requests || !sumac_mpi_requests_are_ours(count, requests))
		return sumac_mpi_next.Waitany(count, requests, index, status);
	for (;;) {
		sumac_mpi_requests_look(count, requests);
		code = PMPI_Testany(count, requests, index, &is_done, status);
		if (code != MPI_SUCCESS || is_done)
			return sumac_mpi_requests_answer(code, false);
		sumac_mpi_pause(&pause);
	}
}

int MPI_Waitsome(int count, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[])
{
	struct sumac_mpi_pause pause = { 0 };
	int code;

	if (!sumac_mpi_has_requests() || !requests || !sumac_mpi_requests_are_ours(count, requests))
		return sumac_mpi_next.Waitsome(count, requests, n_done, indices, statuses);
	for (;;) {
		sumac_mpi_requests_look(count, requests);
		code = PMPI_Testsome(count, requests, n_done, indices, statuses);
		if (code != MPI_SUCCESS || *n_done)
			return sumac_mpi_requests_answer(code, true);
		sumac_mpi_pause(&pause);
	}
}

int MPI_Request_free(MPI_Request *request)
{
	if (sumac_mpi_has_requests() && request)
		sumac_mpi_request_abandon(*request);
	return sumac_mpi_next.Request_free(request);
}
