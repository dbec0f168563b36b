/*
 * Requests of calls that do not block. The program has them as generalized requests of the host MPI's, so that
 * handles, statuses and freeing are the host's. Nothing but these functions completes them: whoever stands in for a call
 * that tests, waits or frees has them look first, and then asks the host.
 *
 *	MPI_Wait, MPI_Waitall		sumac_mpi_requests_finish(), then the host's wait
 *	MPI_Waitany, MPI_Waitsome	sumac_mpi_requests_look() and the host's test, until that is done
 *	MPI_Test ..., get_status	sumac_mpi_requests_look(), then the host's
 *	MPI_Request_free		sumac_mpi_request_abandon(), then the host's
 */
#ifndef SUMAC_MPI_REQUEST_H
#define SUMAC_MPI_REQUEST_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "frontend/mpi/mpi_call.h"
#include "sumac.h"

extern atomic_int sumac_mpi_n_requests;

/* Whether the program has any such request. If it has none, there is nothing to do here. */
static inline bool sumac_mpi_has_requests(void)
{
	return atomic_load_explicit(&sumac_mpi_n_requests, memory_order_relaxed) != 0;
}

/* Gives the program a request for a call that Sumac has begun on that team. */
int sumac_mpi_request_make(const struct sumac_mpi_call *call, struct sumac_team *team, struct sumac_request *begun);

/* Whether one of them is Sumac's. */
bool sumac_mpi_requests_are_ours(int n, const MPI_Request requests[]);

/* Completes those of Sumac's requests that are done; the others belong to the host. */
void sumac_mpi_requests_look(int n, const MPI_Request requests[]);

/* Waits until all requests of Sumac's are done, and completes them. The host MPI makes progress meanwhile. */
void sumac_mpi_requests_finish(int n, const MPI_Request requests[]);

/* The program frees a request, whose call goes on. */
void sumac_mpi_request_abandon(MPI_Request request);

/* The codes of Sumac's requests that have failed, and MPI_SUCCESS for the others: to be called before the host frees them, and
 * for mpi_answer.h. NULL if none has failed at all. */
int *sumac_mpi_requests_codes(int n, const MPI_Request requests[]);
bool sumac_mpi_has_failed_requests(void);

/* Whether the program's tests and waits are ours. */
bool sumac_mpi_requests_reach_us(void);

/* The communicator is being freed: errors of its requests go elsewhere. */
void sumac_mpi_requests_leave(MPI_Comm comm);

/* Waits for all requests that the program has left. */
void sumac_mpi_requests_close(void);

#endif
