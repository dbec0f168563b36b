/*
 * Kernels: dst[i] = left[i] (op) right[i], for every operation and type of the table, with the bits that
 * rules.def defines. Any alignment; dst is left, or right, or overlaps neither.
 */
#ifndef SUMAC_KERNELS_H
#define SUMAC_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

/* The instruction sets that kernels are compiled for, each with all before it. PLAIN is what the build assumes anyway. */
#define SUMAC_ISAS(ROW, ...) \
	ROW(PLAIN, , __VA_ARGS__) \
	ROW(AVX2, __attribute__((target("avx2"))), __VA_ARGS__) \
	ROW(AVX512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), __VA_ARGS__)

#define SUMAC_ISA_NAME(isa, ...) SUMAC_ISA_##isa,
enum sumac_isa { SUMAC_ISAS(SUMAC_ISA_NAME) SUMAC_N_ISAS };

/* Which floating-point state a kernel's arithmetic depends on. */
enum sumac_kernel_state { SUMAC_KERNEL_INTEGER, SUMAC_KERNEL_SSE, SUMAC_KERNEL_X87, SUMAC_KERNEL_BOTH };

struct sumac_kernel {
	void (*combine)(void *dst, const void *left, const void *right, size_t count);
	enum sumac_kernel_state state;
};

/* Whether this machine has it; and the last that it has. */
bool sumac_isa_is_here(enum sumac_isa isa);
enum sumac_isa sumac_isa_here(void);

/* The kernel for the machine at hand; NULL if the table has no such pair. */
const struct sumac_kernel *sumac_kernel_find(int op, int type);
/* For one of the instruction sets that are here. All give the same bits. */
const struct sumac_kernel *sumac_kernel_find_for(enum sumac_isa isa, int op, int type);
/* Bytes of an element, 0 for an unknown type. */
size_t sumac_kernel_elem_bytes(int type);

/* combine, in the default floating-point environment, with the caller's restored afterwards. */
void sumac_kernel_run(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right,
		      size_t count);

#endif
