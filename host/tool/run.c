/*
 * `sumac run`: N ranks of a program on this host, with a PMIx server of their own.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "launch/host_mpi.h"
#include "launch/launch.h"
#include "launch/launch_options.h"
#include "launch/launch_watch.h"
#include "launch/pmix_guard.h"
#include "launch/pmix_server.h"
#include "launch/exit_status.h"
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
	sumac_watch_kill_rest(launch); /* processes that the ranks left in the background, or half a start */
	return exit_status;
}

/* Under our own PMIx server, each rank of an MPI program would be a job of its own. `sumac mpirun` has the same options, so it
 * gets the words as they are, except the "--" before the program. */
static int hand_over(const struct sumac_host_mpi *mpi, int argc, char **argv, int program)
{
	char **words = calloc((size_t)argc + 1, sizeof(*words));
	int n = 0;

	for (int i = program; i < argc; i++)
		if (!strcmp(argv[i], ":")) {
			fprintf(stderr, "%s: this program uses %s and needs `sumac mpirun`, where the argument \":\" begins "
					"another "
				"program; have `sumac mpirun` start a script that passes \":\"\n", title, mpi->name);
			free(words);
			return SUMAC_EXIT_USAGE;
		}
	if (!words) {
		fprintf(stderr, "%s: no memory\n", title);
		return SUMAC_EXIT_FAILED;
	}
	for (int i = 0; i < argc; i++)
		if (i != program - 1 || strcmp(argv[i], "--"))
			words[n++] = argv[i];
	fprintf(stderr, "%s: this program uses %s, so `sumac mpirun` starts it\n", title, mpi->name);
	return sumac_tool_mpirun(n, words);
}

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac run -n N [options] PROGRAM [arguments]\n\n%s", SUMAC_LAUNCH_OPTIONS_HELP SUMAC_LAUNCH_COST_HELP);
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

int sumac_tool_run(int argc, char **argv)
{
	struct sumac_launch_options options = { 0 };
	const struct sumac_host_mpi *mpi;
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
			fprintf(stderr, "%s: unknown option %s\n", title, argv[index]);
			return print_usage(stderr);
		}
	}
	if (options.wants_help)
		return print_usage(stdout);
	if (!options.n_ranks || index >= argc) {
		fprintf(stderr, "%s: %s\n", title, index >= argc ? "which program?" : "how many ranks? (-n N)");
		return print_usage(stderr);
	}
	mpi = sumac_host_mpi_alone(argv + index, argc - index);
	if (mpi)
		return hand_over(mpi, argc, argv, index);
	return sumac_launch_run(title, &options, argv + index, run_ranks);
}
