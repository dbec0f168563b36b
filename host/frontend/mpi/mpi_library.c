/*
 * If this is preloaded into a program of another MPI, calls of both mix: handles that are addresses in one are
 * numbers in the other. The library that answers is the program's.
 */
#include "frontend/mpi/mpi_library.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { VERSION_BYTES = 8192 }; /* room for any library's text */

#ifdef OPEN_MPI
static const char own_name[] = "Open MPI", own_file[] = "libsumac_ompi.so", other_file[] = "libsumac_mpich.so";
static const bool is_open_mpi = true;
#else
static const char own_name[] = "MPICH", own_file[] = "libsumac_mpich.so", other_file[] = "libsumac_ompi.so";
static const bool is_open_mpi = false;
#endif

const char *sumac_mpi_library_mismatch(void)
{
	static char version[VERSION_BYTES], sentence[256];
	int len;

	if (PMPI_Get_library_version(version, &len) != MPI_SUCCESS || !strncmp(version, "Open MPI", 8) == is_open_mpi)
		return NULL;
	version[strcspn(version, "\n,")] = '\0';
	for (char *at = version; (at = strchr(at, '\t'));)
		*at = ' ';
	snprintf(sentence, sizeof(sentence), "%s is for %s, but the program's MPI is \"%.64s\": preload %s, or use `sumac mpirun`, "
		 "which chooses the right one", own_file, own_name, version, other_file);
	return sentence;
}
