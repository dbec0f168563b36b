/*
 * Whether the program's tests and waits come to Sumac first.
 */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <stddef.h>

#include "frontend/mpi/mpi_request.h"

bool sumac_mpi_requests_reach_us(void)
{
	static const char *const names[] = { "MPI_Wait",    "MPI_Waitall",  "MPI_Waitany",  "MPI_Waitsome",
					     "MPI_Test",    "MPI_Testall",  "MPI_Testany",  "MPI_Testsome",
					     "MPI_Request_get_status" };
	Dl_info ours, found;

	if (!dladdr(names, &ours))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		void *first = dlsym(RTLD_DEFAULT, names[i]);

		if (!first || !dladdr(first, &found) || found.dli_fbase != ours.dli_fbase)
			return false;
	}
	return true;
}
