/*
 * Fortran's MPI_IN_PLACE and MPI_BOTTOM are objects, known by their addresses. They exist if the program is in
 * Fortran.
 */
#include "frontend/mpi/mpi_fortran_buffer.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#define WEAK __attribute__((weak)) extern

#ifdef OPEN_MPI
/* The MPI provides the objects in the spelling that it was built with; if a program has a COMMON block in another spelling, that
 * block is the object. */
#define OBJECT(name, NAME) \
	WEAK char name, name##_, name##__, NAME; \
	static bool is_##name(const void *given) \
	{ \
		return given == &name##_ || given == &name || given == &name##__ || given == &NAME; \
	}
OBJECT(mpi_fortran_in_place, MPI_FORTRAN_IN_PLACE)
OBJECT(mpi_fortran_bottom, MPI_FORTRAN_BOTTOM)
#else
/* mpif.h's are in COMMON blocks, to which MPICH's Fortran library has pointers; mpi_f08's are objects of MPICH, which newer
 * versions of its mpi.h do not declare. */
#define OBJECT(name, pointer, object) \
	WEAK char *pointer; \
	WEAK int object; \
	static bool is_##name(const void *given) \
	{ \
		return (&pointer && given == pointer) || given == &object; \
	}
OBJECT(mpi_fortran_in_place, MPIR_F_MPI_IN_PLACE, MPIR_F08_MPI_IN_PLACE)
OBJECT(mpi_fortran_bottom, MPIR_F_MPI_BOTTOM, MPIR_F08_MPI_BOTTOM)
#endif

void *sumac_mpi_fortran_buffer(const void *given)
{
	if (!given) /* also the address of a missing object */
		return NULL;
	if (is_mpi_fortran_in_place(given))
		return MPI_IN_PLACE;
	return is_mpi_fortran_bottom(given) ? MPI_BOTTOM : (void *)given;
}
