/*
 * Finds kernels, for the instruction set of the machine at hand, and runs them in the default floating-point environment:
 * rounding to nearest, subnormals kept, nothing trapped, whatever the calling program has set.
 */
#include "engine/cpu/kernels.h"

#include <stdatomic.h>

#include "engine/cpu/kernel_family.h"

enum { N_OPS = 16, N_TYPES = 256 };

/* The unit that does the arithmetic decides which state it reads: integers have none, long double is done in x87, binary128 in
 * both. */
#define STATE(calc) \
	((calc)0.5 == 0 ? SUMAC_KERNEL_INTEGER : \
	 __builtin_types_compatible_p(calc, long double) ? SUMAC_KERNEL_X87 : \
	 __builtin_types_compatible_p(calc, __float128) ? SUMAC_KERNEL_BOTH : SUMAC_KERNEL_SSE)

enum {
#define SUMAC_COMBINATION(op, type, ...) PAIR_##op##_##type,
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	N_PAIRS
};

/* One more than the number of the pair; 0 where there is none. */
static const unsigned char numbers[N_OPS][N_TYPES] = {
#define SUMAC_COMBINATION(op, type, ...) [SUMAC_OP_##op][SUMAC_TYPE_##type] = 1 + PAIR_##op##_##type,
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};
_Static_assert(N_PAIRS < 256, "the number of a pair fits its byte");

#define ENTRY(isa, target, op, type, calc) \
	[SUMAC_ISA_##isa][PAIR_##op##_##type] = { sumac_kernel_##isa##_##op##_##type, STATE(calc) },
static const struct sumac_kernel kernels[SUMAC_N_ISAS][N_PAIRS] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, ...) SUMAC_ISAS(ENTRY, op, type, calc)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};

static const unsigned char elem_bytes[N_TYPES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = bytes,
#include "spec/rows.def"
};

bool sumac_isa_is_here(enum sumac_isa isa)
{
	switch (isa) {
	case SUMAC_ISA_PLAIN:
		return true;
	case SUMAC_ISA_AVX2:
		return __builtin_cpu_supports("avx2");
	case SUMAC_ISA_AVX512:
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
	case SUMAC_N_ISAS:
		break;
	}
	return false;
}

enum sumac_isa sumac_isa_here(void)
{
	static _Atomic int known; /* one more than the isa, once it is */
	int isa = atomic_load_explicit(&known, memory_order_relaxed) - 1;

	if (isa < 0) {
		for (isa = SUMAC_ISA_PLAIN; sumac_isa_is_here(isa + 1);)
			isa++;
		atomic_store_explicit(&known, isa + 1, memory_order_relaxed);
	}
	return isa;
}

const struct sumac_kernel *sumac_kernel_find_for(enum sumac_isa isa, int op, int type)
{
	int number = op < 0 || op >= N_OPS || type < 0 || type >= N_TYPES ? 0 : numbers[op][type];

	return number ? &kernels[isa][number - 1] : NULL;
}

const struct sumac_kernel *sumac_kernel_find(int op, int type)
{
	return sumac_kernel_find_for(sumac_isa_here(), op, type);
}

size_t sumac_kernel_elem_bytes(int type)
{
	return type < 0 || type >= N_TYPES ? 0 : elem_bytes[type];
}

typedef void run_function(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count);

static void run_alone(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count)
{
	kernel->combine(dst, left, right, count);
}

static void run_sse(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count)
{
	const uint32_t clean = 0x1F80, flags = 0x003F; /* all masked, nearest, neither FTZ nor DAZ; no flag raised */
	uint32_t saved;

	__asm__ volatile("stmxcsr %0" : "=m"(saved));
	if ((saved & ~flags) != clean)
		__asm__ volatile("ldmxcsr %0" : : "m"(clean));
	kernel->combine(dst, left, right, count);
	__asm__ volatile("ldmxcsr %0" : : "m"(saved));
}

/* The whole x87 environment is kept, which takes as long as dozens of elements: a flag raised here must not trap where the
 * caller unmasks it. Where the caller has the default control word nothing traps, and flags rise as from its own sums. */
static inline __attribute__((always_inline)) void run_x87(run_function *run, const struct sumac_kernel *kernel, void *dst,
							  const void *left, const void *right, size_t count)
{
	struct {
		uint32_t words[7];
	} saved;
	const uint16_t clean = 0x037F;
	uint16_t control;

	__asm__ volatile("fnstcw %0" : "=m"(control));
	if (control == clean) {
		run(kernel, dst, left, right, count);
		return;
	}
	__asm__ volatile("fnstenv %0" : "=m"(saved));
	__asm__ volatile("fninit");
	run(kernel, dst, left, right, count);
	__asm__ volatile("fldenv %0" : : "m"(saved));
}

void sumac_kernel_run(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right, size_t count)
{
	switch (kernel->state) {
	case SUMAC_KERNEL_INTEGER:
		run_alone(kernel, dst, left, right, count);
		return;
	case SUMAC_KERNEL_SSE:
		run_sse(kernel, dst, left, right, count);
		return;
	case SUMAC_KERNEL_X87:
		run_x87(run_alone, kernel, dst, left, right, count);
		return;
	case SUMAC_KERNEL_BOTH:
		run_x87(run_sse, kernel, dst, left, right, count);
		return;
	}
}
