/*
 * The kernels give the same bits however they are compiled: each way is built into a library of its own and
 * compared with the kernels in this test, on all pairs of corners. Run from the top of the tree.
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

#include "engine/cpu/kernels.h"
#include "spec/spec.h"
#include "tests/oracle/oracle.h"

typedef const struct sumac_kernel *find_function(int op, int type);
typedef void run_function(const struct sumac_kernel *kernel, void *dst, const void *left, const void *right,
			  size_t count);

struct build {
	char dir[32];
	void *library;
	find_function *find;
	run_function *run;
};

static void build_open(const char *compiler, const char *flags, struct build *build_out)
{
	char command[1024], path[64];

	strcpy(build_out->dir, "/tmp/sumac-bits-XXXXXX");
	assert_non_null(mkdtemp(build_out->dir));
	snprintf(path, sizeof(path), "%s/kernels.so", build_out->dir);
	snprintf(command, sizeof(command), "%s -std=gnu11 -w -fPIC -shared -Wl,-Bsymbolic %s -I. -Ihost -Iinclude "
		 "host/engine/cpu/kernel*.c -o %s", compiler, flags, path);
	if (system(command))
		fail_msg("this does not compile: %s", command);
	build_out->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!build_out->library)
		fail_msg("%s", dlerror());
	build_out->find = (find_function *)dlsym(build_out->library, "sumac_kernel_find");
	build_out->run = (run_function *)dlsym(build_out->library, "sumac_kernel_run");
	assert_non_null(build_out->find);
	assert_non_null(build_out->run);
	unlink(path);
	rmdir(build_out->dir);
}

/* How many pairs of operation and type differ; prints the first element that does. */
static int differences(const struct build *build, int op, int type, const char *name)
{
	size_t bytes = oracle_elem_bytes(type), at = 0;
	int n = oracle_corner(type, 0, NULL);
	size_t corners = (size_t)n * (size_t)n, count = corners + 3000, len_bytes = count * bytes;
	unsigned char *left = malloc(len_bytes), *right = malloc(len_bytes), *ours = malloc(len_bytes), *theirs = malloc(len_bytes);
	int differs;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++, at += bytes) {
			oracle_corner(type, i, left + at);
			oracle_corner(type, j, right + at);
		}
	oracle_fill(type, 31, count - corners, left + at);
	oracle_fill(type, 32, count - corners, right + at);
	sumac_kernel_run(sumac_kernel_find(op, type), ours, left, right, count);
	build->run(build->find(op, type), theirs, left, right, count);
	differs = memcmp(ours, theirs, len_bytes) != 0;
	for (size_t i = 0; differs && i < len_bytes; i++)
		if (ours[i] != theirs[i]) {
			print_message("%s differs first in element %zu of %zu\n", name, i / bytes, count);
			break;
		}
	free(left);
	free(right);
	free(ours);
	free(theirs);
	return differs;
}

static int all_differences(const char *compiler, const char *flags)
{
	struct build build;
	int n = 0;

	build_open(compiler, flags, &build);
#define SUMAC_COMBINATION(op, type, ...) n += differences(&build, SUMAC_OP_##op, SUMAC_TYPE_##type, #op " " #type);
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	dlclose(build.library);
	return n;
}

static void test_gcc_without_optimisation(void **state)
{
	(void)state;
	assert_int_equal(all_differences("gcc", "-O0 -ffp-contract=off"), 0);
}

static void test_gcc_optimised(void **state)
{
	(void)state;
	assert_int_equal(all_differences("gcc", "-O2 -ffp-contract=off"), 0);
}

static void test_gcc_optimised_for_this_processor(void **state)
{
	(void)state;
	assert_int_equal(all_differences("gcc", "-O3 -march=native -ffp-contract=off"), 0);
}

static void test_clang_optimised_for_this_processor(void **state)
{
	(void)state;
	if (system("clang --version >/dev/null 2>&1"))
		skip();
	assert_int_equal(all_differences("clang", "-O3 -march=native -ffp-contract=off"), 0);
}

/* The kernels round between product and sum by themselves, whatever a build's flags allow. */
static void test_flags_that_allow_contraction(void **state)
{
	(void)state;
	assert_int_equal(all_differences("gcc", "-O3 -march=native -ffp-contract=fast"), 0);
	assert_int_equal(all_differences("gcc", "-O2 -ftree-vectorize -march=native -ffp-contract=fast"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gcc_without_optimisation),
		cmocka_unit_test(test_gcc_optimised),
		cmocka_unit_test(test_gcc_optimised_for_this_processor),
		cmocka_unit_test(test_clang_optimised_for_this_processor),
		cmocka_unit_test(test_flags_that_allow_contraction),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
