/*
 * Runs kernels in the default floating-point environment: rounding to nearest, subnormals kept, nothing trapped, whatever the
 * calling program has set; and folds many operands with them, in the order of E or from the left.
 *
 * Up to 8 operands are one pass over memory, where the kernel has one. More operands, and those that go by pairs, are done a
 * block at a time, so that the values on the way to the result stay in the first cache.
 */
#include <string.h>

#include "engine/kernel/kernel_sse.h"
#include "engine/kernel/kernels.h"
#include "engine/engine.h"
#include "sumac.h"

struct environment {
	uint32_t mxcsr;
	uint32_t x87[7];
	bool x87_was_other;
};

/* The whole x87 environment is kept, which takes as long as dozens of elements: a flag raised here must not trap where the
 * caller unmasks it. Where the caller has the default control word nothing traps, and flags rise as from its own sums. */
static inline __attribute__((always_inline)) bool x87_is_clean(void)
{
	uint16_t control;

	__asm__ volatile("fnstcw %0" : "=m"(control));
	return control == 0x037F;
}

static inline __attribute__((always_inline)) void x87_enter(struct environment *saved)
{
	saved->x87_was_other = !x87_is_clean();
	if (saved->x87_was_other) {
		__asm__ volatile("fnstenv %0" : "=m"(saved->x87));
		__asm__ volatile("fninit");
	}
}

static inline __attribute__((always_inline)) void x87_leave(const struct environment *saved)
{
	if (saved->x87_was_other)
		__asm__ volatile("fldenv %0" : : "m"(saved->x87));
}

static inline __attribute__((always_inline)) void enter(const struct sumac_kernel *kernel, struct environment *saved)
{
	if (kernel->state & SUMAC_KERNEL_X87)
		x87_enter(saved);
	if (kernel->state & SUMAC_KERNEL_SSE)
		sumac_sse_enter(&saved->mxcsr);
}

static inline __attribute__((always_inline)) void leave(const struct sumac_kernel *kernel, const struct environment *saved)
{
	if (kernel->state & SUMAC_KERNEL_SSE)
		sumac_sse_leave(saved->mxcsr);
	if (kernel->state & SUMAC_KERNEL_X87)
		x87_leave(saved);
}

static __attribute__((noinline)) void run_in_environment(const struct sumac_kernel *kernel, void *dst, const void *left,
							 const void *right, size_t count)
{
	struct environment saved;

	enter(kernel, &saved);
	kernel->combine(dst, left, right, count);
	leave(kernel, &saved);
}

/* Most calls are short, and read the state of one unit or of none: a clean x87 needs nothing put back. */
static inline __attribute__((always_inline)) void run(const struct sumac_kernel *kernel, void *dst, const void *left,
						      const void *right, size_t count)
{
	struct environment saved;

	if (kernel->state == SUMAC_KERNEL_SSE) {
		sumac_sse_enter(&saved.mxcsr);
		kernel->combine(dst, left, right, count);
		sumac_sse_leave(saved.mxcsr);
	} else if (kernel->state == SUMAC_KERNEL_INTEGER || (kernel->state == SUMAC_KERNEL_X87 && x87_is_clean())) {
		kernel->combine(dst, left, right, count);
	} else {
		run_in_environment(kernel, dst, left, right, count);
	}
}

void sumac_kernel_run(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count)
{
	run(kernel, dst, left, right, count);
}

int sumac_engine_cpu_combine(int op, int type, void *out, const void *left, const void *right, size_t count)
{
	const struct sumac_kernel *kernel = sumac_kernel_find(op, type);

	if (!kernel)
		return -SUMAC_EOP;
	if (count)
		run(kernel, out, left, right, count);
	return 0;
}

void sumac_engine_cpu_widen(int type, void *wide, const void *narrow, size_t count)
{
	run(sumac_kernel_conversion(sumac_isa_here(), type, true), wide, narrow, NULL, count);
}

void sumac_engine_cpu_round(int type, void *narrow, const void *wide, size_t count)
{
	run(sumac_kernel_conversion(sumac_isa_here(), type, false), narrow, wide, NULL, count);
}

enum { BLOCK_BYTES = 2048, MOST = SUMAC_KERNEL_MOST_OPERANDS };

/* A fold of n operands: one block of them, which begins at at_bytes. */
struct fold {
	const struct sumac_kernel *kernel;
	const uint8_t *const *operands;
	size_t at_bytes, n_elems;
};

/* out = E(0, n) by pairs, of 2 to 8 operands, a block of each: subexpressions of a power of two of them are combined as soon as
 * both are there, the rest at the end. out may be an operand, so it is written last. */
static __attribute__((noinline)) void fold_pairs(const struct fold *fold, const uint8_t *const operands[], int n, uint8_t *out)
{
	uint8_t blocks[3][BLOCK_BYTES] __attribute__((aligned(64)));
	const uint8_t *values[4];
	int n_values = 0;

	for (int n_taken = 1; n_taken <= n; n_taken++) {
		values[n_values++] = operands[n_taken - 1];
		for (int n_units = n_taken; n_values > 1 && (n_units % 2 == 0 || n_taken == n); n_units /= 2) {
			uint8_t *value = n_values == 2 && n_taken == n ? out : blocks[n_values - 2];

			n_values--;
			fold->kernel->combine(value, values[n_values - 1], values[n_values], fold->n_elems);
			values[n_values - 1] = value;
		}
	}
}

