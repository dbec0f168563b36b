/*
 * Limits of waits, and when a wait is spoken of.
 */
#include "child.h"

#include "base/fail.h"
#include "base/patience.h"
#include "base/settings.h"
#include "sumac.h"

static const int64_t S = 1000000000;

static void set(const char *options)
{
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
}

static void test_without_a_limit_a_wait_is_never_over(void **state)
{
	struct sumac_patience patience;

	(void)state;
	set("");
	sumac_patience_begin(&patience);
	assert_false(sumac_patience_is_over(&patience, patience.since_ns + 1000000 * S));
}

static void test_a_limit_counts_from_the_last_movement(void **state)
{
	struct sumac_patience patience;

	(void)state;
	set("timeout=2.5");
	sumac_patience_begin(&patience);
	assert_false(sumac_patience_is_over(&patience, patience.since_ns + 2 * S));
	assert_true(sumac_patience_is_over(&patience, patience.since_ns + 3 * S));
	patience.since_ns += S;
	assert_false(sumac_patience_is_over(&patience, patience.since_ns + 2 * S));
	patience.since_ns -= 5 * S;
	assert_int_equal(sumac_patience_check(&patience, "the others"), -SUMAC_ETIMEOUT);
	assert_string_equal(sumac_last_error(), "waited 2.5 s for the others, the limit that the setting timeout sets");
}

static void test_it_is_said_once_after_a_minute(void **state)
{
	struct sumac_patience patience;

	(void)state;
	set("");
	sumac_patience_begin(&patience);
	assert_false(sumac_patience_must_say(&patience, patience.since_ns + 59 * S));
	assert_true(sumac_patience_must_say(&patience, patience.since_ns + 60 * S));
	assert_false(sumac_patience_must_say(&patience, patience.since_ns + 100000 * S));
}

static void test_verbose_repeats_it(void **state)
{
	struct sumac_patience patience;

	(void)state;
	set("verbose=1");
	sumac_patience_begin(&patience);
	for (int64_t after = 5; after < 1000; after *= 2) {
		assert_false(sumac_patience_must_say(&patience, patience.since_ns + after * S - 1));
		assert_true(sumac_patience_must_say(&patience, patience.since_ns + after * S));
	}
}

static int wait_long(void *ctx)
{
	struct sumac_patience patience;

	(void)ctx;
	set("");
	sumac_patience_begin(&patience);
	patience.since_ns -= 61 * S;
	return sumac_patience_check(&patience, "the others") || sumac_patience_check(&patience, "the others");
}

static void test_a_wait_names_its_subject(void **state)
{
	(void)state;
	assert_int_equal(child_run(wait_long, NULL), 0);
	assert_string_equal(child_err, "sumac: has waited 61 s for the others\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_without_a_limit_a_wait_is_never_over),
		cmocka_unit_test(test_a_limit_counts_from_the_last_movement),
		cmocka_unit_test(test_it_is_said_once_after_a_minute),
		cmocka_unit_test(test_verbose_repeats_it),
		cmocka_unit_test(test_a_wait_names_its_subject),
	};

	return cmocka_run_group_tests_name("patience", tests, NULL, NULL);
}
