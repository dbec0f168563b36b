/*
 * The lanes of exact_lanes.h for each instruction set, from one body (exact_lanes.inc).
 */
#include "exact/exact_lanes.h"

#include <immintrin.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "exact sums rely on how numbers are rounded: build without -ffast-math"
#endif

/* The bits of 2^-969. A larger product's lowest bit is 2^-1074 or more, so its error is a double. */
#define LEAST_PRODUCT ((uint64_t)(1023 - 969) << 52)
#define HIGHEST (UINT64_C(1) << 63)

/* A block: its addends, and what its lanes begin with. */
struct block {
	const struct sumac_exact_addends *a;
	size_t first, end;
	uint64_t begin[SUMAC_EXACT_LEVELS];
	uint64_t beyond_top; /* gives a magnitude of 2^(top - 1023) or more the highest bit */
	uint64_t zero;
};

static struct block block_of(const struct sumac_exact_addends *a, size_t first, size_t count,
			     const struct sumac_exact_reach *reach, uint64_t zero)
{
	struct block b = { .a = a, .first = first, .end = first + count, .zero = zero };

	b.beyond_top = HIGHEST - ((uint64_t)reach->top << 52);
	for (int level = 0; level < SUMAC_EXACT_LEVELS; level++)
		b.begin[level] = (uint64_t)sumac_exact_level_field(reach, level) << 52 | UINT64_C(1) << 51;
	return b;
}

#define LANES_CAT_(a, b) a##_##b
#define LANES_CAT(a, b) LANES_CAT_(a, b)
#define LANES_NAME(name) LANES_CAT(name, ISA)
#define LANES_ARGUMENTS \
	const struct sumac_exact_addends *a, size_t first, size_t count, const struct sumac_exact_reach *reach, uint64_t zero, \
		struct sumac_exact_lane_sums *out

typedef double two __attribute__((vector_size(16)));

/* Each half has 26 bits at most, so products of halves are doubles (Veltkamp's splitting). Where it overflows, a NaN is left. */
static inline __attribute__((always_inline)) two upper_half(two x)
{
	two large = x * 0x8000001p0;

	return large - (large - x);
}

/* Dekker's product. */
static inline __attribute__((always_inline)) two error_of(two x, two y, two p)
{
	two x1 = upper_half(x), x2 = x - x1, y1 = upper_half(y), y2 = y - y1;

	return x2 * y2 - (((p - x1 * y1) - x2 * y1) - x1 * y2);
}

#define ISA PLAIN
#define TARGET
#define VECTOR_BYTES 16
#define ERROR_OF error_of
#include "exact/exact_lanes.inc"

#define ISA AVX2
#define TARGET __attribute__((target("avx2,fma")))
#define VECTOR_BYTES 32
#define ERROR_OF _mm256_fmsub_pd
#include "exact/exact_lanes.inc"

#define ISA AVX512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define VECTOR_BYTES 64
#define ERROR_OF _mm512_fmsub_pd
#include "exact/exact_lanes.inc"

#define ENTRY(isa, ...) [SUMAC_ISA_##isa] = { doubles_##isa, floats_##isa, products_##isa },
const struct sumac_exact_lanes sumac_exact_lanes[SUMAC_N_ISAS] = { SUMAC_ISAS(ENTRY) };

const struct sumac_exact_lanes *sumac_exact_lanes_here;

static void __attribute__((constructor)) find_here(void)
{
	__builtin_cpu_init();
	sumac_exact_lanes_here = &sumac_exact_lanes[sumac_isa_here()];
}
