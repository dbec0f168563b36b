/*
 * Tests do not depend on the settings of the user who runs them. The program under test is this one, started
 * again.
 */
#include "base/settings.h"
#include "child.h"

static int look(const char *engine)
{
	CHILD_EXPECT(!sumac_settings_load());
	CHILD_EXPECT(!strcmp(sumac_setting_string(SUMAC_SETTING_ENGINE), engine));
	return 0;
}

static int look_in_another(const char *engine)
{
	return child_execute((const char *const[]){ "/proc/self/exe", engine, NULL });
}

static void what_the_user_has_set_is_not_there(void **state)
{
	(void)state;
	unsetenv("TEST_ENVIRONMENT_IS_PLAIN"); /* as when the user starts it */
	child_write("sumac.conf", "engine = cpu\n", 0600);
	setenv("SUMAC_CONFIG", child_path("sumac.conf"), 1);
	assert_int_equal(look_in_another("auto"), 0);
	setenv("XDG_CONFIG_HOME", child_path(""), 1);
	unsetenv("SUMAC_CONFIG");
	assert_int_equal(look_in_another("auto"), 0);
	setenv("SUMAC_ENGINE", "abacus", 1);
	setenv("SUMAC_OPTIONS", "engine=cpu", 1);
	setenv("SUMAC_NO_SUCH_SETTING", "1", 1);
	assert_int_equal(look_in_another("auto"), 0);
	assert_string_equal(child_err, "");
}

static void what_a_test_sets_is_there(void **state)
{
	(void)state;
	setenv("TEST_ENVIRONMENT_IS_PLAIN", "1", 1);
	unsetenv("SUMAC_OPTIONS");
	unsetenv("SUMAC_NO_SUCH_SETTING");
	setenv("SUMAC_ENGINE", "cpu", 1);
	assert_int_equal(look_in_another("cpu"), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(what_the_user_has_set_is_not_there),
		CHILD_TEST(what_a_test_sets_is_there),
	};

	if (argc > 1)
		return look(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