/* out = E(0, n) of 2 to 8 operands, which are a block each if the kernel has no pass for them. */
static void fold_few(const struct fold *fold, const uint8_t *const operands[], int n, uint8_t *out)
{
	if (n == 2)
		fold->kernel->combine(out, operands[0], operands[1], fold->n_elems);
	else if (fold->kernel->fold)
		fold->kernel->fold(out, operands, n, fold->n_elems);
	else
		fold_pairs(fold, operands, n, out);
}

static const uint8_t *fold_block(const struct fold *fold, int first, int n, uint8_t *out);

/* Folds more than 8 operands by subexpressions of a power of 8 of them, and a last one of the rest. E combines those as if each
 * were an operand. The power says how deep the calls nest. */
static __attribute__((noinline)) void fold_many(const struct fold *fold, int first, int n, uint8_t *out)
{
	uint8_t blocks[MOST][BLOCK_BYTES] __attribute__((aligned(64)));
	const uint8_t *values[MOST];
	int each = MOST, n_values = 0;

	while (each <= (n - 1) / MOST)
		each *= MOST;
	for (int at = 0; at < n; at += each, n_values++)
		values[n_values] = fold_block(fold, first + at, n - at < each ? n - at : each, blocks[n_values]);
	fold_few(fold, values, n_values, out);
}

/* E(first, n) of this block, in out; or where the operand lies, if n is 1. */
static const uint8_t *fold_block(const struct fold *fold, int first, int n, uint8_t *out)
{
	const uint8_t *values[MOST];

	if (n == 1)
		return fold->operands[first] + fold->at_bytes;
	if (n > MOST) {
		fold_many(fold, first, n, out);
		return out;
	}
	for (int i = 0; i < n; i++)
		values[i] = fold->operands[first + i] + fold->at_bytes;
	fold_few(fold, values, n, out);
	return out;
}

/* The left fold of this block of n > 1 operands: E of three is one. out may be any operand, so it is written last. */
static void fold_block_left(const struct fold *fold, int n, uint8_t *out)
{
	int most = fold->kernel->fold ? 3 : 2;
	uint8_t block[BLOCK_BYTES] __attribute__((aligned(64)));
	const uint8_t *values[3] = { fold->operands[0] + fold->at_bytes };

	for (int next = 1; next < n;) {
		int n_values = 1;

		while (n_values < most && next < n)
			values[n_values++] = fold->operands[next++] + fold->at_bytes;
		fold_few(fold, values, n_values, next < n ? block : out);
		values[0] = block;
	}
}

static void fold_blocks(struct fold *fold, int n, size_t n_elems, bool is_left, uint8_t *out)
{
	size_t block_elems = BLOCK_BYTES / fold->kernel->elem_bytes;

	for (size_t first = 0; first < n_elems; first += block_elems) {
		fold->n_elems = n_elems - first < block_elems ? n_elems - first : block_elems;
		fold->at_bytes = first * fold->kernel->elem_bytes;
		if (is_left)
			fold_block_left(fold, n, out + fold->at_bytes);
		else
			fold_block(fold, 0, n, out + fold->at_bytes);
	}
}

static void fold_in_environment(const struct sumac_kernel *kernel, void *out, const uint8_t *const operands[], int n,
				size_t n_elems, bool is_left)
{
	struct fold fold = { .kernel = kernel, .operands = operands, .n_elems = n_elems };
	struct environment saved;

	if (n == 1) {
		if (out != operands[0])
			memcpy(out, operands[0], n_elems * kernel->elem_bytes);
		return;
	}
	enter(kernel, &saved);
	if (n == 2)
		kernel->combine(out, operands[0], operands[1], n_elems);
	else if (kernel->fold && n <= (is_left ? 3 : MOST))
		kernel->fold(out, operands, n, n_elems);
	else
		fold_blocks(&fold, n, n_elems, is_left, out);
	leave(kernel, &saved);
}

void sumac_kernel_fold(const struct sumac_kernel *kernel, void *out, const uint8_t *const operands[], int n, size_t n_elems)
{
	fold_in_environment(kernel, out, operands, n, n_elems, false);
}

void sumac_kernel_fold_left(const struct sumac_kernel *kernel, void *out, const uint8_t *const operands[], int n, size_t n_elems)
{
	fold_in_environment(kernel, out, operands, n, n_elems, !kernel->is_free);
}

bool sumac_kernel_fold_both(const struct sumac_kernel *kernel, void *out, void *also, const uint8_t *const operands[],
			    size_t n_elems)
{
	struct environment saved;

	if (!kernel->both)
		return false;
	enter(kernel, &saved);
	kernel->both(out, also, operands[0], operands[1], n_elems);
	leave(kernel, &saved);
	return true;
}
