/*
 * The kernels give the oracle's bits however they are compiled, for whichever instruction set, and whether or not their caller
 * flushes subnormals: they are built in each way into a library of its own, and tried on the pairs on which the lanes are tried.
 * Runs at the top of the tree.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/kernel/kernels.h"
#include "spec/spec.h"
#include "campaign/bulk.h"
#include "oracle/oracle.h"
#include "oracle/vectors.h"

typedef __typeof__(sumac_kernel_find_for) find_function;
typedef void run_function(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right,
			  size_t count);

struct build {
	char dir[32];
	void *library;
	enum sumac_isa isa;
	bool floats_alone;
	find_function *find;
	run_function *run;
	__typeof__(sumac_kernel_fold) *fold;
	__typeof__(sumac_kernel_fold_both) *fold_both;
};

/* Integers, which take the longest to compile, are not optimised where only floats are to be tried. */
static void build_open(const char *compiler, const char *flags, struct build *build_out)
{
	char command[1024], path[64];

	strcpy(build_out->dir, "/tmp/sumac-bits-XXXXXX");
	assert_non_null(mkdtemp(build_out->dir));
	snprintf(path, sizeof(path), "%s/kernels.so", build_out->dir);
	snprintf(command, sizeof(command), "cc='%s -std=gnu11 -w -fPIC -I. -Ihost -Iinclude %s' dir=%s && "
		 "$cc %s -c host/engine/kernel/kernel_integer.c -o $dir/integer.o && "
		 "$cc -shared -Wl,-Bsymbolic host/engine/kernel/kernel[!_]*.c host/engine/kernel/kernel_[!i]*.c $dir/integer.o -o "
		 "%s && rm $dir/integer.o", compiler, flags, build_out->dir, build_out->floats_alone ? "-O0" : "", path);
	if (system(command))
		fail_msg("this does not compile: %s", command);
	build_out->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!build_out->library)
		fail_msg("%s", dlerror());
	build_out->find = (find_function *)dlsym(build_out->library, "sumac_kernel_find_for");
	build_out->run = (run_function *)dlsym(build_out->library, "sumac_kernel_run");
	build_out->fold = (__typeof__(build_out->fold))dlsym(build_out->library, "sumac_kernel_fold");
	build_out->fold_both = (__typeof__(build_out->fold_both))dlsym(build_out->library, "sumac_kernel_fold_both");
	assert_non_null(build_out->fold_both);
	assert_non_null(build_out->find);
	assert_non_null(build_out->fold);
	assert_non_null(build_out->run);
	unlink(path);
	rmdir(build_out->dir);
}

/* With results flushed to zero and subnormals taken as zeros, as in programs built with -ffast-math. */
static void run_flushing(const struct build *build, int op, int type, void *dst, const void *left,
			 const void *right, size_t count)
{
	const uint32_t flushing = 0x9FC0;
	uint32_t mxcsr;

	__asm__ volatile("stmxcsr %0; ldmxcsr %1" : "=m"(mxcsr) : "m"(flushing) : "memory");
	build->run(build->find(build->isa, op, type), dst, left, right, count);
	__asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
}

static void print_pair(const char *name, uint64_t number, size_t bytes, const unsigned char *left,
		       const unsigned char *right, const unsigned char *want, const unsigned char *got)
{
	const unsigned char *const parts[] = { left, right, want, got };
	static const char *const part_names[] = { "left", "right", "want", "got" };

	fprintf(stderr, "%s differs first in pair %llu\n", name, (unsigned long long)number);
	for (int part = 0; part < 4; part++) {
		fprintf(stderr, "  %-6s", part_names[part]);
		for (size_t at = bytes; at--;)
			fprintf(stderr, "%02x", parts[part][at]);
		fprintf(stderr, "\n");
	}
}

/* 1 if a fold in one pass of 3 to 8 operands, or of 2 into two places, which are parts of left and right, differs from the scalar
 * kernel's by pairs. */
static int fold_differs(const struct build *build, int op, int type, const char *name, int n, size_t count,
			const unsigned char *left, const unsigned char *right)
{
	static unsigned char want[4096 * 32], got[4096 * 32], also[4096 * 32];
	const struct sumac_kernel *kernel = build->find(build->isa, op, type);
	struct sumac_kernel scalar = *sumac_kernel_find_for(SUMAC_ISA_PLAIN, op, type);
	size_t apart = count > 1000 ? 97 : 0;
	const uint8_t *operands[8];

	if (!kernel->fold)
		return 0;
	count -= 3 * apart;
	for (int i = 0; i < 8; i++)
		operands[i] = (i % 2 ? right : left) + i / 2 * apart * kernel->elem_bytes;
	scalar.fold = NULL;
	sumac_kernel_fold(&scalar, want, operands, n, count);
	build->fold(kernel, got, operands, n, count);
	if (!memcmp(want, got, count * kernel->elem_bytes)) {
		sumac_kernel_fold(&scalar, want, operands, 2, count);
		if (build->fold_both(kernel, got, also, operands, count) && !memcmp(want, got, count * kernel->elem_bytes) &&
		    !memcmp(want, also, count * kernel->elem_bytes))
			return 0;
	}
	fprintf(stderr, "%s: a fold of %d operands differs\n", name, n);
	return 1;
}

