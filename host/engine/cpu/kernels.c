/*
 * Finds kernels, and runs them in the default floating-point environment: rounding to nearest, subnormals
 * kept, nothing trapped, whatever the calling program has set.
 */
#include "engine/cpu/kernels.h"

#include "engine/cpu/kernel_family.h"

enum { N_OPS = 16, N_TYPES = 256 };

/* The unit that does the arithmetic decides which state it reads: long double is done in x87, binary128 in
 * both. */
#define STATE(type, calc) \
	(SUMAC_TYPE_##type >> 4 == SUMAC_CLASS_SINT || SUMAC_TYPE_##type >> 4 == SUMAC_CLASS_UINT || \
	 SUMAC_TYPE_##type >> 4 == SUMAC_CLASS_LOGICAL || SUMAC_TYPE_##type >> 4 == SUMAC_CLASS_BYTES \
		 ? SUMAC_KERNEL_INTEGER \
		 : sizeof(calc) == 16 ? SUMAC_KERNEL_X87 : SUMAC_KERNEL_SSE)

static const struct sumac_kernel kernels[N_OPS][N_TYPES] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, ...) \
	[SUMAC_OP_##op][SUMAC_TYPE_##type] = { sumac_kernel_##op##_##type, STATE(type, calc) },
#include "spec/combinations.def"
};

static const unsigned char elem_bytes[N_TYPES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = bytes,
#include "spec/rows.def"
};

const struct sumac_kernel *sumac_kernel_find(int op, int type)
{
	if (op < 0 || op >= N_OPS || type < 0 || type >= N_TYPES || !kernels[op][type].combine)
		return NULL;
	return &kernels[op][type];
}

size_t sumac_kernel_elem_bytes(int type)
{
	return type < 0 || type >= N_TYPES ? 0 : elem_bytes[type];
}

static void run_sse(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count)
{
	const uint32_t clean = 0x1F80; /* all masked, nearest, neither FTZ nor DAZ, no flag raised */
	uint32_t saved;

	__asm__ volatile("stmxcsr %0" : "=m"(saved));
	__asm__ volatile("ldmxcsr %0" : : "m"(clean));
	kernel->combine(dst, left, right, count);
	__asm__ volatile("ldmxcsr %0" : : "m"(saved));
}

/* The whole x87 environment is kept: a flag raised here must not trap where the caller unmasks it. */
static void run_x87(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count)
{
	struct {
		uint32_t words[7];
	} saved;

	__asm__ volatile("fnstenv %0" : "=m"(saved));
	__asm__ volatile("fninit");
	run_sse(kernel, dst, left, right, count);
	__asm__ volatile("fldenv %0" : : "m"(saved));
}

void sumac_kernel_run(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count)
{
	switch (kernel->state) {
	case SUMAC_KERNEL_INTEGER:
		kernel->combine(dst, left, right, count);
		return;
	case SUMAC_KERNEL_SSE:
		run_sse(kernel, dst, left, right, count);
		return;
	case SUMAC_KERNEL_X87:
		run_x87(kernel, dst, left, right, count);
		return;
	}
}
