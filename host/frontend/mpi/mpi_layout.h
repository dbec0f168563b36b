/*
 * Where the bytes of elements of a datatype lie: which are theirs, and which are gaps.
 */
#ifndef SUMAC_MPI_LAYOUT_H
#define SUMAC_MPI_LAYOUT_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sumac_mpi_layout {
	MPI_Datatype datatype;
	MPI_Count size_bytes, extent;
	MPI_Count first, span; /* of one element: where its first byte is, and the distance from there past its last */
	bool is_dense;	       /* no gaps in elements, nor between them */
};

/* Whether the host MPI accepts it as a usable datatype; the program's error handlers do not learn if it is not. */
bool sumac_mpi_is_datatype(MPI_Datatype datatype);
/* The bytes of count elements of any datatype, gaps not counted; 0 if it is no datatype. */
uint64_t sumac_mpi_bytes_of(MPI_Datatype datatype, uint64_t count);
/* Returns the host MPI's code. */
int sumac_mpi_layout_of(MPI_Datatype datatype, struct sumac_mpi_layout *layout_out);
/* The bytes of count elements, gaps included, are from buffer + *first_out on. */
size_t sumac_mpi_layout_span(const struct sumac_mpi_layout *layout, MPI_Count count, MPI_Count *first_out);
/* Whether count elements at a and as many at b have a byte in common, gaps not counted. */
bool sumac_mpi_layout_overlap(const struct sumac_mpi_layout *layout, const void *a, const void *b, MPI_Count count);
/* Copies elements only, not the gaps. Returns MPI_SUCCESS, or a code of the host's that no error handler has heard of. */
int sumac_mpi_layout_copy(const struct sumac_mpi_layout *layout, void *dst, const void *src, int count);

#endif