/* 1 if any of the pairs differs; prints the first that does. Folds of each number of operands are tried on some. */
static int set_differs(const struct build *build, int op, int type, const char *name, enum vectors_set set)
{
	enum { N = 4096, N_RANDOM = 5 * N, SEED = 31 };
	static unsigned char left[N * 32], right[N * 32], want[N * 32], got[N * 32];
	size_t bytes = oracle_elem_bytes(type);
	uint64_t n = set == VECTORS_CORNERS ? vectors_count(type, set) : N_RANDOM;

	for (uint64_t first = 0; first < n; first += N) {
		size_t count = n - first < N ? (size_t)(n - first) : N, at = 0;

		vectors_make(type, set, SEED, first, count, left, right);
		assert_int_equal(oracle_combine_all(op, type, left, right, count, want), 0);
		if (first / N % 2)
			build->run(build->find(build->isa, op, type), got, left, right, count);
		else
			run_flushing(build, op, type, got, left, right, count);
		while (at < count * bytes && !memcmp(want + at, got + at, bytes))
			at += bytes;
		if (at == count * bytes && !fold_differs(build, op, type, name, 3 + ((int)(first / N) + set) % 6, count, left,
							 right))
			continue;
		if (at == count * bytes)
			return 1;
		print_pair(name, first + at / bytes, bytes, left + at, right + at, want + at, got + at);
		return 1;
	}
	return 0;
}

static int differences(const struct build *build, int op, int type, const char *name)
{
	if (build->floats_alone && build->find(build->isa, op, type)->state == SUMAC_KERNEL_INTEGER)
		return 0;
	return set_differs(build, op, type, name, VECTORS_CORNERS) ||
	       set_differs(build, op, type, name, VECTORS_RANDOM);
}

/* How many pairs of operation and type differ, from an instruction set on: a build for this processor has no others. */
static int differences_from(enum sumac_isa first, const char *compiler, const char *flags, bool floats_alone)
{
	struct build build = { .floats_alone = floats_alone };
	int n = 0;

	build_open(compiler, flags, &build);
	for (build.isa = first; build.isa < SUMAC_N_ISAS && sumac_isa_is_here(build.isa); build.isa++) {
#define SUMAC_COMBINATION(op, type, ...) n += differences(&build, SUMAC_OP_##op, SUMAC_TYPE_##type, #op " " #type);
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	}
	dlclose(build.library);
	return n;
}

static int all_differences(const char *compiler, const char *flags)
{
	return differences_from(sumac_isa_here(), compiler, flags, false);
}

static int float_differences(const char *compiler, const char *flags)
{
	return differences_from(sumac_isa_here(), compiler, flags, true);
}

static void test_gcc_without_optimisation(void **state)
{
	(void)state;
	assert_int_equal(all_differences("gcc", "-O0 -ffp-contract=off"), 0);
}

static void test_gcc_optimised(void **state)
{
	(void)state;
	assert_int_equal(differences_from(SUMAC_ISA_PLAIN, "gcc", "-O3 -ffp-contract=off", false), 0);
}

static void test_gcc_less_optimised(void **state)
{
	(void)state;
	assert_int_equal(differences_from(SUMAC_ISA_PLAIN, "gcc", "-O2 -ffp-contract=off", true), 0);
}

static void test_gcc_with_fused_multiply_add(void **state)
{
	(void)state;
	if (!__builtin_cpu_supports("fma")) {
		print_message("this processor has no fused multiply-add\n");
		skip();
	}
	assert_int_equal(differences_from(SUMAC_ISA_PLAIN, "gcc", "-O3 -mfma -ffp-contract=fast", true), 0);
}

static void test_gcc_optimised_for_this_processor(void **state)
{
	(void)state;
	assert_int_equal(float_differences("gcc", "-O3 -march=native -ffp-contract=off"), 0);
}

static void test_clang_optimised_for_this_processor(void **state)
{
	(void)state;
	if (system("clang --version >/dev/null 2>&1"))
		skip();
	assert_int_equal(all_differences("clang", "-O3 -march=native -ffp-contract=off"), 0);
}

/* The kernels round between product and sum, whatever a build's flags allow. */
static void test_flags_that_allow_contraction(void **state)
{
	(void)state;
	assert_int_equal(float_differences("gcc", "-O2 -ftree-vectorize -march=native -ffp-contract=fast"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gcc_without_optimisation),
		cmocka_unit_test(test_gcc_optimised),
		cmocka_unit_test(test_gcc_less_optimised),
		cmocka_unit_test(test_gcc_with_fused_multiply_add),
		cmocka_unit_test(test_gcc_optimised_for_this_processor),
		cmocka_unit_test(test_clang_optimised_for_this_processor),
		cmocka_unit_test(test_flags_that_allow_contraction),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
