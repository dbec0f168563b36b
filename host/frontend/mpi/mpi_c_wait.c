/*
 * Tests, waits and frees in C, taken only so that Sumac's requests are completed: the program gets the host MPI's
 * answer. While the program has no request of Sumac's, the host does them.
 */
#include <mpi.h>
#include <stdlib.h>

#include "frontend/mpi/mpi_answer.h"
#include "frontend/mpi/mpi_next.h"
#include "frontend/mpi/mpi_request.h"
#include "frontend/mpi/mpi_wait.h"

static MPI_Status *list_of(MPI_Status statuses[])
{
	return statuses == MPI_STATUSES_IGNORE ? NULL : statuses;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	int code, *codes;

	if (!sumac_mpi_has_requests() || !request)
		return sumac_mpi_next.Test(request, flag, status);
	sumac_mpi_requests_look(1, request);
	codes = sumac_mpi_requests_codes(1, request);
	code = sumac_mpi_next.Test(request, flag, status);
	return sumac_mpi_answer_one(code, codes, 0, *flag);
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	int code, *codes;

	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Testall(count, requests, flag, statuses);
	sumac_mpi_requests_look(count, requests);
	codes = sumac_mpi_requests_codes(count, requests);
	code = sumac_mpi_next.Testall(count, requests, flag, statuses);
	return sumac_mpi_answer_list(code, codes, *flag ? count : 0, NULL, 0, list_of(statuses));
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	int code, *codes;

	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Testany(count, requests, index, flag, status);
	sumac_mpi_requests_look(count, requests);
	codes = sumac_mpi_requests_codes(count, requests);
	code = sumac_mpi_next.Testany(count, requests, index, flag, status);
	return sumac_mpi_answer_one(code, codes, *index, *flag);
}

int MPI_Testsome(int count, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[])
{
	int code, *codes;

	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Testsome(count, requests, n_done, indices, statuses);
	sumac_mpi_requests_look(count, requests);
	codes = sumac_mpi_requests_codes(count, requests);
	code = sumac_mpi_next.Testsome(count, requests, n_done, indices, statuses);
	return sumac_mpi_answer_list(code, codes, *n_done, indices, 0, list_of(statuses));
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	int code, *codes;

	if (!sumac_mpi_has_requests())
		return sumac_mpi_next.Request_get_status(request, flag, status);
	sumac_mpi_requests_look(1, &request);
	codes = sumac_mpi_requests_codes(1, &request);
	code = sumac_mpi_next.Request_get_status(request, flag, status);
	return sumac_mpi_answer_one(code, codes, 0, *flag);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
	int *codes;

	if (!sumac_mpi_has_requests() || !request)
		return sumac_mpi_next.Wait(request, status);
	sumac_mpi_requests_finish(1, request);
	codes = sumac_mpi_requests_codes(1, request);
	return sumac_mpi_answer_one(sumac_mpi_next.Wait(request, status), codes, 0, true);
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
	int code, *codes;

	if (!sumac_mpi_has_requests() || !requests)
		return sumac_mpi_next.Waitall(count, requests, statuses);
	sumac_mpi_requests_finish(count, requests);
	codes = sumac_mpi_requests_codes(count, requests);
	code = sumac_mpi_next.Waitall(count, requests, statuses);
	return sumac_mpi_answer_list(code, codes, count, NULL, 0, list_of(statuses));
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
	struct sumac_mpi_pause pause = { 0 };
	int code, is_done = 0, *codes;

	if (!sumac_mpi_has_requests() || !requests || !sumac_mpi_requests_are_ours(count, requests))
		return sumac_mpi_next.Waitany(count, requests, index, status);
	for (;;) {
		sumac_mpi_requests_look(count, requests);
		codes = sumac_mpi_requests_codes(count, requests);
		code = sumac_mpi_host.Testany(count, requests, index, &is_done, status);
		if (code != MPI_SUCCESS || is_done)
			return sumac_mpi_answer_one(code, codes, *index, true);
		free(codes);
		sumac_mpi_pause(&pause);
	}
}

int MPI_Waitsome(int count, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[])
{
	struct sumac_mpi_pause pause = { 0 };
	int code, *codes;

	if (!sumac_mpi_has_requests() || !requests || !sumac_mpi_requests_are_ours(count, requests))
		return sumac_mpi_next.Waitsome(count, requests, n_done, indices, statuses);
	for (;;) {
		sumac_mpi_requests_look(count, requests);
		codes = sumac_mpi_requests_codes(count, requests);
		code = sumac_mpi_host.Testsome(count, requests, n_done, indices, statuses);
		if (code != MPI_SUCCESS || *n_done)
			return sumac_mpi_answer_list(code, codes, *n_done, indices, 0, list_of(statuses));
		free(codes);
		sumac_mpi_pause(&pause);
	}
}

int MPI_Request_free(MPI_Request *request)
{
	if (sumac_mpi_has_requests() && request)
		sumac_mpi_request_abandon(*request);
	return sumac_mpi_next.Request_free(request);
}
