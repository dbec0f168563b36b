/*
 * MPI_Reduce_locals in Fortran: for mpif.h and the module mpi, by plain addresses; for mpi_f08, with descriptors of
 * arrays, whose sections are packed if their elements do not lie side by side. Also Open MPI's MPI_Reduce_local,
 * whose own binding calls PMPI; MPICH's calls C.
 */
#include <mpi.h>
#include <stdlib.h>

#include "frontend/mpi/mpi_fortran.h"
#include "frontend/mpi/mpi_fortran_buffer.h"
#include "frontend/mpi/mpi_layout.h"
#include "frontend/mpi/local/mpi_locals.h"
#include "frontend/mpi/mpi_section.h"

static struct sumac_mpi_local_call of(const char *name, const void *inbuf, const void *argbuf, const void *inoutbuf,
				      MPI_Count count, const MPI_Fint *datatype, const MPI_Fint *op)
{
	return (struct sumac_mpi_local_call){ name, sumac_mpi_fortran_buffer(inbuf), sumac_mpi_fortran_buffer(argbuf),
					      sumac_mpi_fortran_buffer(inoutbuf), count, PMPI_Type_f2c(*datatype),
					      PMPI_Op_f2c(*op) };
}

#define EXPORT __attribute__((visibility("default"))) void

#define LOCALS(prefix, Name) \
	EXPORT prefix##_reduce_locals_(const void *inbuf, const void *argbuf, void *inoutbuf, const MPI_Fint *count, \
				       const MPI_Fint *datatype, const MPI_Fint *op, MPI_Fint *ierror); \
	EXPORT prefix##_reduce_locals_(const void *inbuf, const void *argbuf, void *inoutbuf, const MPI_Fint *count, \
				       const MPI_Fint *datatype, const MPI_Fint *op, MPI_Fint *ierror) \
	{ \
		const struct sumac_mpi_local_call call = of(Name, inbuf, argbuf, inoutbuf, *count, datatype, op); \
		give(ierror, sumac_mpi_reduce_locals(&call)); \
	}
LOCALS(mpi, "MPI_Reduce_locals")
LOCALS(pmpi, "MPI_Reduce_locals")
LOCALS(mpix, "MPIX_Reduce_locals")
LOCALS(pmpix, "MPIX_Reduce_locals")

#ifdef OPEN_MPI
BINDING(reduce_local, REDUCE_LOCAL, const void *inbuf, void *inoutbuf, const MPI_Fint *count, const MPI_Fint *datatype,
	const MPI_Fint *op, MPI_Fint *ierror)
{
	struct sumac_mpi_local_call call = of("MPI_Reduce_local", inbuf, NULL, inoutbuf, *count, datatype, op);

	call.argbuf = MPI_IN_PLACE;
	give(ierror, sumac_mpi_reduce_local(&call));
}
#endif

/* A buffer of the program, in memory without gaps between the elements of the array. */
struct whole {
	const CFI_cdesc_t *section; /* or NULL, if it can be used as it is */
	void *bytes;
};

static bool needs_packing(const CFI_cdesc_t *array)
{
	void *address = sumac_mpi_fortran_buffer(array->base_addr);

	return address != MPI_IN_PLACE && address != MPI_BOTTOM && !sumac_section_is_contiguous(array);
}

static bool whole_make(const CFI_cdesc_t *array, size_t len_bytes, struct whole *whole_out)
{
	*whole_out = (struct whole){ .bytes = array->base_addr };
	if (!needs_packing(array))
		return true;
	whole_out->bytes = malloc(len_bytes + 1);
	if (!whole_out->bytes)
		return false;
	whole_out->section = array;
	sumac_section_pack(array, whole_out->bytes, len_bytes);
	return true;
}

static void whole_free(struct whole *whole)
{
	if (whole->section)
		free(whole->bytes);
}

