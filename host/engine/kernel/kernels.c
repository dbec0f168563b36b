/*
 * Finds kernels, for the instruction set of the machine at hand.
 */
#include "engine/kernel/kernels.h"

#include <cpuid.h>

#include "engine/kernel/kernel_family.h"

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

const unsigned char sumac_kernel_numbers[SUMAC_KERNEL_N_OPS][SUMAC_KERNEL_N_TYPES] = {
#define SUMAC_COMBINATION(op, type, ...) [SUMAC_OP_##op][SUMAC_TYPE_##type] = 1 + PAIR_##op##_##type,
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};
_Static_assert(N_PAIRS < 256, "the number of a pair fits its byte");

enum { FREE = true, FIXED = false };

#define ENTRY(isa, target, op, type, ctype, calc, order) \
	[SUMAC_ISA_##isa][PAIR_##op##_##type] = { .combine = sumac_kernel_##isa##_##op##_##type, \
						  .fold = KERNEL_FOLD_OF(isa, op, type), \
						  .both = KERNEL_BOTH_OF(isa, op, type), \
						  .state = STATE(calc), \
						  .elem_bytes = sizeof(ctype), \
						  .is_free = order },
static const struct sumac_kernel kernels[SUMAC_N_ISAS][N_PAIRS] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, ...) SUMAC_ISAS(ENTRY, op, type, ctype, calc, order)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};

/* All types that there are, even those without an operation. */
static const unsigned char elem_bytes[SUMAC_KERNEL_N_TYPES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = bytes,
#include "spec/rows.def"
};

/* Not every compiler's __builtin_cpu_supports() knows it. */
static bool has_f16c(void)
{
	unsigned eax, ebx, ecx = 0, edx;

	return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && ecx & bit_F16C;
}

bool sumac_isa_is_here(enum sumac_isa isa)
{
	switch (isa) {
	case SUMAC_ISA_PLAIN:
		return true;
	case SUMAC_ISA_AVX2:
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c(); /* exact sums take FMA */
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
	int isa = SUMAC_ISA_PLAIN;

	while (sumac_isa_is_here(isa + 1))
		isa++;
	return isa;
}

const struct sumac_kernel *sumac_kernel_find_for(enum sumac_isa isa, int op, int type)
{
	int number = op < 0 || op >= SUMAC_KERNEL_N_OPS || type < 0 || type >= SUMAC_KERNEL_N_TYPES ? 0 :
		     sumac_kernel_numbers[op][type];

	return number ? &kernels[isa][number - 1] : NULL;
}

const struct sumac_kernel *sumac_kernel_conversion(enum sumac_isa isa, int type, bool is_to_wider)
{
#define CONVERSION_ROW(isa, target, name, type) \
	[SUMAC_ISA_##isa] = { .combine = sumac_kernel_##isa##_##name##_##type, .state = SUMAC_KERNEL_SSE },
#define SUMAC_WIDE(op, type_, wider, help) \
	static const struct sumac_kernel widen_##type_[] = { SUMAC_ISAS(CONVERSION_ROW, WIDEN, type_) }; \
	static const struct sumac_kernel narrow_##type_[] = { SUMAC_ISAS(CONVERSION_ROW, NARROW, type_) }; \
	if (type == SUMAC_TYPE_##type_) \
		return is_to_wider ? &widen_##type_[isa] : &narrow_##type_[isa];
#include "spec/rows.def"
	return NULL;
}

const struct sumac_kernel *sumac_kernels_here;

/* So that no call need ask whether it is the first. */
static void __attribute__((constructor)) find_here(void)
{
	__builtin_cpu_init();
	sumac_kernels_here = kernels[sumac_isa_here()];
}

size_t sumac_kernel_elem_bytes(int type)
{
	return type < 0 || type >= SUMAC_KERNEL_N_TYPES ? 0 : elem_bytes[type];
}
