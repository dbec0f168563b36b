/*
 * A program that takes MPI's functions from a library that it has opened, past whatever is preloaded.
 */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
	int (*init)(int *, char ***), (*finalize)(void);
	Dl_info host;
	void *mpi;

	dladdr(dlsym(RTLD_DEFAULT, "PMPI_Comm_rank"), &host);
	mpi = dlopen(host.dli_fname, RTLD_NOW);
	init = (int (*)(int *, char ***))dlsym(mpi, "MPI_Init");
	finalize = (int (*)(void))dlsym(mpi, "MPI_Finalize");
	return init(NULL, NULL) || finalize();
}
