/*
 * Whether the program's tests and waits come to Sumac first.
 */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

#include "frontend/mpi/mpi_request.h"

static bool is_first(const void *base, const char *prefix, const char *name)
{
	char text[64];
	Dl_info found;
	void *first;

	snprintf(text, sizeof(text), "%s%s", prefix, name);
	first = dlsym(RTLD_DEFAULT, text);
	return first && dladdr(first, &found) && found.dli_fbase == base;
}

/* Another library's MPI_Wait that passes calls on to PMPI_Wait reaches us there (mpi_profile.c). */
bool sumac_mpi_requests_reach_us(void)
{
	static const char *const names[] = { "Wait", "Waitall", "Waitany", "Waitsome", "Test", "Testall", "Testany", "Testsome",
					     "Request_get_status" };
	Dl_info ours;

	if (!dladdr(names, &ours))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!is_first(ours.dli_fbase, "MPI_", names[i]) && !is_first(ours.dli_fbase, "PMPI_", names[i]))
			return false;
	return true;
}
