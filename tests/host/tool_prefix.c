/*
 * A prefix with the tool in it. The tool finds everything from where its program lies, so it has to lie there.
 */
#include "tool_prefix.h"

#include <limits.h>
#include <sys/stat.h>

#include "tool/tool.h"

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
	/* The tool's processes end with what they hold, and may have something preloaded. */
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

static const struct {
	const char *name;
	int (*main)(int argc, char **argv);
} commands[] = {
	{ "run", sumac_tool_run },   { "mpirun", sumac_tool_mpirun }, { "cc", sumac_tool_cc },
	{ "info", sumac_tool_info }, { "doctor", sumac_tool_doctor },
};

bool tool_prefix_is_tool(int argc, char **argv, int *status_out)
{
	for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(argv[1], commands[i].name)) {
			*status_out = commands[i].main(argc - 1, argv + 1);
			return true;
		}
	return false;
}
