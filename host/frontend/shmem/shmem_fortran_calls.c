/*
 * SHMEM's calls for Fortran, from the tables: each maps its arguments to the call behind those of every language.
 */
#include <string.h>

#include "frontend/shmem/shmem_far.h"
#include "frontend/shmem/shmem_fortran.h"

#pragma GCC visibility push(default) /* no header declares them */

/* Reductions. */
#define SUMAC_SHMEM_ACTIVE_FORTRAN(name, type, OP, op) \
	void shmem_##name##_##op##_to_all_(void *dest, const void *source, sumac_fortran_in nreduce, sumac_fortran_in PE_start, \
					   sumac_fortran_in logPE_stride, sumac_fortran_in PE_size, const void *pWrk, \
					   sumac_fortran_in pSync) \
	{ \
		struct sumac_shmem_reduction call = { "shmem_" #name "_" #op "_to_all", SUMAC_OP_##OP, SUMAC_TYPE_##type, dest, \
						      source, *nreduce, *PE_start, *logPE_stride, *PE_size, pWrk, pSync, \
						      sizeof(*pSync) }; \
\
		sumac_shmem_reduce_among(&call); \
	}
#include "frontend/shmem/reductions.inc"

/* Other PEs' memory. Arguments that a call cannot do without are read when PEs and counts have been checked. */
#define PUT(symbol, name, type) \
	void symbol(void *dest, const void *source, sumac_fortran_in nelems, sumac_fortran_in pe) \
	{ \
		sumac_shmem_put(name, SHMEM_CTX_DEFAULT, dest, source, sumac_fortran_count(nelems), sizeof(type), *pe); \
	}
#define GET_AND(symbol, name, type, waits) \
	void symbol(void *dest, const void *source, sumac_fortran_in nelems, sumac_fortran_in pe) \
	{ \
		sumac_shmem_get(name, SHMEM_CTX_DEFAULT, dest, source, sumac_fortran_count(nelems), sizeof(type), *pe, waits); \
	}
#define GET(symbol, name, type) GET_AND(symbol, name, type, true)
#define GET_NBI(symbol, name, type) GET_AND(symbol, name, type, false)
#define STRIDED(symbol, name, type, call) \
	void symbol(void *dest, const void *source, sumac_fortran_in dst, sumac_fortran_in sst, sumac_fortran_in nelems, \
		    sumac_fortran_in pe) \
	{ \
		struct sumac_shmem_blocks blocks = { *dst, *sst, 1, sumac_fortran_count(nelems), sizeof(type) }; \
\
		call(name, SHMEM_CTX_DEFAULT, dest, source, blocks, *pe); \
	}
#define IPUT(symbol, name, type) STRIDED(symbol, name, type, sumac_shmem_iput)
#define IGET(symbol, name, type) STRIDED(symbol, name, type, sumac_shmem_iget)

/* Atomics. A function's result in Fortran is as wide as a default INTEGER may be. */
typedef int64_t result_int32_t;
typedef int64_t result_int64_t;
typedef float result_float;
typedef double result_double;

static uint64_t bits_of(const void *value, size_t width)
{
	uint64_t bits = 0;

	memcpy(&bits, value, width);
	return bits;
}

#define AMO(op, type, value, cond) ((struct sumac_amo){ SUMAC_AMO_##op, sizeof(type), value, cond })
#define BITS(value) bits_of(value, sizeof(*(value)))
#define CHANGE(symbol, name, params, amo) \
	void symbol(SUMAC_SHMEM_ARGS params, sumac_fortran_in pe) \
	{ \
		sumac_shmem_act(name, SHMEM_CTX_DEFAULT, dest, amo, NULL, false, *pe); \
	}
#define BRING(symbol, name, type, params, amo) \
	result_##type symbol(SUMAC_SHMEM_ARGS params, sumac_fortran_in pe) \
	{ \
		type before; \
\
		sumac_shmem_act(name, SHMEM_CTX_DEFAULT, dest, amo, &before, true, *pe); \
		return before; \
	}
#define FETCH(symbol, name, type) BRING(symbol, name, type, (const type *dest), AMO(FETCH, type, 0, 0))
#define SET(symbol, name, type) CHANGE(symbol, name, (type *dest, const type *value), AMO(SET, type, BITS(value), 0))
#define SWAP(symbol, name, type) BRING(symbol, name, type, (type *dest, const type *value), AMO(SWAP, type, BITS(value), 0))
#define CSWAP(symbol, name, type) \
	BRING(symbol, name, type, (type *dest, const type *cond, const type *value), \
	      AMO(COMPARE_SWAP, type, BITS(value), BITS(cond)))
