/*
 * The postfix program of a fold is E.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

/* E by its definition, as text: "((0+1)+2)". */
static void expression(int lo, int n, char *out)
{
	char left[256], right[256];
	int p = 1;

	if (n == 1) {
		sprintf(out, "%d", lo);
		return;
	}
	while (2 * p < n)
		p *= 2;
	expression(lo, p, left);
	expression(lo + p, n - p, right);
	sprintf(out, "(%s+%s)", left, right);
}

static void program_is_e(void **state)
{
	(void)state;
	for (int k = 1; k <= SUMAC_ROUTE_MAX_IN; k++) {
		char stack[8][256], joined[600], want[256];
		uint8_t combines[SUMAC_ROUTE_MAX_IN];
		int depth = 0;

		sumac_plan_program(k, combines);
		for (int i = 0; i < k; i++) {
			sprintf(stack[depth++], "%d", i);
			assert_true(depth <= 5);
			for (int c = 0; c < combines[i]; c++, depth--) {
				sprintf(joined, "(%s+%s)", stack[depth - 2], stack[depth - 1]);
				assert_true(strlen(joined) < sizeof(stack[0]));
				strcpy(stack[depth - 2], joined);
			}
		}
		expression(0, k, want);
		assert_int_equal(depth, 1);
		assert_string_equal(stack[0], want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(program_is_e),
	};

	return cmocka_run_group_tests_name("plan_parts", tests, NULL, NULL);
}
