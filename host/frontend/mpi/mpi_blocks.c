/*
 * MPI_Reduce_local leaves its result in its right operand's place. If the result is wanted elsewhere, we copy
 * elements a block at a time, so that they are still in the cache when they are combined.
 */
#include "frontend/mpi/mpi_blocks.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BLOCK_BYTES = 16384 };

/* Room for elements, whose memory begins with their first byte. */
struct place {
	char *memory, *elements;
};

static bool place_make(const struct sumac_mpi_layout *layout, int count, struct place *place_out)
{
	MPI_Count first;
	size_t span = sumac_mpi_layout_span(layout, count, &first);

	place_out->memory = calloc(1, span + 1);
	place_out->elements = place_out->memory ? place_out->memory - first : NULL;
	return place_out->memory != NULL;
}

static int block_of(const struct sumac_mpi_layout *layout)
{
	MPI_Count bytes = layout->extent < 0 ? -layout->extent : layout->extent;

	bytes = bytes > layout->size_bytes ? bytes : layout->size_bytes;
	return bytes >= BLOCK_BYTES ? 1 : (int)(BLOCK_BYTES / (bytes ? bytes : 1));
}

struct blocks {
	const struct sumac_mpi_layout *layout;
	MPI_Op op;
	struct place place; /* room for a block, if needed */
};

static int reduce(const struct blocks *b, const void *left, void *right_io, int n)
{
	return PMPI_Reduce_local(left, right_io, n, b->layout->datatype, b->op);
}

/* Fails with a code that the error handler has not heard of. */
static int copy(const struct blocks *b, void *dst, const void *src, int n)
{
	return -sumac_mpi_layout_copy(b->layout, dst, src, n);
}

static int to_third(const struct blocks *b, const void *left, const void *right, void *out, int n)
{
	int code = copy(b, out, right, n);

	return code == MPI_SUCCESS ? reduce(b, left, out, n) : code;
}

static int to_left(const struct blocks *b, const void *right, void *left_io, int n)
{
	int code = copy(b, b->place.elements, right, n);

	if (code == MPI_SUCCESS)
		code = reduce(b, left_io, b->place.elements, n);
	return code == MPI_SUCCESS ? copy(b, left_io, b->place.elements, n) : code;
}

/* One operand twice, in its own place. */
static int to_both(const struct blocks *b, void *both_io, int n)
{
	int code = copy(b, b->place.elements, both_io, n);

	return code == MPI_SUCCESS ? reduce(b, b->place.elements, both_io, n) : code;
}

static int one_block(const struct blocks *b, const char *left, const char *right, char *out, int n)
{
	if (left != out)
		return right == out ? reduce(b, left, out, n) : to_third(b, left, right, out, n);
	return right == out ? to_both(b, out, n) : to_left(b, right, out, n);
}

int sumac_mpi_by_blocks(const struct sumac_mpi_layout *layout, MPI_Op op, const void *left, const void *right, void *out,
			MPI_Count count)
{
	struct blocks blocks = { .layout = layout, .op = op };
	int most = left != out && right == out ? INT_MAX : block_of(layout), code = MPI_SUCCESS;

	if (left == out && !place_make(layout, count < most ? (int)count : most, &blocks.place))
		return -MPI_ERR_NO_MEM;
	for (MPI_Count at = 0; at < count && code == MPI_SUCCESS; at += most) {
		MPI_Count offset = at * layout->extent;
		int n = count - at < most ? (int)(count - at) : most;

		code = one_block(&blocks, (const char *)left + offset, (const char *)right + offset, (char *)out + offset, n);
	}
	free(blocks.place.memory);
	return code;
}
