/*
 * Fault plans: what is taken, and what is refused, with what would be right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/fault_plan.h"
#include "spec/spec.h"

static struct sumac_fault_plan plan;
static char why[256];

static int parse(const char *text)
{
	return sumac_fault_plan_parse(text, &plan, why, sizeof why);
}

static void a_plan_has_all_its_words(void **state)
{
	(void)state;
	assert_int_equal(parse("loss=0.01,dup=1e-3,reorder=1,truncate=0,corrupt=0.25,seed=7,until=9000,"
			       "down=1@5000+2000,down=0@0+1"),
			 0);
	assert_true(plan.chance[SUMAC_FAULT_LOSS] == 0.01 && plan.chance[SUMAC_FAULT_DUP] == 1e-3);
	assert_true(plan.chance[SUMAC_FAULT_REORDER] == 1 && plan.chance[SUMAC_FAULT_CORRUPT] == 0.25);
	assert_true(plan.seed == 7 && plan.until == 9000 && plan.n_downs == 2 && plan.downs[0].nic == 1);
	assert_true(plan.downs[0].from == 5000 && plan.downs[0].length == 2000);
	assert_false(sumac_fault_plan_is_empty(&plan));
	assert_int_equal(parse("seed=3"), 0);
	assert_true(sumac_fault_plan_is_empty(&plan));
	assert_int_equal(parse("down=0@0+1"), 0);
	assert_false(sumac_fault_plan_is_empty(&plan));
	assert_int_equal(parse(""), 0);
	assert_true(sumac_fault_plan_is_empty(&plan));
}

static void refuse(const char *text, const char *wanted)
{
	if (parse(text) != -SUMAC_EINVAL)
		fail_msg("%s is taken", text);
	if (!strstr(why, wanted))
		fail_msg("no \"%s\" in: %s", wanted, why);
}

static void what_is_wrong_is_refused_with_what_is_right(void **state)
{
	static const char *const chances[] = { "loss=1.1", "loss=-0.1", "loss=nan", "loss=", "loss= 0.1", "loss=0.1x" };
	static const char *const downs[] = { "down=1", "down=1@5", "down=1@5+0", "down=@5+1", "down=1@5+1x", "down=-1@5+1",
					     "down=1@18446744073709551615+1" };

	(void)state;
	for (size_t i = 0; i < sizeof chances / sizeof *chances; i++)
		refuse(chances[i], "a probability a frame, from 0 to 1");
	for (size_t i = 0; i < sizeof downs / sizeof *downs; i++)
		refuse(downs[i], "NIC@CYCLE+LENGTH");
	refuse("dup=0.1,seed=x", "\"seed=x\": it must be a whole number");
	refuse("until=-1", "\"until=-1\": it must be a whole number of cycles");
	refuse("los=0.1", "loss=P, dup=P");
	refuse("loss", "loss=P, dup=P");
	refuse("dup=0,,loss=0", "loss=P, dup=P");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_has_all_its_words),
		cmocka_unit_test(what_is_wrong_is_refused_with_what_is_right),
	};

	return cmocka_run_group_tests_name("fault_plan", tests, NULL, NULL);
}
