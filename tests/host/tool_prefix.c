/*
 * A prefix with the tool in it. The tool finds everything
 * relative to its program, so the program has to be there.
 */
#include "tool_prefix.h"

#include <limits.h>
#include <sys/stat.h>

enum { MAX_WORDS = 32 };

int tool_prefix_make(void **state)
{
	char self[PATH_MAX];
	const char *bin;

	assert_non_null(realpath("/proc/self/exe", self));
	child_make_dir(state);
	mkdir(child_path("bin"), 0700);
	mkdir(child_path("lib"), 0700);
	mkdir(child_path("include"), 0700);
	child_write("include/sumac.h", "", 0600);
	bin = child_path("bin/sumac");
	if (link(self, bin))
		assert_int_equal(child_execute((const char *const[]){ "cp", self, bin, NULL }), 0);
	setenv("SUMAC_CONFIG", "/dev/null", 1); /* not what the user has set */
	/* The tool's processes end without freeing everything, and may have something preloaded. */
	setenv("ASAN_OPTIONS", "detect_leaks=0:verify_asan_link_order=0", 1);
	return 0;
}

int tool_prefix_run(const char *const *words)
{
	const char *all[MAX_WORDS] = { child_path("bin/sumac") };

	for (int i = 0; words[i]; i++) {
		assert_true(i + 2 < MAX_WORDS);
		all[i + 1] = words[i];
	}
	return child_execute(all);
}

void tool_prefix_expect_silence(void)
{
	static const char slow[] = "sumac run: starting: ";
	const char *line = child_err;

	while (!strncmp(line, slow, strlen(slow)))
		line += strcspn(line, "\n") + 1;
	assert_string_equal(line, "");
}

/* main() of tool_main.c, which is compiled under this name here. */
int sumac_tool_main(int argc, char **argv);

static bool is_tool(int argc, char **argv, int *status_out)
{
	const char *slash = strrchr(argv[0], '/');

	if (strcmp(slash ? slash + 1 : argv[0], "sumac"))
		return false;
	*status_out = sumac_tool_main(argc, argv);
	return true;
}

int tool_prefix_make_with_runtime(void **state)
{
	tool_prefix_make(state);
	setenv("XDG_RUNTIME_DIR", child_path("runtime"), 1);
	return child_make_folder("runtime");
}

int tool_prefix_main(int argc, char **argv, const char *name, const struct CMUnitTest *tests, size_t n_tests)
{
	int status;

	if (is_tool(argc, argv, &status))
		return status;
	return _cmocka_run_group_tests(name, tests, n_tests, NULL, NULL);
}
