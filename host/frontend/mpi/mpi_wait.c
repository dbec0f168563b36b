/*
 * Keeps both sides going: the host MPI while Sumac waits, by probing for a message that nobody sends, and Sumac while
 * we wait for the host.
 */
#include "frontend/mpi/mpi_wait.h"

#include "frontend/mpi/mpi_next.h"

#include <sched.h>
#include <time.h>

#include "base/patience.h"
#include "core/frontend.h"

enum { SPINS = 50, YIELDS = 500 };

static MPI_Comm pushed;

static int push_host(void *ctx)
{
	int is_there = 0;

	(void)ctx;
	/* Probes on our own communicator, on which there is never a message. */
	PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, pushed, &is_there, MPI_STATUS_IGNORE);
	return is_there;
}

int sumac_mpi_push_begin(MPI_Comm comm)
{
	pushed = comm;
	return sumac_progress_hook_add(push_host, NULL);
}

void sumac_mpi_push_end(void)
{
	sumac_progress_hook_remove(push_host, NULL);
}

void sumac_mpi_pause(struct sumac_mpi_pause *pause)
{
	const struct timespec sleep = { .tv_nsec = 100000 };

	pause->n_rounds++;
	if (pause->n_rounds > SPINS + YIELDS)
		nanosleep(&sleep, NULL);
	else if (pause->n_rounds > SPINS)
		sched_yield();
}

int sumac_mpi_wait(MPI_Request *request)
{
	struct sumac_mpi_pause pause = { 0 };
	struct sumac_patience patience;
	int is_done = 0, code;

	sumac_patience_begin(&patience);
	for (;;) {
		code = sumac_mpi_host.Test(request, &is_done, MPI_STATUS_IGNORE);
		if (code != MPI_SUCCESS || is_done)
			return code;
		/* The others mostly come at once; and Sumac's progress would ask the host once more. */
		if (pause.n_rounds >= SPINS)
			sumac_progress();
		if (sumac_patience_check(&patience, "the other ranks of the communicator"))
			return SUMAC_MPI_GAVE_UP;
		sumac_mpi_pause(&pause);
	}
}
