/*
 * `sumac info`: the build, the settings with their sources, and which engine computes what, according to the tables.
 */
#include "tool_prefix.h"

#include "base/settings.h"
#include "spec/spec.h"
#include "sumac.h"
#include "launch/exit_status.h"

static void the_build_and_its_engines_are_told(void **state)
{
	char hash[32];

	(void)state;
	assert_int_equal(TOOL_RUN("info"), 0);
	assert_non_null(strstr(child_out, sumac_version()));
	snprintf(hash, sizeof(hash), "spec hash  0x%08x\n", (unsigned)SUMAC_SPEC_HASH);
	assert_non_null(strstr(child_out, hash));
	assert_non_null(strstr(child_out, "engine nic simulated: no, sumac-rack is not at "));
	child_write("bin/sumac-rack", "", 0700);
	assert_int_equal(TOOL_RUN("info"), 0);
	assert_non_null(strstr(child_out, "engine nic simulated, with --engine nic: "));
	assert_non_null(strstr(child_out, "emulated ones, with --bus xrt: no, there is no "));
	assert_non_null(strstr(child_out, child_path("bin/sumac-rack")));
}

/* The line that begins with this name. */
static const char *line_of(const char *name)
{
	static char line[1024];
	char wanted[64];
	const char *at;

	snprintf(wanted, sizeof(wanted), "\n%s ", name);
	at = strstr(child_out, wanted);
	assert_non_null(at);
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
	return line;
}

static void every_setting_has_its_value_and_where_it_comes_from(void **state)
{
	(void)state;
	child_write("settings", "spin_us = 7\nengine = nic\n", 0600);
	setenv("SUMAC_CONFIG", child_path("settings"), 1);
	setenv("SUMAC_ENGINE", "cpu", 1);
	setenv("SUMAC_OPTIONS", "grace=3", 1);
	assert_int_equal(TOOL_RUN("info", "--settings"), 0);
	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		assert_non_null(strstr(line_of(sumac_setting_name(i)), sumac_setting_help(i)));
	assert_non_null(strstr(line_of("engine"), " cpu "));
	assert_non_null(strstr(line_of("engine"), "environment"));
	assert_non_null(strstr(line_of("grace"), " option "));
	assert_non_null(strstr(line_of("spin_us"), child_path("settings")));
	assert_non_null(strstr(line_of("require"), " default "));
	unsetenv("SUMAC_OPTIONS");
	setenv("SUMAC_ENGINE", "gpu", 1);
	assert_int_equal(TOOL_RUN("info", "--settings"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "sumac info: "));
	unsetenv("SUMAC_ENGINE");
}

/* One line for each pair of the table that the API has, with the engine that the table names. */
static void every_pair_of_the_table_is_listed_once(void **state)
{
	enum { NIC, CPU };
	enum { API, BENCH };
	static const struct {
		const char *op, *type;
		int who, scope;
	} pairs[] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, who, scope) { #op, #type, who, scope },
#include "spec/combinations.def"
	};
	int n_listed = 0, n_lines = 0;

	(void)state;
	assert_int_equal(TOOL_RUN("info", "--ops"), 0);
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char wanted[64];

		snprintf(wanted, sizeof(wanted), "\n%-8s %-14s %s", pairs[i].op, pairs[i].type,
			 pairs[i].who == NIC ? "NIC" : "CPU");
		if (pairs[i].scope != API)
			continue;
		assert_non_null(strstr(child_out, wanted));
		n_listed++;
	}
	for (const char *at = child_out; (at = strchr(at, '\n')); at++)
		n_lines++;
	assert_int_equal(n_lines, n_listed + 1);
	assert_non_null(strstr(child_out, "the NIC has no unit for this type, by design"));
}

static void variables_that_are_no_settings_are_warned_of(void **state)
{
	static const char *const words[] = { "--settings", "--ops", NULL };

	(void)state;
	setenv("SUMAC_ENIGNE", "nic", 1);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(TOOL_RUN("info", words[i]), 0);
		assert_string_equal(child_err,
				    "sumac: the variable SUMAC_ENIGNE is not a setting; "
				    "the nearest is SUMAC_ENGINE\n");
	}
	unsetenv("SUMAC_ENIGNE");
	setenv("SUMAC_ENGINE", "gpu", 1);
	assert_int_equal(TOOL_RUN("info"), 0);
	assert_non_null(strstr(child_out, sumac_version())); /* which does not depend on settings */
	assert_non_null(strstr(child_err, "sumac info: SUMAC_ENGINE: engine cannot be \"gpu\""));
	unsetenv("SUMAC_ENGINE");
	assert_int_equal(TOOL_RUN("info"), 0);
	assert_string_equal(child_err, "");
}

static void what_is_not_an_option_is_refused(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("info", "--nonsense"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "unknown option --nonsense"));
	assert_int_equal(TOOL_RUN("info", "--help"), 0);
	assert_non_null(strstr(child_out, "usage: sumac info"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TOOL_TEST(the_build_and_its_engines_are_told),
		TOOL_TEST(every_setting_has_its_value_and_where_it_comes_from),
		TOOL_TEST(every_pair_of_the_table_is_listed_once),
		TOOL_TEST(variables_that_are_no_settings_are_warned_of),
		TOOL_TEST(what_is_not_an_option_is_refused),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
