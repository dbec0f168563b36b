/*
 * A reduction of two operands that this process has, by the kernels of the CPU engine.
 */
#include "base/combination.h"
#include "base/fail.h"
#include "engine/engine.h"
#include "sumac.h"

/* Of ranges of the same length. */
static inline bool overlap_in_part(const void *a, const void *b, size_t len_bytes)
{
	uintptr_t left = (uintptr_t)a, right = (uintptr_t)b;

	return a != b && (left < right ? right - left : left - right) < len_bytes;
}

int sumac_reduce_local(enum sumac_op op, enum sumac_type type, void *out, const void *left, const void *right, size_t count)
{
	size_t bytes = sumac_type_bytes(type), len_bytes;
	int err = sumac_combination_check(op, type);

	if (err || !count)
		return err;
	/* Not by a division: most calls are short. */
	if (__builtin_mul_overflow(count, bytes, &len_bytes) || len_bytes > PTRDIFF_MAX)
		return sumac_fail(SUMAC_EINVAL, "%zu elements of %zu bytes are more than memory can hold", count, bytes);
	if (!out || !left || !right)
		return sumac_fail(SUMAC_EINVAL, "%s is NULL", !out ? "the result" : !left ? "the left operand" : "the right operand");
	if (overlap_in_part(out, left, len_bytes) || overlap_in_part(out, right, len_bytes))
		return sumac_fail(SUMAC_EOVERLAP, "the result overlaps an operand in part");
	return sumac_engine_cpu_combine(op, type, out, left, right, count);
}
