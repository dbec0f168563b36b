/*
 * `sumac mpirun`: Open MPI's mpirun with Sumac's MPI front end preloaded into the ranks. The ranks
 * find each other by the host MPI; the settings, the NICs and the report are as with `sumac run`.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/descendants.h"
#include "tool/job_dir.h"
#include "tool/launch.h"
#include "tool/launch_options.h"
#include "tool/tool.h"

static const char title[] = "sumac mpirun";

extern char **environ;

enum { MAX_WORDS = 4096 };

/* mpirun's own options that take values: without them the program could not be told from a value. */
static const struct {
	const char *name;
	int n_values;
} host_options[] = {
	{ "mca", 2 },	    { "gmca", 2 },	 { "x", 1 },	   { "H", 1 },	      { "host", 1 },
	{ "hostfile", 1 },  { "machinefile", 1 }, { "bind-to", 1 }, { "map-by", 1 },   { "rank-by", 1 },
	{ "wdir", 1 },	    { "wd", 1 },	 { "N", 1 },	   { "npernode", 1 }, { "prefix", 1 },
	{ "path", 1 },	    { "tune", 1 },	 { "am", 1 },	   { "stdin", 1 },    { "output-filename", 1 },
	{ "report-uri", 1 }, { "cpu-set", 1 },	 { "cpu-list", 1 }, { "rankfile", 1 }, { "rf", 1 },
};

static int n_values_of(const char *option)
{
	option += strspn(option, "-");
	for (size_t i = 0; i < sizeof(host_options) / sizeof(host_options[0]); i++)
		if (!strcmp(option, host_options[i].name))
			return host_options[i].n_values;
	return 0;
}

static int run_host_launcher(struct sumac_launch *launch)
{
	int exit_status;

	launch->n_processes = 1;
	launch->is_under_mpirun = true;
	exit_status = sumac_launch_watch(launch);
	sumac_descendants_kill(launch->rack.pid);
	return exit_status;
}

/* The word list for mpirun: complete only in the launcher, where the last settings are made. */
static char *words[MAX_WORDS];
static int n_words;
static char **host_words;  /* the user's words for mpirun */
static int n_host_words;
static char **program;

static int add_word(const char *word)
{
	if (n_words >= MAX_WORDS - 1) {
		fprintf(stderr, "%s: too many words for mpirun\n", title);
		return -1;
	}
	words[n_words] = strdup(word);
	return words[n_words++] ? 0 : -1;
}

static int add_preload(void)
{
	char dir[SUMAC_TOOL_PATH_BYTES], text[2 * SUMAC_TOOL_PATH_BYTES];
	const char *others = getenv("LD_PRELOAD");

	sumac_layout_library_dir(dir);
	snprintf(text, sizeof(text), "%s/libsumac_ompi.so", dir);
	if (access(text, R_OK)) {
		fprintf(stderr, "%s: the MPI front end is not at %s; `make` builds it where Open MPI's headers are\n",
			title, text);
		return -1;
	}
	snprintf(text, sizeof(text), "LD_PRELOAD=%s/libsumac_ompi.so%s%s", dir, others && *others ? ":" : "",
		 others ? others : "");
	return add_word("-x") || add_word(text) ? -1 : 0;
}

static int add_settings(void)
{
	char name[256];

	for (char **entry = environ; *entry; entry++) {
		size_t len = strcspn(*entry, "=");

		if (strncmp(*entry, "SUMAC_", 6) || len >= sizeof(name))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)len, *entry);
		if (add_word("-x") || add_word(name))
			return -1;
	}
	return 0;
}

static const char *find_mpirun(void)
{
	/* Debian's name for Open MPI's own, whichever MPI `mpirun` is set to. */
	return access("/usr/bin/mpirun.openmpi", X_OK) ? "mpirun" : "/usr/bin/mpirun.openmpi";
}

static int run_mpi(struct sumac_launch *launch)
{
	char n_ranks[16], shared[64];

	snprintf(n_ranks, sizeof(n_ranks), "%d", launch->n_ranks);
	if (!geteuid()) {
		setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
		setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
	}
	/* What a killed mpirun leaves goes with the job's folder. */
	setenv("OMPI_MCA_orte_tmpdir_base", launch->dir, 1);
	if (!sumac_job_dir_make_shared(launch->dir, sizeof(shared), shared))
		setenv("OMPI_MCA_btl_vader_backing_directory", shared, 0);
	if (add_word(find_mpirun()) || add_word("-n") || add_word(n_ranks) || add_word("--oversubscribe") ||
	    add_preload() || add_settings())
		return SUMAC_EXIT_FAILED;
	for (int i = 0; i < n_host_words; i++)
		if (add_word(host_words[i]))
			return SUMAC_EXIT_FAILED;
	for (char **word = program; *word; word++)
		if (add_word(*word))
			return SUMAC_EXIT_FAILED;
	launch->program = words;
	return run_host_launcher(launch);
}

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac mpirun -n N [options] PROGRAM [arguments]\n\n%s"
		"  any other option goes to Open MPI's mpirun\n", SUMAC_LAUNCH_OPTIONS_HELP);
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

int sumac_tool_mpirun(int argc, char **argv)
{
	struct sumac_launch_options options = { 0 };
	int index = 1;

	host_words = calloc((size_t)argc, sizeof(*host_words));
	while (host_words && index < argc && argv[index][0] == '-') {
		int taken = sumac_launch_options_take(title, argc, argv, &index, &options);

		if (taken < 0)
			return SUMAC_EXIT_USAGE;
		if (taken)
			continue;
		for (int n = n_values_of(argv[index]); n >= 0 && index < argc; n--)
			host_words[n_host_words++] = argv[index++];
	}
	if (options.wants_help)
		return print_usage(stdout);
	if (!host_words || !options.n_ranks || index >= argc) {
		fprintf(stderr, "%s: %s\n", title, index >= argc ? "which program?" : "how many ranks? (-n N)");
		return print_usage(stderr);
	}
	program = argv + index;
	return sumac_launch_run(title, &options, program, run_mpi);
}