#define INC(symbol, name, type) CHANGE(symbol, name, (type *dest), AMO(ADD, type, 1, 0))
#define FINC(symbol, name, type) BRING(symbol, name, type, (type *dest), AMO(ADD, type, 1, 0))
#define ADD(symbol, name, type) CHANGE(symbol, name, (type *dest, const type *value), AMO(ADD, type, BITS(value), 0))
#define FADD(symbol, name, type) BRING(symbol, name, type, (type *dest, const type *value), AMO(ADD, type, BITS(value), 0))

#define WAIT(symbol, name, type) \
	void symbol(type *ivar, const type *cmp_value) \
	{ \
		AWAIT(type)(name, ivar, SHMEM_CMP_NE, *cmp_value); \
	}
#define WAIT_UNTIL(symbol, name, type) \
	void symbol(type *ivar, sumac_fortran_in cmp, const type *cmp_value) \
	{ \
		AWAIT(type)(name, ivar, *cmp, *cmp_value); \
	}
#define AWAIT(type) _Generic((type)0, int32_t: sumac_shmem_wait_until_int32, int64_t: sumac_shmem_wait_until_int64)

/* Collectives. */
#define BARRIER(symbol, name, type) \
	void symbol(sumac_fortran_in PE_start, sumac_fortran_in logPE_stride, sumac_fortran_in PE_size, sumac_fortran_in pSync) \
	{ \
		sumac_shmem_require_init(name); \
		sumac_shmem_barrier_among(name, *PE_start, *logPE_stride, *PE_size, pSync, sizeof(*pSync)); \
	}
#define MOVE_AMONG(symbol, name, type, what, params, root, dst, sst) \
	void symbol(void *dest, const void *source, SUMAC_SHMEM_ARGS params, sumac_fortran_in PE_start, \
		    sumac_fortran_in logPE_stride, sumac_fortran_in PE_size, sumac_fortran_in pSync) \
	{ \
		struct sumac_shmem_moving call = { what, dest, source, sumac_fortran_count(nelems), sizeof(type), root, dst, sst, \
						   true }; \
\
		sumac_shmem_move_among(name, *PE_start, *logPE_stride, *PE_size, pSync, sizeof(*pSync), call); \
	}
#define BROADCAST(symbol, name, type) \
	MOVE_AMONG(symbol, name, type, SUMAC_SHMEM_BROADCAST, (sumac_fortran_in nelems, sumac_fortran_in PE_root), *PE_root, 1, 1)
#define COLLECT(symbol, name, type) MOVE_AMONG(symbol, name, type, SUMAC_SHMEM_COLLECT, (sumac_fortran_in nelems), 0, 1, 1)
#define FCOLLECT(symbol, name, type) MOVE_AMONG(symbol, name, type, SUMAC_SHMEM_FCOLLECT, (sumac_fortran_in nelems), 0, 1, 1)
#define ALLTOALL(symbol, name, type) MOVE_AMONG(symbol, name, type, SUMAC_SHMEM_ALLTOALL, (sumac_fortran_in nelems), 0, 1, 1)
#define ALLTOALLS(symbol, name, type) \
	MOVE_AMONG(symbol, name, type, SUMAC_SHMEM_ALLTOALL, \
		   (sumac_fortran_in dst, sumac_fortran_in sst, sumac_fortran_in nelems), 0, *dst, *sst)

/* For machines whose caches do not see other PEs' puts; here they do, so nothing needs doing. */
#define CACHE(symbol, name, type) \
	void symbol(void) \
	{ \
	}
#define CACHE_LINE(symbol, name, type) \
	void symbol(const void *dest) \
	{ \
		(void)dest; \
	}

/* Those that are one of a kind are in shmem_fortran.c and shmem_exact.c. */
#define EXACT_SUM(...)
#define PLAIN(...)
#define WHO(...)
#define UNDECLARED(...)
#define NUMBER(...)
#define ACCESS_PE(...)
#define ACCESS(...)
#define PTR(...)
#define VERSION(...)
#define TEXT(...)
#define ALLOC(...)
#define DEALLOC(...)
#define MOVE(...)
#define LOCK(...)
#define TEST_LOCK(...)

#define SUMAC_SHMEM_FORTRAN_CALL(name, shape, unit) SUMAC_FORTRAN_##unit(shape, name)
#include "spec/rows.def"
