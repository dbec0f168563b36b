/*
 * Walks over the elements of a section in the order in which Fortran counts them: the first dimension runs fastest.
 */
#include "frontend/mpi/mpi_section.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* An array without elements is contiguous, whatever its strides. */
bool sumac_section_is_contiguous(const CFI_cdesc_t *section)
{
	ptrdiff_t side_by_side = (ptrdiff_t)section->elem_len;
	bool is_so = true;

	for (int d = 0; d < section->rank; d++) {
		is_so = is_so && (section->dim[d].extent == 1 || section->dim[d].sm == side_by_side);
		side_by_side *= section->dim[d].extent;
	}
	return is_so || !side_by_side;
}

size_t sumac_section_bytes(const CFI_cdesc_t *section)
{
	size_t bytes = section->elem_len;

	for (int d = 0; d < section->rank; d++)
		bytes *= section->dim[d].extent > 0 ? (size_t)section->dim[d].extent : 0;
	return bytes;
}

/* The action for each piece of the section; false ends the walk. */
typedef bool visitor(char *piece, size_t len_bytes, void *ctx);

/* The contiguous array of any shape is one piece. */
static bool walk(const CFI_cdesc_t *section, size_t len_bytes, visitor *visit, void *ctx)
{
	ptrdiff_t index[CFI_MAX_RANK] = { 0 };
	char *element = section->base_addr;

	if (sumac_section_is_contiguous(section))
		return visit(element, len_bytes, ctx);
	while (len_bytes) {
		size_t piece = len_bytes < section->elem_len ? len_bytes : section->elem_len;
		int d = 0;

		if (!visit(element, piece, ctx))
			return false;
		len_bytes -= piece;
		element += section->dim[0].sm;
		while (++index[d] == section->dim[d].extent && d + 1 < section->rank) {
			element += section->dim[d + 1].sm - index[d] * section->dim[d].sm;
			index[d++] = 0;
		}
	}
	return true;
}

static bool take(char *piece, size_t len_bytes, void *ctx)
{
	char **packed = ctx;

	memcpy(*packed, piece, len_bytes);
	*packed += len_bytes;
	return true;
}

static bool put(char *piece, size_t len_bytes, void *ctx)
{
	const char **packed = ctx;

	memcpy(piece, *packed, len_bytes);
	*packed += len_bytes;
	return true;
}

void sumac_section_pack(const CFI_cdesc_t *section, void *packed_out, size_t len_bytes)
{
	walk(section, len_bytes, take, &packed_out);
}

void sumac_section_unpack(const CFI_cdesc_t *section, const void *packed, size_t len_bytes)
{
	walk(section, len_bytes, put, &packed);
}

struct range {
	uintptr_t begin, end;
	char *picture; /* a byte for each of the range */
};

static bool widen(char *piece, size_t len_bytes, void *ctx)
{
	struct range *range = ctx;
	uintptr_t begin = (uintptr_t)piece, end = begin + len_bytes;

	range->begin = begin < range->begin ? begin : range->begin;
	range->end = end > range->end ? end : range->end;
	return true;
}

static bool mark(char *piece, size_t len_bytes, void *ctx)
{
	const struct range *range = ctx;

	memset(range->picture + ((uintptr_t)piece - range->begin), 1, len_bytes);
	return true;
}

/* Looks whether no byte is marked that lies in the picture. */
static bool is_free(char *piece, size_t len_bytes, void *ctx)
{
	const struct range *range = ctx;

	for (uintptr_t at = (uintptr_t)piece; len_bytes; at++, len_bytes--)
		if (at >= range->begin && at < range->end && range->picture[at - range->begin])
			return false;
	return true;
}

/* Without memory to find out it counts as an overlap. */
bool sumac_section_overlap(const CFI_cdesc_t *a, const CFI_cdesc_t *b, size_t len_bytes)
{
	struct range range_a = { .begin = UINTPTR_MAX }, range_b = { .begin = UINTPTR_MAX };
	bool is_apart;

	walk(a, len_bytes, widen, &range_a);
	walk(b, len_bytes, widen, &range_b);
	if (!len_bytes || range_a.end <= range_b.begin || range_b.end <= range_a.begin)
		return false;
	range_a.picture = calloc(1, range_a.end - range_a.begin);
	is_apart = range_a.picture && walk(a, len_bytes, mark, &range_a) && walk(b, len_bytes, is_free, &range_a);
	free(range_a.picture);
	return !is_apart;
}
