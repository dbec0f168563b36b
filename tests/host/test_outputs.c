/*
 * The list of generated files: each path once, printed by its own function, which prints what the path
 * promises and what is in the file. Runs in the project's folder, as all tests do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/output.h"

enum { N_OUTPUTS = 26 };

static struct gen_text texts[N_OUTPUTS];

static int print_all(void **state)
{
	(void)state;
	for (size_t i = 0; i < gen_n_outputs && i < N_OUTPUTS; i++)
		gen_outputs[i].print(&texts[i], &gen_tables);
	return gen_n_outputs == N_OUTPUTS ? 0 : -1;
}

static int free_all(void **state)
{
	(void)state;
	for (int i = 0; i < N_OUTPUTS; i++)
		free(texts[i].data);
	return 0;
}

static void every_output_has_a_path_and_a_printer_of_its_own(void **state)
{
	(void)state;
	for (int i = 0; i < N_OUTPUTS; i++)
		for (int j = 0; j < i; j++) {
			assert_string_not_equal(gen_outputs[i].path, gen_outputs[j].path);
			assert_ptr_not_equal(gen_outputs[i].print, gen_outputs[j].print);
		}
}

static void every_output_is_text_that_says_who_made_it(void **state)
{
	(void)state;
	for (int i = 0; i < N_OUTPUTS; i++) {
		assert_true(texts[i].len_bytes > 100 && strstr(texts[i].data, "Made by sumac-gen"));
		assert_int_equal(texts[i].data[texts[i].len_bytes - 1], '\n');
		assert_int_equal(strlen(texts[i].data), texts[i].len_bytes);
	}
}

/* Users of a file rely on finding this in it. */
static void every_path_holds_what_its_name_says(void **state)
{
	static const char *const promises[N_OUTPUTS][2] = {
		{ "hw/rtl/sumac_pkg.sv", "\npackage sumac_pkg;" },
		{ "include/spec/spec_hash.h", "#define SUMAC_SPEC_HASH" },
		{ "include/spec/combinations.def", "\nSUMAC_COMBINATION(" },
		{ "include/sumac_ops.h", "SUMAC_OP_SUM = " },
		{ "include/sumac_exact_words.h", "\tSUMAC_EXACT_WORDS = " },
		{ "include/sumac_exact_words.fh", ":: SUMAC_EXACT_WORDS = " },
		{ "include/shmem_constants.h", "\n#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE\n" },
		{ "include/shmem_reductions.h", "shmem_int_sum_reduce(" },
		{ "include/shmem.fh", "\n      INTERFACE SHMEM_REAL16_PROD_TO_ALL\n" },
		{ "include/shmem_external/shmem.fh", "\n      INTERFACE SHMEM_SWAP\n" },
		{ "host/frontend/shmem/reductions.inc", "\nSUMAC_SHMEM_TEAM(int, int, I32, SUM, sum)\n" },
		{ "include/shmem_remote.h", "\nvoid shmem_ctx_int_put(shmem_ctx_t ctx, int *dest, " },
		{ "include/pshmem_calls.h", "\nvoid pshmem_ctx_int_put(shmem_ctx_t ctx, int *dest, " },
		{ "host/frontend/shmem/remote.inc", "\nSUMAC_SHMEM_RMA(int, int)\n" },
		{ "host/frontend/mpi/mpi_handles.inc", "MPI_INT" },
		{ "docs/manual/intro_shmem.3", "\n.TH INTRO_SHMEM 3" },
		{ "docs/reference/types.md", "\n# Element types\n" },
		{ "docs/reference/operations.md", "\n# Operations\n" },
		{ "docs/reference/collectives.md", "\n# Collectives\n" },
		{ "docs/reference/exact.md", "\n# Exact accumulators\n" },
		{ "docs/reference/offload.md", "\n# Who computes what\n" },
		{ "docs/reference/registers.md", "\n# Registers\n" },
		{ "docs/reference/records.md", "\n# Records\n" },
		{ "docs/reference/sumac.lua", "\nlocal sumac = Proto(\"sumac\"" },
		{ "docs/reference/settings.md", "\n# Settings\n" },
		{ "docs/reference/status.md", "\n# Status codes\n" },
	};

	(void)state;
	for (int i = 0; i < N_OUTPUTS; i++) {
		int j = 0;

		while (j < N_OUTPUTS && strcmp(promises[j][0], gen_outputs[i].path))
			j++;
		if (j == N_OUTPUTS)
			fail_msg("nobody expects %s", gen_outputs[i].path);
		if (!strstr(texts[i].data, promises[j][1]))
			fail_msg("%s has not: %s", gen_outputs[i].path, promises[j][1]);
	}
}

static void every_output_is_what_lies_there(void **state)
{
	(void)state;
	for (int i = 0; i < N_OUTPUTS; i++)
		assert_int_equal(gen_text_compare(&texts[i], ".", gen_outputs[i].path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_output_has_a_path_and_a_printer_of_its_own),
		cmocka_unit_test(every_output_is_text_that_says_who_made_it),
		cmocka_unit_test(every_path_holds_what_its_name_says),
		cmocka_unit_test(every_output_is_what_lies_there),
	};

	return cmocka_run_group_tests_name("outputs", tests, print_all, free_all);
}
