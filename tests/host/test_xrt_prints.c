/*
 * XRT prints while a card is opened: a program keeps its own output.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bus/xrt/xrt_prints.h"

static char path[] = "/tmp/sumac-test-XXXXXX";

/* Runs with standard output and error in the file; what is there afterwards. */
static void what_xrt_prints_is_sorted(void **state)
{
	struct sumac_xrt_prints prints;
	char words[SUMAC_XRT_WORDS_BYTES], text[512] = "";
	int saved = dup(STDOUT_FILENO);
	FILE *file = freopen(path, "w", stdout);

	(void)state;
	assert_non_null(file);
	sumac_xrt_prints_begin(&prints);
	printf("configuring penguin scheduler mode\nscheduler config ert(0)\nthe program's own\n");
	fprintf(stderr, "[XRT] WARNING: this and that\n[XRT] ERROR: Xclbin on card is in use\n[XRT] ERROR: failed to load\n");
	sumac_xrt_prints_end(&prints, words);
	fflush(stdout);
	dup2(saved, STDOUT_FILENO);
	close(saved);
	assert_string_equal(words, "Xclbin on card is in use; failed to load");
	file = fopen(path, "r");
	assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
	fclose(file);
	assert_string_equal(text, "the program's own\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_xrt_prints_is_sorted) };
	int n_failed;

	close(mkstemp(path));
	n_failed = cmocka_run_group_tests_name("xrt_prints", tests, NULL, NULL);
	unlink(path);
	return n_failed;
}
