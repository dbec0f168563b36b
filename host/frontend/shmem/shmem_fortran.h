/*
 * The parts that the files of SHMEM's Fortran interface share. A function is the routine's name in lower case and an
 * underscore, as Fortran compilers expect, or an underscore and the last digit of a kind. Arguments are passed by
 * reference.
 *
 * The library does not know how large a default INTEGER is: it reads the low 32 bits of an argument, which are all
 * that a count or a PE needs, and extends a result to 64 bits.
 */
#ifndef SUMAC_SHMEM_FORTRAN_H
#define SUMAC_SHMEM_FORTRAN_H

#include <stddef.h>
#include <stdint.h>

typedef const int32_t *sumac_fortran_in;

/* A negative count becomes one that no memory can hold, and is refused as such. */
static inline size_t sumac_fortran_count(sumac_fortran_in count)
{
	return (size_t)*count;
}

/* For each unit of shmem_fortran.def, the functions of a routine: define_(symbol, its name, C type). */
#define SUMAC_FORTRAN_BYTES1(define_, name) define_(name##_, #name, struct sumac_bytes1)
#define SUMAC_FORTRAN_BYTES4(define_, name) define_(name##_, #name, struct sumac_bytes4)
#define SUMAC_FORTRAN_BYTES8(define_, name) define_(name##_, #name, struct sumac_bytes8)
#define SUMAC_FORTRAN_BYTES16(define_, name) define_(name##_, #name, struct sumac_bytes16)
#define SUMAC_FORTRAN_INT4(define_, name) define_(name##_, #name, int32_t)
#define SUMAC_FORTRAN_INT8(define_, name) define_(name##_, #name, int64_t)
#define SUMAC_FORTRAN_REAL4(define_, name) define_(name##_, #name, float)
#define SUMAC_FORTRAN_REAL8(define_, name) define_(name##_, #name, double)
#define SUMAC_FORTRAN_INTEGER(define_, name) \
	define_(name##_, #name, int32_t) define_(name##_4, #name, int32_t) define_(name##_8, #name, int64_t)
#define SUMAC_FORTRAN_LOGICAL(define_, name) SUMAC_FORTRAN_INTEGER(define_, name)
#define SUMAC_FORTRAN_REAL(define_, name) \
	define_(name##_, #name, struct sumac_bytes4) define_(name##_4, #name, struct sumac_bytes4) \
	define_(name##_8, #name, struct sumac_bytes8) define_(name##_6, #name, struct sumac_bytes16)
#define SUMAC_FORTRAN_COMPLEX(define_, name) \
	define_(name##_, #name, struct sumac_bytes8) define_(name##_4, #name, struct sumac_bytes8) \
	define_(name##_8, #name, struct sumac_bytes16) define_(name##_6, #name, struct sumac_bytes32)
#define SUMAC_FORTRAN_DOUBLE(define_, name) \
	define_(name##_, #name, struct sumac_bytes8) define_(name##_8, #name, struct sumac_bytes8) \
	define_(name##_6, #name, struct sumac_bytes16)
#define SUMAC_FORTRAN_NONE(define_, name) define_(name##_, #name, void)

struct sumac_bytes1 { char bytes[1]; };
struct sumac_bytes4 { char bytes[4]; };
struct sumac_bytes8 { char bytes[8]; };
struct sumac_bytes16 { char bytes[16]; };
struct sumac_bytes32 { char bytes[32]; };

#endif
