/*
 * Changed rows, and the faults that are reported of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen_rows.h"

void gen_rows_expect_fault(const struct gen_tables *t, const char *fault)
{
	struct gen_text faults = { 0 };
	char line[512];

	gen_print(&faults, "\n");
	gen_check(&faults, t);
	snprintf(line, sizeof(line), "\n%s\n", fault);
	if (!strstr(faults.data, line))
		fail_msg("told:%sexpected: %s", faults.data, fault);
	free(faults.data);
}

void *gen_rows_copy(void *table_out, const void *rows, size_t len_bytes)
{
	void *mine = test_malloc(len_bytes);

	memcpy(mine, rows, len_bytes);
	memcpy(table_out, &mine, sizeof(mine));
	return mine;
}
