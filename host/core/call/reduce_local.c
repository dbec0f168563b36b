/*
 * Reduces two operands of this process with the CPU engine's kernels.
 */
#include "base/combination.h"
#include "base/fail.h"
#include "engine/engine.h"
#include "sumac.h"

/* The two ranges have the same length. */
static inline bool overlap_in_part(const void *a, const void *b, size_t len_bytes)
{
	uintptr_t ahead = (uintptr_t)a - (uintptr_t)b;

	return ahead && (ahead < len_bytes || -ahead < len_bytes);
}

static bool is_too_long(size_t count, size_t elem_bytes, size_t *len_bytes_out)
{
	/* Avoids a division, since most calls are short. */
	return __builtin_mul_overflow(count, elem_bytes, len_bytes_out) || *len_bytes_out > PTRDIFF_MAX;
}

static __attribute__((cold, noinline)) int refuse(const void *out, const void *left, const void *right, size_t count,
						  size_t elem_bytes)
{
	size_t len_bytes;

	if (is_too_long(count, elem_bytes, &len_bytes))
		return sumac_fail(SUMAC_EINVAL, "%zu elements of %zu bytes are more than memory can hold", count, elem_bytes);
	if (!out || !left || !right)
		return sumac_fail(SUMAC_EINVAL, "%s is NULL",
				  !out ? "the result" : !left ? "the left operand" : "the right operand");
	return sumac_fail(SUMAC_EOVERLAP, "the result overlaps part of an operand");
}

int sumac_reduce_local(enum sumac_op op, enum sumac_type type, void *out, const void *left, const void *right, size_t count)
{
	size_t elem_bytes = sumac_type_bytes(type), len_bytes;

	if (!sumac_combination_is_there(op, type))
		return sumac_combination_check(op, type);
	if (!count)
		return 0;
	if (is_too_long(count, elem_bytes, &len_bytes) || !out || !left || !right || overlap_in_part(out, left, len_bytes) ||
	    overlap_in_part(out, right, len_bytes))
		return refuse(out, left, right, count, elem_bytes);
	return sumac_engine_cpu_combine(op, type, out, left, right, count);
}
