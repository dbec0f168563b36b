/*
 * Requests of the host MPI that records its calls.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_mpi.h"
#include "frontend/mpi/mpi_next.h"
#include "frontend/mpi/mpi_request.h"

struct fake_request fake_requests[FAKE_MPI_REQUESTS];
int n_fake_requests;

/* There is no tool. */
#define HOST(name) .name = PMPI_##name,
#define INIT_HOST(name) .name##_init = SUMAC_PMPI_INIT(name),
struct sumac_mpi_next sumac_mpi_next = { SUMAC_MPI_NEXT_ROWS(HOST) SUMAC_MPI_NEXT_INIT_ROWS(INIT_HOST) };
struct sumac_mpi_host sumac_mpi_host = { SUMAC_MPI_NEXT_ROWS(HOST) SUMAC_MPI_NEXT_INIT_ROWS(INIT_HOST) };

static struct fake_request *fake_of(MPI_Request request)
{
	for (int i = 0; i < n_fake_requests; i++)
		if (request == (MPI_Request)(void *)&fake_requests[i])
			return &fake_requests[i];
	return NULL;
}

MPI_Request fake_mpi_request(void)
{
	assert_in_range(n_fake_requests, 0, FAKE_MPI_REQUESTS - 1);
	return (MPI_Request)(void *)&fake_requests[n_fake_requests++];
}

int PMPI_Grequest_start(MPI_Grequest_query_function *on_query, MPI_Grequest_free_function *on_free,
			MPI_Grequest_cancel_function *on_cancel, void *ctx, MPI_Request *request)
{
	if (fake_mpi.failing)
		return fake_mpi.failing;
	*request = fake_mpi_request();
	*fake_of(*request) = (struct fake_request){ on_query, on_free, on_cancel, ctx, false, false, false };
	return MPI_SUCCESS;
}

/* From nobody alone: it is done at once. */
int PMPI_Irecv(void *memory, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
	(void)type, (void)tag, (void)comm;
	assert_true(memory && !count && from == MPI_PROC_NULL);
	*request = fake_mpi_request();
	*fake_of(*request) = (struct fake_request){ .is_done = true };
	return MPI_SUCCESS;
}

static void free_if_both(struct fake_request *fake)
{
	if (fake->is_done && fake->is_freed && fake->on_free && !fake->is_told_early)
		fake->on_free(fake->ctx);
}

int PMPI_Grequest_complete(MPI_Request request)
{
	struct fake_request *fake = fake_of(request);

	assert_true(fake && !fake->is_done);
	fake->is_done = true;
	free_if_both(fake);
	return MPI_SUCCESS;
}

static void query(const struct fake_request *fake, MPI_Status *status)
{
	MPI_Status own, *told = status == MPI_STATUS_IGNORE ? &own : status;

	if (!fake->on_query)
		return;
	fake->on_query(fake->ctx, told);
	fake_mpi.n_raised += told->MPI_ERROR != MPI_SUCCESS; /* as Open MPI does, on MPI_COMM_WORLD */
}

static void end(MPI_Request *request, MPI_Status *status)
{
	struct fake_request *fake = fake_of(*request);

	query(fake, status);
	fake->is_freed = true;
	free_if_both(fake);
	*request = MPI_REQUEST_NULL;
}

/* A request that is no fake one is done after n_tests_left tests. */
int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	struct fake_request *fake = fake_of(*request);

	fake_mpi.n_tests++;
	*flag = fake ? fake->is_done : fake_mpi.n_tests_left-- <= 0;
	if (fake && *flag)
		end(request, status);
	return fake_mpi.failing;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
	int is_done;

	PMPI_Test(request, &is_done, status);
	assert_true(is_done);
	return fake_mpi.failing;
}

int PMPI_Testall(int n, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	fake_mpi.n_tests++;
	*flag = 1;
	for (int i = 0; i < n; i++)
		*flag &= requests[i] == MPI_REQUEST_NULL || fake_of(requests[i])->is_done;
	for (int i = 0; i < n && *flag; i++)
		if (requests[i] != MPI_REQUEST_NULL)
			end(&requests[i], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i]);
	return fake_mpi.failing;
}

int PMPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[])
{
	int are_done;

	PMPI_Testall(n, requests, &are_done, statuses);
	assert_true(are_done);
	return fake_mpi.failing;
}

/* One of the host's own gets done when it is asked for that often. */
static void pass_time(void)
{
	fake_mpi.n_tests++;
	for (int i = 0; i < n_fake_requests && fake_mpi.n_tests == fake_mpi.n_tests_left; i++)
		if (!fake_requests[i].on_free)
			fake_requests[i].is_done = true;
}

int PMPI_Waitany(int n, MPI_Request requests[], int *index, MPI_Status *status)
{
	int is_done;

	return PMPI_Testany(n, requests, index, &is_done, status);
}

int PMPI_Waitsome(int n, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[])
{
	return PMPI_Testsome(n, requests, n_done, indices, statuses);
}

int PMPI_Testsome(int n, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[])
{
	int n_active = 0;

	pass_time();
	*n_done = 0;
	for (int i = 0; i < n; i++) {
		n_active += requests[i] != MPI_REQUEST_NULL;
		if (requests[i] == MPI_REQUEST_NULL || !fake_of(requests[i])->is_done)
			continue;
		end(&requests[i], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[*n_done]);
		indices[(*n_done)++] = i;
	}
	if (!n_active)
		*n_done = MPI_UNDEFINED;
	return fake_mpi.failing;
}

int PMPI_Testany(int n, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	int n_active = 0;

	pass_time();
	*index = MPI_UNDEFINED;
	for (int i = 0; i < n && *index == MPI_UNDEFINED; i++) {
		n_active += requests[i] != MPI_REQUEST_NULL;
		if (requests[i] == MPI_REQUEST_NULL || !fake_of(requests[i])->is_done)
			continue;
		end(&requests[i], status);
		*index = i;
	}
	*flag = *index != MPI_UNDEFINED || !n_active;
	return fake_mpi.failing;
}

int PMPI_Request_free(MPI_Request *request)
{
	struct fake_request *fake = fake_of(*request);

	fake->is_freed = true;
	if (fake->is_told_early)
		fake->on_free(fake->ctx);
	else
		free_if_both(fake);
	*request = MPI_REQUEST_NULL;
	return MPI_SUCCESS;
}

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	struct fake_request *fake = fake_of(request);

	*flag = fake->is_done;
	if (*flag)
		query(fake, status);
	return MPI_SUCCESS;
}

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int n)
{
	(void)status;
	assert_true(datatype == MPI_BYTE && n == 0);
	return MPI_SUCCESS;
}

int PMPI_Status_set_cancelled(MPI_Status *status, int is_cancelled)
{
	(void)status;
	assert_false(is_cancelled);
	return MPI_SUCCESS;
}

bool sumac_mpi_requests_reach_us(void)
{
	return !fake_mpi.hides_requests;
}

int PMPI_Initialized(int *flag)
{
	*flag = fake_mpi.is_begun;
	return MPI_SUCCESS;
}

int PMPI_Finalized(int *flag)
{
	*flag = fake_mpi.is_over;
	return MPI_SUCCESS;
}

int PMPI_Comm_get_parent(MPI_Comm *parent)
{
	*parent = fake_mpi.is_spawned ? MPI_COMM_WORLD : MPI_COMM_NULL;
	return MPI_SUCCESS;
}
