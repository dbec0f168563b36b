/*
 * Exact sums in MPI: the datatypes and operations of sumac_mpi.h for accumulators. Sumac takes a call that has such a pair as
 * one of sumac_exact.h; the host MPI does all others by a function here.
 */
#ifndef SUMAC_MPI_EXACT_H
#define SUMAC_MPI_EXACT_H

#include <stddef.h>

#include "frontend/mpi/mpi_call.h"
#include "sumac.h"

struct sumac_mpi_exact;

/* The form of accumulators that the call's datatype and operation are for; NULL: they are no such pair. */
const struct sumac_mpi_exact *sumac_mpi_exact_find(const struct sumac_mpi_call *call);
/* The words of 8 bytes that an accumulator has. */
MPI_Count sumac_mpi_exact_words(const struct sumac_mpi_exact *exact);
/* Whether sumac_exact.h has that collective. */
bool sumac_mpi_exact_has(enum sumac_mpi_kind kind);
/* Makes or begins the call. Returns the code that the program is to see. */
int sumac_mpi_exact_run(const struct sumac_mpi_call *call, struct sumac_team *team, const struct sumac_mpi_exact *exact);

#endif
