/*
 * `sumac mpirun`: Open MPI's mpirun with Sumac's MPI front end preloaded into the ranks. The ranks
 * find each other by the host MPI; the settings, the NICs and the report are as with `sumac run`.
 */
#define _GNU_SOURCE /* pipe2 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
	{ "c", 1 },
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

/* A program of the job, with the ranks that run it: mpirun takes several, with ":" between them. */
struct part {
	int n_ranks;	/* 0: mpirun decides */
	char **options; /* the user's, for mpirun */
	int n_options;
	char **program; /* with its arguments */
	int n_program;
};

static struct part *parts;
static int n_parts;

/* The word list for mpirun: complete only in the launcher, where the last settings are made. */
static char *words[MAX_WORDS];
static int n_words;

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

static void allow_root(void)
{
	if (geteuid())
		return;
	setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
	setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
}

static int add_words(char *const *more, int n)
{
	for (int i = 0; i < n; i++)
		if (add_word(more[i]))
			return -1;
	return 0;
}

/* The environment is each program's own. */
static int add_part(const struct part *part, bool has_environment)
{
	char n_ranks[16];

	snprintf(n_ranks, sizeof(n_ranks), "%d", part->n_ranks);
	if (part->n_ranks && (add_word("-n") || add_word(n_ranks)))
		return -1;
	if (add_word("--oversubscribe") || (has_environment && (add_preload() || add_settings())))
		return -1;
	return add_words(part->options, part->n_options) || add_words(part->program, part->n_program) ? -1 : 0;
}

static int add_parts(bool has_environment)
{
	for (int i = 0; i < n_parts; i++)
		if ((i && add_word(":")) || add_part(&parts[i], has_environment))
			return -1;
	return 0;
}

/* What mpirun prints when it is asked for its map alone: a line for each rank. */
static char *read_map(void)
{
	char *text = NULL;
	size_t cap = 0;
	int fds[2];
	FILE *file;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) || (pid = fork()) < 0)
		return NULL;
	if (!pid) {
		dup2(fds[1], STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		execvp(words[0], words);
		_exit(SUMAC_EXIT_NOT_FOUND);
	}
	close(fds[1]);
	file = fdopen(fds[0], "re");
	if (file && getdelim(&text, &cap, '\0', file) < 0)
		text[0] = '\0';
	if (file)
		fclose(file);
	waitpid(pid, NULL, 0);
	return text;
}

/* How many ranks there will be, or 0 with a message. Where the user leaves it to mpirun, mpirun is asked. */
static int count_ranks(void)
{
	static const char line[] = "Process rank:";
	int n_ranks = 0, n_open = 0;
	char *map;

	for (int i = 0; i < n_parts; i++) {
		n_ranks += parts[i].n_ranks;
		n_open += !parts[i].n_ranks;
	}
	if (!n_open)
		return n_ranks;
	allow_root();
	if (add_word(find_mpirun()) || add_word("--display-map") || add_word("--do-not-launch") || add_parts(false))
		return 0;
	map = read_map();
	n_ranks = 0;
	for (const char *at = map; at && (at = strstr(at, line)); at += strlen(line))
		n_ranks++;
	if (!n_ranks)
		fprintf(stderr, "%s%s: mpirun does not tell how many ranks it would start; give -n N\n", map ? map : "", title);
	free(map);
	while (n_words)
		free(words[--n_words]);
	memset(words, 0, sizeof(words));
	return n_ranks;
}

static int run_mpi(struct sumac_launch *launch)
{
	char shared[64];

	allow_root();
	/* What a killed mpirun leaves goes with the job's folder. */
	setenv("OMPI_MCA_orte_tmpdir_base", launch->dir, 1);
	if (!sumac_job_dir_make_shared(launch->dir, sizeof(shared), shared))
		setenv("OMPI_MCA_btl_vader_backing_directory", shared, 0);
	if (add_word(find_mpirun()) || add_parts(true))
		return SUMAC_EXIT_FAILED;
	launch->program = words;
	return run_host_launcher(launch);
}

/* Takes a part's words, up to ":" or the end. Its number of ranks is its own, other options of ours are the job's.
 * 0, or -1 with a message. */
static int take_part(int argc, char **argv, int *index, struct sumac_launch_options *options, struct part *part)
{
	int end = *index;

	while (end < argc && strcmp(argv[end], ":"))
		end++;
	part->options = calloc((size_t)argc, sizeof(*part->options));
	options->n_ranks = 0;
	while (part->options && *index < end && argv[*index][0] == '-') {
		int taken = sumac_launch_options_take(title, end, argv, index, options);

		if (taken < 0)
			return -1;
		if (taken)
			continue;
		for (int n = n_values_of(argv[*index]); n >= 0 && *index < end; n--)
			part->options[part->n_options++] = argv[(*index)++];
	}
	part->n_ranks = options->n_ranks;
	part->program = argv + *index;
	part->n_program = end - *index;
	*index = end + (end < argc);
	if (part->n_program || options->wants_help)
		return 0;
	fprintf(stderr, "%s: which program?\n", title);
	return -1;
}

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac mpirun [-n N] [options] PROGRAM [arguments] [: [-n N] PROGRAM [arguments]]...\n\n%s"
		"  any other option goes to Open MPI's mpirun\n%s", SUMAC_LAUNCH_OPTIONS_HELP, SUMAC_LAUNCH_COST_HELP);
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

int sumac_tool_mpirun(int argc, char **argv)
{
	struct sumac_launch_options options = { 0 };
	int index = 1;

	parts = calloc((size_t)argc, sizeof(*parts));
	while (parts && (index < argc || !n_parts) && !options.wants_help)
		if (take_part(argc, argv, &index, &options, &parts[n_parts++]))
			return print_usage(stderr);
	if (options.wants_help)
		return print_usage(stdout);
	options.n_ranks = parts ? count_ranks() : 0;
	if (!options.n_ranks)
		return SUMAC_EXIT_FAILED;
	return sumac_launch_run(title, &options, NULL, run_mpi);
}
