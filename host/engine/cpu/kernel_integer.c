/*
 * Kernels of integers, truth values and bytes: loops over the expressions of rules.def, which compilers
 * vectorise.
 */
#include "engine/cpu/kernel_family.h"

#define MAKE_INTEGER(op, type, ctype, calc, how, body) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef ctype T; \
		typedef calc C __attribute__((unused)); \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const T left = lefts[i], right = rights[i]; \
			results[i] = body; \
		} \
	}
#define MAKE_FLOAT(...)
#define MAKE_HALF(...)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
