/*
 * The requests of Sumac's that the program holds, found by the host MPI's handle. A record is in the table from its
 * call on until the host MPI frees the request, which may be before it is done: it is freed when both have happened.
 * A call that is over when it has begun needs none.
 *
 * No lock is held while this calls anything of the host's or of the core's. A thread that works on a record marks it
 * by a flag: others leave it alone, as if it were the host's, and wait there.
 */
#include "frontend/mpi/mpi_request.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/fail.h"
#include "core/frontend.h"
#include "frontend/mpi/mpi_error.h"

enum { N_LISTS = 64 };

struct record {
	struct record *next; /* of its list */
	MPI_Request handle;
	struct sumac_request *begun;
	struct sumac_team *team;
	MPI_Comm comm; /* its error handler is called */
	const char *call;
	int code;
	bool is_held;	  /* a thread works on it */
	bool is_done;	  /* the host has been, or is being, told */
	bool is_released; /* the host has freed it */
	bool is_abandoned; /* the program has freed it */
};

atomic_int sumac_mpi_n_requests;

static struct record *lists[N_LISTS];
static atomic_int n_abandoned;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int n_failed; /* those that the host has not freed */

static struct record **list_of(MPI_Request handle)
{
	uintptr_t bits = (uintptr_t)handle; /* an address, or a small number */

	return &lists[(bits ^ bits >> 4 ^ bits >> 10) % N_LISTS];
}

static void enter(struct record *record)
{
	struct record **list = list_of(record->handle);

	pthread_mutex_lock(&lock);
	record->next = *list;
	*list = record;
	pthread_mutex_unlock(&lock);
}

/* To be called inside the lock. */
static void leave(struct record *record)
{
	struct record **at = list_of(record->handle);

	while (*at && *at != record)
		at = &(*at)->next;
	if (*at)
		*at = record->next;
	atomic_fetch_sub(&sumac_mpi_n_requests, 1);
	if (record->is_abandoned)
		atomic_fetch_sub(&n_abandoned, 1);
	if (record->code != MPI_SUCCESS)
		atomic_fetch_sub(&n_failed, 1);
}

/* The host MPI asks for this when a request is done: as with its own collectives, nothing was received. We do not report a
 * failure to it: Open MPI would tell the handler of MPI_COMM_WORLD, and MPICH nobody. */
static int on_query(void *ctx, MPI_Status *status)
{
	(void)ctx;
	PMPI_Status_set_elements(status, MPI_BYTE, 0);
	PMPI_Status_set_cancelled(status, 0);
	status->MPI_SOURCE = MPI_ANY_SOURCE;
	status->MPI_TAG = MPI_ANY_TAG;
	status->MPI_ERROR = MPI_SUCCESS;
	return MPI_SUCCESS;
}

static int on_free(void *ctx)
{
	struct record *record = ctx;
	bool is_done;

	pthread_mutex_lock(&lock);
	record->is_released = true;
	is_done = record->is_done;
	if (is_done)
		leave(record);
	pthread_mutex_unlock(&lock);
	if (is_done)
		free(record);
	return MPI_SUCCESS;
}

/* The standard does not allow cancelling collectives. */
static int on_cancel(void *ctx, int is_complete)
{
	(void)ctx, (void)is_complete;
	return MPI_ERR_REQUEST;
}

/* A request that is done from the start, of which the host keeps nothing: one that receives from nobody. */
static int make_done(const struct sumac_mpi_call *call)
{
	static char nothing;

	return PMPI_Irecv(&nothing, 0, MPI_BYTE, MPI_PROC_NULL, 0, call->comm, call->request);
}

int sumac_mpi_request_make(const struct sumac_mpi_call *call, struct sumac_team *team, struct sumac_request *begun)
{
	struct record *record;
	bool is_over;
	int code = sumac_end_if_over(&begun, &is_over);

	if (is_over)
		return code ? sumac_mpi_error_raise_of(team, call->comm, sumac_mpi_call_name(call), code) : make_done(call);
	record = calloc(1, sizeof(*record));

	if (!record) {
		sumac_wait(&begun); /* the other ranks count on it */
		sumac_fail(SUMAC_ENOMEM, "no memory for a request");
		return sumac_mpi_error_raise_of(NULL, call->comm, sumac_mpi_call_name(call), -SUMAC_ENOMEM);
	}
	record->begun = begun;
	record->team = team;
	record->comm = call->comm;
	record->call = sumac_mpi_call_name(call);
	code = PMPI_Grequest_start(on_query, on_free, on_cancel, record, &record->handle);
	if (code != MPI_SUCCESS) {
		sumac_wait(&begun);
		free(record);
		return code;
	}
	*call->request = record->handle;
	atomic_fetch_add(&sumac_mpi_n_requests, 1);
	enter(record);
	return MPI_SUCCESS;
}

