/*
 * A reduction of two operands that this process has, by the kernels of the CPU engine.
 */
#include "base/combination.h"
#include "base/fail.h"
#include "base/overlap.h"
#include "engine/engine.h"
#include "sumac.h"

static bool overlap_in_part(const void *a, const void *b, size_t len_bytes)
{
	return a != b && sumac_overlap(a, len_bytes, b, len_bytes);
}

int sumac_reduce_local(enum sumac_op op, enum sumac_type type, void *out, const void *left, const void *right, size_t count)
{
	int err = sumac_combination_check(op, type);
	size_t bytes = sumac_type_bytes(type);

	if (err || !count)
		return err;
	if (count > (size_t)PTRDIFF_MAX / bytes)
		return sumac_fail(SUMAC_EINVAL, "%zu elements of %zu bytes are more than memory can hold", count, bytes);
	if (!out || !left || !right)
		return sumac_fail(SUMAC_EINVAL, "%s is NULL", !out ? "the result" : !left ? "the left operand" : "the right operand");
	if (overlap_in_part(out, left, count * bytes) || overlap_in_part(out, right, count * bytes))
		return sumac_fail(SUMAC_EOVERLAP, "the result overlaps an operand in part");
	return sumac_engine_cpu_combine(op, type, out, left, right, count);
}
