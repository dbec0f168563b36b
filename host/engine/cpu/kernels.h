/*
 * Kernels: dst[i] = left[i] (op) right[i], for every operation and type of the table, with the bits that
 * rules.def defines. Any alignment; dst is left, or right, or overlaps neither.
 */
#ifndef SUMAC_KERNELS_H
#define SUMAC_KERNELS_H

#include <stddef.h>

/* Which floating-point state a kernel's arithmetic depends on. */
enum sumac_kernel_state { SUMAC_KERNEL_INTEGER, SUMAC_KERNEL_SSE, SUMAC_KERNEL_X87 /* and SSE */ };

struct sumac_kernel {
	void (*combine)(void *dst, const void *left, const void *right, size_t count);
	enum sumac_kernel_state state;
};

/* NULL if the table has no such pair. */
const struct sumac_kernel *sumac_kernel_find(int op, int type);
/* Bytes of an element, 0 for an unknown type. */
size_t sumac_kernel_elem_bytes(int type);

/* combine, in the default floating-point environment, with the caller's restored afterwards. */
void sumac_kernel_run(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right,
		      size_t count);

#endif
