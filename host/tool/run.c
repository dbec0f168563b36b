/*
 * `sumac run`: N ranks of a program on this host, with a PMIx server of their own.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/descendants.h"
#include "tool/launch.h"
#include "tool/launch_options.h"
#include "tool/pmix_guard.h"
#include "tool/pmix_server.h"
#include "tool/tool.h"

static const char title[] = "sumac run";

static int run_ranks(struct sumac_launch *launch)
{
	char pmix_dir[256];
	int exit_status;

	launch->n_processes = launch->n_ranks;
	snprintf(pmix_dir, sizeof(pmix_dir), "%s/pmix", launch->dir);
	if (mkdir(pmix_dir, 0700)) {
		fprintf(stderr, "%s: cannot make the folder %s: %s; set XDG_RUNTIME_DIR or TMPDIR to one with room\n", title,
			pmix_dir, strerror(errno));
		return SUMAC_EXIT_FAILED;
	}
	if (sumac_pmix_server_open(pmix_dir, launch->n_ranks, &launch->notices))
		return SUMAC_EXIT_FAILED;
	launch->environment_of = sumac_pmix_server_environment;
	exit_status = sumac_launch_watch(launch);
	sumac_pmix_guard_tell(title);
	sumac_descendants_kill(launch->rack.pid); /* what the ranks left in the background, or half a start */
	return exit_status;
}

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac run -n N [options] PROGRAM [arguments]\n\n%s", SUMAC_LAUNCH_OPTIONS_HELP SUMAC_LAUNCH_COST_HELP);
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

int sumac_tool_run(int argc, char **argv)
{
	struct sumac_launch_options options = { 0 };
	int index = 1;

	while (index < argc && argv[index][0] == '-') {
		int taken;

		if (!strcmp(argv[index], "--")) {
			index++;
			break;
		}
		taken = sumac_launch_options_take(title, argc, argv, &index, &options);
		if (taken < 0)
			return SUMAC_EXIT_USAGE;
		if (!taken) {
			fprintf(stderr, "%s: there is no option %s\n", title, argv[index]);
			return print_usage(stderr);
		}
	}
	if (options.wants_help)
		return print_usage(stdout);
	if (!options.n_ranks || index >= argc) {
		fprintf(stderr, "%s: %s\n", title, index >= argc ? "which program?" : "how many ranks? (-n N)");
		return print_usage(stderr);
	}
	return sumac_launch_run(title, &options, argv + index, run_ranks);
}
