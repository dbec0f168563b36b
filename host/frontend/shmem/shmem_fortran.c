/*
 * SHMEM for Fortran: beginning and end, queries, the symmetric heap, and locks.
 */
#include "frontend/shmem/shmem_fortran.h"

#include <string.h>

#include "frontend/shmem/shmem_far.h"

#pragma GCC visibility push(default) /* no header declares them */

/* Lengths are in words of 32 bits, and errors are codes; if abort is not 0, an error ends the job instead. */
enum { WORD_BYTES = 4, NO_LENGTH = -1, NO_MEMORY = -2, OUTSIDE = -3, FREE_ALREADY = -4, NOT_AT_BEGINNING = -5 };

static const char *const errors[] = {
	[-NO_LENGTH] = "the length is not above 0",
	[-NO_MEMORY] = "the symmetric heap has no room left",
	[-OUTSIDE] = "the address is outside of the symmetric heap",
	[-FREE_ALREADY] = "the block is free already",
	[-NOT_AT_BEGINNING] = "the address is not at the beginning of a block",
};

/* Not declared in shmem.h. */
int my_pe(void);
int num_pes(void);

#define PLAIN(name) \
	void name##_(void) \
	{ \
		(name)(); \
	}
#define WHO(name) \
	int64_t name##_(void) \
	{ \
		return name(); \
	}

PLAIN(shmem_init)
PLAIN(shmem_finalize)
PLAIN(shmem_barrier_all)
PLAIN(shmem_fence)
PLAIN(shmem_quiet)
WHO(my_pe)
WHO(num_pes)
WHO(shmem_my_pe)
WHO(shmem_n_pes)

void start_pes_(sumac_fortran_in npes)
{
	start_pes(*npes);
}

void shmem_global_exit_(sumac_fortran_in status)
{
	shmem_global_exit(*status);
}

/* Defines a routine of shmem.fh under the names that compilers make of it. */
#define LOGICAL(name, params, ...) \
	int64_t name##_ params \
	{ \
		return __VA_ARGS__; \
	} \
	int64_t name##_l_ params \
	{ \
		return __VA_ARGS__; \
	}

LOGICAL(shmem_pe_accessible, (sumac_fortran_in pe), shmem_pe_accessible(*pe))
LOGICAL(shmem_addr_accessible, (const void *addr, sumac_fortran_in pe), shmem_addr_accessible(addr, *pe))

intptr_t shmem_ptr_(const void *dest, sumac_fortran_in pe)
{
	return (intptr_t)shmem_ptr(dest, *pe);
}

#define VERSION(symbol, name, type) \
	void symbol(type *major, type *minor) \
	{ \
		*major = SHMEM_MAJOR_VERSION; \
		*minor = SHMEM_MINOR_VERSION; \
	}
SUMAC_FORTRAN_INTEGER(VERSION, shmem_info_get_version)

/* Texts end with blanks. */
void shmem_info_get_name_(char *name, size_t len)
{
	const char vendor[] = SHMEM_VENDOR_STRING;

	memset(name, ' ', len);
	memcpy(name, vendor, len < sizeof(vendor) - 1 ? len : sizeof(vendor) - 1);
}

static int fail(const char *call, int error, int32_t is_fatal)
{
	if (is_fatal)
		sumac_shmem_die(call, errors[-error]);
	return error;
}

/* PEs find the same, as they give the same arguments; so either all return before they meet, or none does. */
static int check_block(const void *block)
{
	if (!sumac_shmem_heap_holds(block, 1))
		return OUTSIDE;
	if (!sumac_shmem_heap_block(block))
		return FREE_ALREADY;
	return sumac_shmem_heap_block(block) == block ? 0 : NOT_AT_BEGINNING;
}

static int allocate(void **addr, int32_t n_words, int32_t is_fatal)
{
	void *memory;

	sumac_shmem_require_init("shpalloc");
	if (n_words <= 0)
		return fail("shpalloc", NO_LENGTH, is_fatal);
	memory = sumac_shmem_malloc("shpalloc", (size_t)n_words * WORD_BYTES);
	if (!memory)
		return fail("shpalloc", NO_MEMORY, is_fatal);
	*addr = memory;
	return 0;
}

static int give_back(void **addr, int32_t is_fatal)
{
	int error;

	sumac_shmem_require_init("shpdeallc");
	error = check_block(*addr);
	if (error)
		return fail("shpdeallc", error, is_fatal);
	sumac_shmem_free("shpdeallc", *addr);
	return 0;
}

/* 1: the block has moved. */
static int resize(void **addr, int32_t n_words, int32_t is_fatal)
{
	void *memory, *old = *addr;
	int error;

	sumac_shmem_require_init("shpclmove");
	error = n_words <= 0 ? NO_LENGTH : check_block(old);
	if (error)
		return fail("shpclmove", error, is_fatal);
	memory = sumac_shmem_realloc("shpclmove", old, (size_t)n_words * WORD_BYTES);
	if (!memory)
		return fail("shpclmove", NO_MEMORY, is_fatal);
	*addr = memory;
	return memory != old;
}

#define ALLOC(symbol, name, type) \
	void symbol(void **addr, sumac_fortran_in length, type *errcode, sumac_fortran_in abort) \
	{ \
		*errcode = allocate(addr, *length, *abort); \
	}
#define DEALLOC(symbol, name, type) \
	void symbol(void **addr, type *errcode, sumac_fortran_in abort) \
	{ \
		*errcode = give_back(addr, *abort); \
	}
#define MOVE(symbol, name, type) \
	void symbol(void **addr, sumac_fortran_in length, type *status, sumac_fortran_in abort) \
	{ \
		*status = resize(addr, *length, *abort); \
	}
SUMAC_FORTRAN_INTEGER(ALLOC, shpalloc)
SUMAC_FORTRAN_INTEGER(DEALLOC, shpdeallc)
SUMAC_FORTRAN_INTEGER(MOVE, shpclmove)

void shmem_set_lock_(void *lock)
{
	sumac_shmem_set_lock("shmem_set_lock", lock);
}

int64_t shmem_test_lock_(void *lock)
{
	return sumac_shmem_test_lock("shmem_test_lock", lock);
}

void shmem_clear_lock_(void *lock)
{
	sumac_shmem_clear_lock("shmem_clear_lock", lock);
}
