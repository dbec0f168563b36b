/*
 * How an entry point in Fortran is defined. Open MPI's Fortran calls PMPI, so it never reaches ours in C: we need all
 * entry points, under all names that compilers make of them, and under those of the module mpi_f08. MPICH's Fortran
 * calls C, except the calls that mpi_f08 has without a buffer, such as MPI_INIT and the waits.
 *
 * mpi_f08's declarations differ in two things only, seen from here: the names, and that IERROR may be absent.
 */
#ifndef SUMAC_MPI_FORTRAN_H
#define SUMAC_MPI_FORTRAN_H

#include <mpi.h>

#ifdef OPEN_MPI
#define FORTRAN_NAME(lower) mpi_##lower##_
#define ALIAS(name, of, ...) __attribute__((alias(#of))) void name(__VA_ARGS__);
#define NAMED(lower, UPPER, ...) \
	void lower##_(__VA_ARGS__); \
	ALIAS(lower, lower##_, __VA_ARGS__) \
	ALIAS(lower##__, lower##_, __VA_ARGS__) \
	ALIAS(UPPER, lower##_, __VA_ARGS__) \
	ALIAS(lower##_f08_, lower##_, __VA_ARGS__) \
	void lower##_(__VA_ARGS__)
#define BINDING(lower, UPPER, ...) NAMED(mpi_##lower, MPI_##UPPER, __VA_ARGS__)
#else
#define FORTRAN_NAME(lower) mpi_##lower##_f08_
#define BINDING(lower, UPPER, ...) \
	void mpi_##lower##_f08_(__VA_ARGS__); \
	void mpi_##lower##_f08_(__VA_ARGS__)
#endif

/* IERROR. */
static inline void give(MPI_Fint *ierror, int code)
{
	if (ierror)
		*ierror = (MPI_Fint)code;
}

#endif