/* Some of the arrays are sections: inoutbuf is the last of them. */
static int run_packed(struct sumac_mpi_local_call *call, const CFI_cdesc_t *const arrays[3], size_t len_bytes)
{
	struct whole wholes[3] = { 0 };
	bool is_ready = true;
	int code = MPI_ERR_NO_MEM;

	for (int i = 0; i < 3 && is_ready; i++)
		is_ready = whole_make(arrays[i], len_bytes, &wholes[i]);
	if (is_ready) {
		call->inbuf = sumac_mpi_fortran_buffer(wholes[0].bytes);
		call->argbuf = sumac_mpi_fortran_buffer(wholes[1].bytes);
		call->inoutbuf = sumac_mpi_fortran_buffer(wholes[2].bytes);
		code = sumac_mpi_reduce_locals(call);
		if (code == MPI_SUCCESS && wholes[2].section)
			sumac_section_unpack(arrays[2], wholes[2].bytes, len_bytes);
	} else {
		code = sumac_mpi_local_error(call, code, "no memory for a section");
	}
	for (int i = 0; i < 3; i++)
		whole_free(&wholes[i]);
	return code;
}

/* Elements of a datatype that begins before its address would lie outside the packed memory. */
static int run_sections(struct sumac_mpi_local_call *call, const CFI_cdesc_t *const arrays[3])
{
	struct sumac_mpi_layout layout;
	MPI_Count first;
	size_t len_bytes;
	int code = sumac_mpi_layout_of(call->datatype, &layout);

	if (code != MPI_SUCCESS)
		return code;
	len_bytes = sumac_mpi_layout_span(&layout, call->count, &first);
	if (first < 0)
		return sumac_mpi_local_error(call, MPI_ERR_TYPE, "the datatype begins before a section that is not contiguous");
	len_bytes += (size_t)first;
	for (int i = 0; i < 3; i++)
		if (needs_packing(arrays[i]) && sumac_section_bytes(arrays[i]) < len_bytes)
			return sumac_mpi_local_error(call, MPI_ERR_BUFFER, "a section has fewer elements than the count");
	for (int i = 0; i < 2; i++)
		if (sumac_mpi_fortran_buffer(arrays[i]->base_addr) != MPI_IN_PLACE &&
		    sumac_section_overlap(arrays[i], arrays[2], len_bytes))
			return sumac_mpi_local_error(call, MPI_ERR_BUFFER, "inoutbuf overlaps an input");
	return run_packed(call, arrays, len_bytes);
}

static int run(const char *name, const CFI_cdesc_t *inbuf, const CFI_cdesc_t *argbuf, const CFI_cdesc_t *inoutbuf,
	       MPI_Count count, const MPI_Fint *datatype, const MPI_Fint *op)
{
	const CFI_cdesc_t *const arrays[3] = { inbuf, argbuf, inoutbuf };
	struct sumac_mpi_local_call call = of(name, inbuf->base_addr, argbuf->base_addr, inoutbuf->base_addr, count, datatype, op);
	bool is_whole = !needs_packing(inbuf) && !needs_packing(argbuf) && !needs_packing(inoutbuf);

	/* Checks what can be checked before any element is looked at. */
	if (is_whole || count <= 0 || call.inoutbuf == MPI_IN_PLACE || call.datatype == MPI_DATATYPE_NULL ||
	    call.op == MPI_OP_NULL)
		return sumac_mpi_reduce_locals(&call);
	return run_sections(&call, arrays);
}

#define SECTIONS(name, Name, count_type) \
	EXPORT name(const CFI_cdesc_t *inbuf, const CFI_cdesc_t *argbuf, const CFI_cdesc_t *inoutbuf, \
		    const count_type *count, const MPI_Fint *datatype, const MPI_Fint *op, MPI_Fint *ierror); \
	EXPORT name(const CFI_cdesc_t *inbuf, const CFI_cdesc_t *argbuf, const CFI_cdesc_t *inoutbuf, \
		    const count_type *count, const MPI_Fint *datatype, const MPI_Fint *op, MPI_Fint *ierror) \
	{ \
		give(ierror, run(Name, inbuf, argbuf, inoutbuf, *count, datatype, op)); \
	}
SECTIONS(mpi_reduce_locals_f08ts_, "MPI_Reduce_locals", MPI_Fint)
SECTIONS(mpi_reduce_locals_f08ts_large_, "MPI_Reduce_locals", MPI_Count)
SECTIONS(pmpi_reduce_locals_f08ts_, "MPI_Reduce_locals", MPI_Fint)
SECTIONS(pmpi_reduce_locals_f08ts_large_, "MPI_Reduce_locals", MPI_Count)