static struct record *find(MPI_Request handle)
{
	struct record *record = *list_of(handle);

	while (record && record->handle != handle)
		record = record->next;
	return record;
}

bool sumac_mpi_requests_are_ours(int n, const MPI_Request requests[])
{
	bool are_ours = false;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < n && !are_ours; i++)
		are_ours = find(requests[i]) != NULL;
	pthread_mutex_unlock(&lock);
	return are_ours;
}

/* Takes a record for this thread alone; NULL if it is the host's, done, or another thread's for now. */
static struct record *take(MPI_Request handle)
{
	struct record *record;

	pthread_mutex_lock(&lock);
	record = find(handle);
	if (record && (record->is_held || record->is_done))
		record = NULL;
	if (record)
		record->is_held = true;
	pthread_mutex_unlock(&lock);
	return record;
}

static void give(struct record *record)
{
	pthread_mutex_lock(&lock);
	record->is_held = false;
	pthread_mutex_unlock(&lock);
}

/* Tells the host, which may free the record in this; the error handler is called last, as it may throw. */
static void complete(struct record *record, int status)
{
	const struct sumac_team *team = record->team;
	MPI_Request handle = record->handle;
	const char *call = record->call;
	bool was_released;
	MPI_Comm comm;

	if (status) {
		record->code = sumac_mpi_error_code(call, status);
		atomic_fetch_add(&n_failed, 1);
	}
	pthread_mutex_lock(&lock);
	comm = record->comm;
	record->is_held = false;
	record->is_done = true;
	was_released = record->is_released;
	if (was_released)
		leave(record);
	pthread_mutex_unlock(&lock);
	PMPI_Grequest_complete(handle);
	if (was_released)
		free(record);
	if (status)
		sumac_mpi_error_raise_of(team, comm, call, status);
}

static void look(struct record *record)
{
	int is_done = 0, status = sumac_test(&record->begun, &is_done);

	if (is_done || status)
		complete(record, status);
	else
		give(record);
}

/* A record that the program has freed and nobody holds. */
static struct record *take_abandoned(void)
{
	struct record *found = NULL;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < N_LISTS && !found; i++)
		for (struct record *at = lists[i]; at && !found; at = at->next)
			if (at->is_abandoned && !at->is_held && !at->is_done)
				found = at;
	if (found)
		found->is_held = true;
	pthread_mutex_unlock(&lock);
	return found;
}

void sumac_mpi_requests_look(int n, const MPI_Request requests[])
{
	struct record *record;

	for (int i = 0; i < n; i++)
		if (requests[i] != MPI_REQUEST_NULL && (record = take(requests[i])))
			look(record);
	if (atomic_load_explicit(&n_abandoned, memory_order_relaxed) && (record = take_abandoned()))
		look(record);
}

void sumac_mpi_requests_finish(int n, const MPI_Request requests[])
{
	struct record *record;

	for (int i = 0; i < n; i++)
		if (requests[i] != MPI_REQUEST_NULL && (record = take(requests[i])))
			complete(record, sumac_wait(&record->begun));
}

void sumac_mpi_request_abandon(MPI_Request request)
{
	struct record *record;

	pthread_mutex_lock(&lock);
	record = find(request);
	if (record && !record->is_abandoned) {
		record->is_abandoned = true;
		atomic_fetch_add(&n_abandoned, 1);
	}
	pthread_mutex_unlock(&lock);
}

bool sumac_mpi_has_failed_requests(void)
{
	return atomic_load_explicit(&n_failed, memory_order_relaxed) != 0;
}

int *sumac_mpi_requests_codes(int n, const MPI_Request requests[])
{
	struct record *record;
	int *codes;

	if (!sumac_mpi_has_failed_requests() || n <= 0)
		return NULL;
	codes = calloc((size_t)n, sizeof(*codes));
	pthread_mutex_lock(&lock);
	for (int i = 0; codes && i < n; i++)
		if ((record = find(requests[i])))
			codes[i] = record->code;
	pthread_mutex_unlock(&lock);
	return codes;
}

void sumac_mpi_requests_leave(MPI_Comm comm)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < N_LISTS; i++)
		for (struct record *at = lists[i]; at; at = at->next)
			if (at->comm == comm)
				at->comm = MPI_COMM_WORLD;
	pthread_mutex_unlock(&lock);
}

void sumac_mpi_requests_close(void)
{
	struct record *record;

	while ((record = take_abandoned()))
		complete(record, sumac_wait(&record->begun));
}
