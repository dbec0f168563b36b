/*
 * The tool's entry: the list of commands, and that each command gets the arguments after its name.
 */
#include "tool_prefix.h"

#include "sumac.h"
#include "launch/exit_status.h"

static const char *const names[] = { "run", "mpirun", "cc", "info", "doctor" };

enum { N_NAMES = sizeof(names) / sizeof(names[0]) };

static void expect_list(const char *text)
{
	assert_non_null(strstr(text, "usage: sumac COMMAND [options]\n"));
	for (int i = 0; i < N_NAMES; i++) {
		char wanted[32];

		snprintf(wanted, sizeof(wanted), "\n  %-8s ", names[i]);
		assert_non_null(strstr(text, wanted));
	}
}

static void help_lists_the_commands(void **state)
{
	static const char *const words[] = { "--help", "-h", "help" };

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(TOOL_RUN(words[i]), 0);
		expect_list(child_out);
		assert_string_equal(child_err, "");
	}
}

static void without_a_command_the_list_is_a_complaint(void **state)
{
	static const char *const nothing[] = { NULL };

	(void)state;
	assert_int_equal(tool_prefix_run(nothing), SUMAC_EXIT_USAGE);
	expect_list(child_err);
	assert_string_equal(child_out, "");
}

static void the_version_is_the_librarys(void **state)
{
	char line[64];

	(void)state;
	snprintf(line, sizeof(line), "sumac %s\n", sumac_version());
	assert_int_equal(TOOL_RUN("--version"), 0);
	assert_string_equal(child_out, line);
}

static void what_is_no_command_is_refused(void **state)
{
	static const char *const words[] = { "rum", "ru", "runs", "--nonsense", "" };

	(void)state;
	for (int i = 0; i < 5; i++) {
		char wanted[64];

		snprintf(wanted, sizeof(wanted), "sumac: unknown command `%s`\n", words[i]);
		assert_int_equal(TOOL_RUN(words[i], "--help"), SUMAC_EXIT_USAGE);
		assert_memory_equal(child_err, wanted, strlen(wanted));
		expect_list(child_err);
		assert_string_equal(child_out, "");
	}
}

static void every_command_of_the_list_is_there(void **state)
{
	(void)state;
	for (int i = 0; i < N_NAMES; i++) {
		char wanted[32];

		snprintf(wanted, sizeof(wanted), "usage: sumac %s", names[i]);
		assert_int_equal(TOOL_RUN(names[i], "--help"), 0);
		assert_memory_equal(child_out, wanted, strlen(wanted));
	}
}

static void a_commands_status_is_the_tools(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("info", "--nonsense"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "sumac info: unknown option --nonsense"));
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "sh", "-c", "exit 5"), 5);
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "/no/such/program"), SUMAC_EXIT_NOT_FOUND);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TOOL_TEST(help_lists_the_commands),
		TOOL_TEST(without_a_command_the_list_is_a_complaint),
		TOOL_TEST(the_version_is_the_librarys),
		TOOL_TEST(what_is_no_command_is_refused),
		TOOL_TEST(every_command_of_the_list_is_there),
		RUN_TEST(a_commands_status_is_the_tools),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
