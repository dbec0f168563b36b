/*
 * Requests of the host MPI that fake_mpi.h plays.
 */
#ifndef FAKE_MPI_REQUESTS_H
#define FAKE_MPI_REQUESTS_H

#include <mpi.h>
#include <stdbool.h>

/* A generalized request, or with no functions one of the host's own; its address is the handle. Testing or waiting for one that
 * is done frees it; waiting for one that is not fails the test. */
struct fake_request {
	MPI_Grequest_query_function *on_query;
	MPI_Grequest_free_function *on_free;
	MPI_Grequest_cancel_function *on_cancel;
	void *ctx;
	bool is_done, is_freed, is_told_early; /* of its freeing, as MPICH does, before it is done */
};
enum { FAKE_MPI_REQUESTS = 32 };
extern struct fake_request fake_requests[FAKE_MPI_REQUESTS];
extern int n_fake_requests;
MPI_Request fake_mpi_request(void);

#endif
