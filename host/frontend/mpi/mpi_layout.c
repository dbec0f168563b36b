/*
 * The host MPI finds gaps and leaves them out: packing reads, and unpacking writes, the bytes of elements and nothing
 * else.
 */
#include "frontend/mpi/mpi_layout.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/overlap.h"

int sumac_mpi_layout_of(MPI_Datatype datatype, struct sumac_mpi_layout *layout_out)
{
	MPI_Count lower;
	int code = PMPI_Type_size_x(datatype, &layout_out->size_bytes);

	layout_out->datatype = datatype;
	if (code == MPI_SUCCESS)
		code = PMPI_Type_get_extent_x(datatype, &lower, &layout_out->extent);
	if (code == MPI_SUCCESS)
		code = PMPI_Type_get_true_extent_x(datatype, &layout_out->first, &layout_out->span);
	layout_out->is_dense = layout_out->size_bytes == layout_out->span && layout_out->size_bytes == layout_out->extent;
	return code;
}

size_t sumac_mpi_layout_span(const struct sumac_mpi_layout *layout, MPI_Count count, MPI_Count *first_out)
{
	MPI_Count last = (count - 1) * layout->extent;

	*first_out = layout->first + (last < 0 ? last : 0);
	return count ? (size_t)(layout->span + (last < 0 ? -last : last)) : 0;
}

/* A communicator of our own, whose errors come back: the program's handler is to learn of its own call. */
static int packing_comm(MPI_Comm *comm_out)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	static MPI_Comm comm;
	static bool is_made;
	int code = MPI_SUCCESS;

	pthread_mutex_lock(&mutex);
	if (!is_made) {
		code = PMPI_Comm_dup(MPI_COMM_SELF, &comm);
		is_made = code == MPI_SUCCESS;
		if (is_made)
			PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	}
	pthread_mutex_unlock(&mutex);
	*comm_out = comm;
	return code;
}

/* Packing no elements only checks the datatype, and only our own communicator's handler would learn of an error. */
bool sumac_mpi_is_datatype(MPI_Datatype datatype)
{
	int is_begun = 0, at = 0;
	MPI_Comm comm;
	char none;

	PMPI_Initialized(&is_begun);
	return is_begun && packing_comm(&comm) == MPI_SUCCESS &&
	       PMPI_Pack(&none, 0, datatype, &none, sizeof(none), &at, comm) == MPI_SUCCESS;
}

uint64_t sumac_mpi_bytes_of(MPI_Datatype datatype, uint64_t count)
{
	int elem_bytes = 0;

	if (sumac_mpi_is_datatype(datatype))
		PMPI_Type_size(datatype, &elem_bytes);
	return count * (uint64_t)elem_bytes;
}

/* Elements on their way, without gaps. */
struct parcel {
	MPI_Comm comm;
	int cap_bytes, len_bytes;
	char *bytes;
};

/* Not by MPI_Pack_size, in which Open MPI crashes on a datatype that is not committed. */
static int parcel_make(const struct sumac_mpi_layout *layout, int count, struct parcel *parcel_out)
{
	MPI_Count bytes = count * layout->size_bytes;
	int code = bytes > INT_MAX ? MPI_ERR_COUNT : packing_comm(&parcel_out->comm);

	parcel_out->cap_bytes = (int)bytes;
	parcel_out->bytes = code == MPI_SUCCESS ? malloc((size_t)parcel_out->cap_bytes + 1) : NULL;
	return code == MPI_SUCCESS && !parcel_out->bytes ? MPI_ERR_NO_MEM : code;
}

static int pack(const struct sumac_mpi_layout *layout, const void *src, int count, struct parcel *parcel)
{
	parcel->len_bytes = 0;
	return PMPI_Pack(src, count, layout->datatype, parcel->bytes, parcel->cap_bytes, &parcel->len_bytes, parcel->comm);
}

static int unpack(const struct sumac_mpi_layout *layout, void *dst, int count, const struct parcel *parcel)
{
	int at = 0;

	return PMPI_Unpack(parcel->bytes, parcel->cap_bytes, &at, dst, count, layout->datatype, parcel->comm);
}

int sumac_mpi_layout_copy(const struct sumac_mpi_layout *layout, void *dst, const void *src, int count)
{
	struct parcel parcel;
	MPI_Count first;
	int code;

	if (layout->is_dense) {
		size_t span = sumac_mpi_layout_span(layout, count, &first);

		memcpy((char *)dst + first, (const char *)src + first, span);
		return MPI_SUCCESS;
	}
	code = parcel_make(layout, count, &parcel);
	if (code == MPI_SUCCESS)
		code = pack(layout, src, count, &parcel);
	if (code == MPI_SUCCESS)
		code = unpack(layout, dst, count, &parcel);
	free(parcel.bytes);
	return code;
}

/* Whether packed elements have a byte that is not 0. */
static bool has_mark(const struct parcel *parcel)
{
	for (int i = 0; i < parcel->len_bytes; i++)
		if (parcel->bytes[i])
			return true;
	return false;
}

/* For elements that interleave: marks those at a in a picture of the memory of both, and looks at those at b. If this cannot be
 * found out, it counts as an overlap. */
static bool elements_overlap(const struct sumac_mpi_layout *layout, char *picture_a, char *picture_b, MPI_Count count)
{
	struct parcel parcel;
	bool is_apart = parcel_make(layout, 1, &parcel) == MPI_SUCCESS;

	if (is_apart)
		memset(parcel.bytes, 0xFF, (size_t)parcel.cap_bytes);
	for (MPI_Count i = 0; i < count && is_apart; i++)
		is_apart = unpack(layout, picture_a + i * layout->extent, 1, &parcel) == MPI_SUCCESS;
	for (MPI_Count i = 0; i < count && is_apart; i++)
		is_apart = pack(layout, picture_b + i * layout->extent, 1, &parcel) == MPI_SUCCESS && !has_mark(&parcel);
	free(parcel.bytes);
	return !is_apart;
}

bool sumac_mpi_layout_overlap(const struct sumac_mpi_layout *layout, const void *a, const void *b, MPI_Count count)
{
	MPI_Count first;
	size_t span = sumac_mpi_layout_span(layout, count, &first), apart;
	const char *at_a = (const char *)a + first, *at_b = (const char *)b + first;
	char *picture;
	bool is_overlap;

	if (layout->is_dense || a == b)
		return span && (a == b || sumac_overlap(at_a, span, at_b, span));
	if (!sumac_overlap(at_a, span, at_b, span))
		return false;
	apart = (size_t)(at_a < at_b ? at_b - at_a : at_a - at_b);
	picture = calloc(1, span + apart);
	if (!picture)
		return true;
	at_a = picture + (at_a < at_b ? 0 : apart) - first;
	at_b = picture + ((const char *)a < (const char *)b ? apart : 0) - first;
	is_overlap = elements_overlap(layout, (char *)at_a, (char *)at_b, count);
	free(picture);
	return is_overlap;
}
