/*
 * The expectations of programs of MPI. They have `me`, their rank, and count in `n_bad` what was not so.
 */
#ifndef E2E_MPI_EXPECT_H
#define E2E_MPI_EXPECT_H

#include <mpi.h>
#include <stdio.h>

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "rank %d: line %d: %s\n", me, __LINE__, #condition)))

static inline int class_of(int code)
{
	int error_class;

	MPI_Error_class(code, &error_class);
	return error_class;
}

/* The error that the host MPI gives. */
#define SAME_ERROR(call) \
	do { \
		int ours = class_of(MPI_##call), hosts = class_of(PMPI_##call); \
		EXPECT(hosts != MPI_SUCCESS && ours == hosts); \
	} while (0)

#endif
