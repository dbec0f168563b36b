/*
 * Kernels: dst[i] = left[i] (op) right[i], for every operation and type of the table, with the bits that
 * rules.def defines; and folds of more operands. Any alignment; dst is one of the operands, or overlaps none.
 */
#ifndef SUMAC_KERNELS_H
#define SUMAC_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SUMAC_TARGET_AVX2 __attribute__((target("avx2,f16c")))

/* The instruction sets that kernels are compiled for, each with all before it. PLAIN is what the build assumes anyway. */
#define SUMAC_ISAS(ROW, ...) \
	ROW(PLAIN, , __VA_ARGS__) \
	ROW(AVX2, SUMAC_TARGET_AVX2, __VA_ARGS__) \
	ROW(AVX512, __attribute__((target("f16c,avx512f,avx512bw,avx512dq,avx512vl"))), __VA_ARGS__)

#define SUMAC_ISA_NAME(isa, ...) SUMAC_ISA_##isa,
enum sumac_isa { SUMAC_ISAS(SUMAC_ISA_NAME) SUMAC_N_ISAS };

/* Which floating-point state a kernel's arithmetic depends on. */
enum sumac_kernel_state {
	SUMAC_KERNEL_INTEGER,
	SUMAC_KERNEL_SSE = 1,
	SUMAC_KERNEL_X87 = 2,
	SUMAC_KERNEL_BOTH = SUMAC_KERNEL_SSE | SUMAC_KERNEL_X87,
};

enum { SUMAC_KERNEL_MOST_OPERANDS = 8 }; /* of one pass over memory */

struct sumac_kernel {
	void (*combine)(void *dst, const void *left, const void *right, size_t count);
	/* dst = E(0, n) of 3 to 8 operands in one pass; NULL where that gains nothing over pairs. */
	void (*fold)(void *dst, const uint8_t *const operands[], int n, size_t count);
	/* dst and also = left (op) right in one pass; each of them is an operand, or overlaps none. NULL where fold is. */
	void (*both)(void *dst, void *also, const void *left, const void *right, size_t count);
	enum sumac_kernel_state state;
	unsigned char elem_bytes;
	bool is_free; /* whatever the order, the bits are the same */
};

/* Whether this machine has it; and the last that it has. */
bool sumac_isa_is_here(enum sumac_isa isa);
enum sumac_isa sumac_isa_here(void);

enum { SUMAC_KERNEL_N_OPS = 16, SUMAC_KERNEL_N_TYPES = 256 };

/* One more than the number of the pair, 0 where there is none; and the kernels for the machine at hand by number, from when the
 * library is loaded. */
extern const unsigned char sumac_kernel_numbers[SUMAC_KERNEL_N_OPS][SUMAC_KERNEL_N_TYPES] __attribute__((visibility("hidden")));
extern const struct sumac_kernel *sumac_kernels_here __attribute__((visibility("hidden")));

/* The kernel for the machine at hand; NULL if the table has no such pair. Inline, for calls of a few elements. */
static inline const struct sumac_kernel *sumac_kernel_find(int op, int type)
{
	if ((unsigned)op >= SUMAC_KERNEL_N_OPS || (unsigned)type >= SUMAC_KERNEL_N_TYPES || !sumac_kernel_numbers[op][type])
		return NULL;
	return &sumac_kernels_here[sumac_kernel_numbers[op][type] - 1];
}
/* For one of the instruction sets that are here. All give the same bits. */
const struct sumac_kernel *sumac_kernel_find_for(enum sumac_isa isa, int op, int type);
/* Not an operation: its left operands are the result, of a wider type (SUMAC_WIDE in rules.def), or of the type, from the wider
 * one; it ignores the right ones. NULL: there is none. */
const struct sumac_kernel *sumac_kernel_conversion(enum sumac_isa isa, int type, bool is_to_wider);
/* Bytes of an element, 0 for an unknown type. */
size_t sumac_kernel_elem_bytes(int type);

/* combine, in the default floating-point environment, with the caller's restored afterwards. */
void sumac_kernel_run(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right,
		      size_t count);
/* Likewise: out = E(0, n) of n >= 1 operands; and their left fold. */
void sumac_kernel_fold(const struct sumac_kernel *kernel, void *out, const uint8_t *const operands[], int n, size_t n_elems);
void sumac_kernel_fold_left(const struct sumac_kernel *kernel, void *out, const uint8_t *const operands[], int n, size_t n_elems);
/* out and also = E(0, 2); false: the kernel has no such pass, and nothing is done. */
bool sumac_kernel_fold_both(const struct sumac_kernel *kernel, void *out, void *also, const uint8_t *const operands[],
			    size_t n_elems);

#endif
