/*
 * The SSE unit's default floating-point environment: rounding to nearest, subnormals kept, nothing trapped.
 */
#ifndef SUMAC_KERNEL_SSE_H
#define SUMAC_KERNEL_SSE_H

#include <stdint.h>

/* Keeps the caller's, and sets it where it differs. */
static inline __attribute__((always_inline)) void sumac_sse_enter(uint32_t *saved_out)
{
	static const uint32_t clean = 0x1F80; /* all masked, nearest, neither FTZ nor DAZ; no flag raised */
	const uint32_t flags = 0x003F;

	__asm__ volatile("stmxcsr %0" : "=m"(*saved_out));
	if ((*saved_out & ~flags) != clean)
		__asm__ volatile("ldmxcsr %0" : : "m"(clean));
}

static inline __attribute__((always_inline)) void sumac_sse_leave(uint32_t saved)
{
	__asm__ volatile("ldmxcsr %0" : : "m"(saved));
}

#endif
