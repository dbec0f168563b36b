/*
 * A program that gets MPI's functions from dlopen() and dlsym(), as Julia and Python's ctypes do, never reaches
 * preloaded libraries, and a tool that is preloaded before Sumac may keep all calls to itself. When such a process
 * ends, it leaves a note for the launcher.
 */
#include "frontend/mpi/mpi_bypass.h"

#include <mpi.h>
#include <stdbool.h>

#include "core/frontend.h"

static bool is_denied;

void sumac_mpi_bypass_deny(void)
{
	is_denied = true;
}

static void __attribute__((destructor)) note(void)
{
	int is_begun = 0;

	if (!is_denied && PMPI_Initialized(&is_begun) == MPI_SUCCESS && is_begun)
		sumac_note_bypass();
}
