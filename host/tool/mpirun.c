/*
 * `sumac mpirun`: the launcher of Open MPI or MPICH, with Sumac's front end for it preloaded into the ranks. The
 * ranks find each other through the host MPI; settings, NICs and report are those of `sumac run`.
 */
#define _GNU_SOURCE /* asprintf, pipe2 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch/host_mpi.h"
#include "launch/job_dir.h"
#include "launch/launch.h"
#include "launch/launch_options.h"
#include "launch/launch_watch.h"
#include "tool/mpi_preload.h"
#include "launch/exit_status.h"
#include "launch/layout.h"
#include "tool/tool.h"

static const char title[] = "sumac mpirun";

extern char **environ;

enum { MAX_WORDS = 4096, MAX_MAP_TRIES = 5 };

static const struct sumac_host_mpi *mpi;

static int run_host_launcher(struct sumac_launch *launch)
{
	int exit_status;

	launch->n_processes = 1;
	launch->is_under_mpirun = true;
	exit_status = sumac_launch_watch(launch);
	sumac_watch_kill_rest(launch);
	if (exit_status && mpi == sumac_mpich) /* its launcher reports processes, and not ranks */
		sumac_launch_tell_processes(launch);
	return exit_status;
}

/* A program of the job, with the ranks that run it: mpirun takes several, with ":" between them. */
struct part {
	int n_ranks;	/* 0: mpirun decides */
	char **options; /* the user's options for mpirun */
	int n_options;
	char **program; /* with its arguments */
	int n_program;
};

static struct part *parts;
static int n_parts;
/* The word list for mpirun: complete only in the launcher, which makes the last settings. */
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

/* Adds a variable of the ranks' environment. Hydra takes it once, for all programs. */
static int add_variable(const char *name, const char *value)
{
	char *text;
	int err;

	if (mpi == sumac_mpich)
		return add_word("-genv") || add_word(name) || add_word(value) ? -1 : 0;
	if (asprintf(&text, "%s=%s", name, value) < 0)
		return -1;
	err = add_word("-x") || add_word(text) ? -1 : 0;
	free(text);
	return err;
}

/* The front end's path. 0, or -1 with a message. */
static int find_front_end(char path_out[2 * SUMAC_TOOL_PATH_BYTES])
{
	char dir[SUMAC_TOOL_PATH_BYTES];

	sumac_layout_library_dir(dir);
	snprintf(path_out, 2 * SUMAC_TOOL_PATH_BYTES, "%s/%s", dir, mpi->front_end);
	if (!access(path_out, R_OK))
		return 0;
	fprintf(stderr, "%s: the MPI front end is not at %s; `make` builds it if %s's headers are installed\n", title, path_out,
		mpi->name);
	return -1;
}

static int add_preload(const char *front_end)
{
	char *all = sumac_mpi_preload_join(getenv("LD_PRELOAD"), front_end);
	int err = !all || add_variable("LD_PRELOAD", all) ? -1 : 0;

	free(all);
	return err;
}

static int add_settings(void)
{
	char name[256];

	for (char **entry = environ; *entry; entry++) {
		size_t len = strcspn(*entry, "=");

		if (strncmp(*entry, "SUMAC_", 6) || len >= sizeof(name))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)len, *entry);
		if (add_variable(name, *entry + len + 1))
			return -1;
	}
	return 0;
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

/* In Open MPI each program has an environment of its own. */
static int add_environment(const struct part *part, const char *front_end)
{
	if (sumac_mpi_preload_options(front_end, part->options, part->n_options) ||
	    sumac_mpi_preload_program(front_end, part->program, part->n_program))
		return -1;
	if (part != parts && mpi != sumac_open_mpi)
		return 0;
	return add_preload(front_end) || add_settings() ? -1 : 0;
}

/* front_end: NULL if nothing is to be run. */
static int add_part(const struct part *part, const char *front_end)
{
	char n_ranks[16];

	snprintf(n_ranks, sizeof(n_ranks), "%d", part->n_ranks);
	if (front_end && add_environment(part, front_end))
		return -1;
	if (mpi == sumac_open_mpi && add_word("--oversubscribe"))
		return -1;
	if (part->n_ranks && (add_word("-n") || add_word(n_ranks)))
		return -1;
	return add_words(part->options, part->n_options);
}

static int add_parts(void)
{
	char front_end[2 * SUMAC_TOOL_PATH_BYTES];

	if (find_front_end(front_end))
		return -1;
	for (int i = 0; i < n_parts; i++)
		if ((i && add_word(":")) || add_part(&parts[i], front_end) || add_words(parts[i].program, parts[i].n_program))
			return -1;
	return 0;
}

/* A command that starts no ranks and prints a line for each. Open MPI can show its map; Hydra is given something else to run. */
static const char *add_words_of_map(void)
{
	static const char map_line[] = "Process rank:", own_line[] = "sumac's rank";
	const char *launcher = sumac_host_mpi_launcher(title, mpi);

	if (!launcher || add_word(launcher))
		return NULL;
	if (mpi == sumac_open_mpi && (add_word("--display-map") || add_word("--do-not-launch")))
		return NULL;
	for (int i = 0; i < n_parts; i++) {
		if ((i && add_word(":")) || add_part(&parts[i], NULL))
			return NULL;
		if (mpi == sumac_open_mpi && add_words(parts[i].program, parts[i].n_program))
			return NULL;
		if (mpi == sumac_mpich && (add_word("echo") || add_word(own_line)))
			return NULL;
	}
	return mpi == sumac_open_mpi ? map_line : own_line;
}

static char *read_map(bool *was_killed_out)
{
	char *text = NULL;
	size_t cap = 0;
	int fds[2], status = 0;
	FILE *file;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) || (pid = fork()) < 0)
		return NULL;
	if (!pid) {
		dup2(open("/dev/null", O_RDONLY), STDIN_FILENO); /* the job's input belongs to the job */
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
	waitpid(pid, &status, 0);
	*was_killed_out = WIFSIGNALED(status);
	return text;
}

/* Now and then Hydra dies of its own SIGPIPE when ranks end as soon as these do. Then lines may be missing. */
static char *read_whole_map(void)
{
	bool was_killed = false;
	char *map = read_map(&was_killed);

	for (int tries = 1; was_killed && tries < MAX_MAP_TRIES; tries++) {
		free(map);
		map = read_map(&was_killed);
	}
	if (was_killed && map)
		map[0] = '\0';
	return map;
}

/* How many ranks there will be, or 0 with a message. If the user leaves it to mpirun, we ask mpirun. */
static int count_ranks(void)
{
	const char *line;
	int n_ranks = 0, n_open = 0;
	char *map;

	for (int i = 0; i < n_parts; i++) {
		n_ranks += parts[i].n_ranks;
		n_open += !parts[i].n_ranks;
	}
	if (!n_open)
		return n_ranks;
	allow_root();
	line = add_words_of_map();
	if (!line)
		return 0;
	map = read_whole_map();
	n_ranks = 0;
	for (const char *at = map; at && (at = strstr(at, line)); at += strlen(line))
		n_ranks++;
	if (!n_ranks)
		fprintf(stderr, "%s%s: mpirun does not say how many ranks it would start; give -n N\n", map ? map : "", title);
	free(map);
	while (n_words)
		free(words[--n_words]);
	memset(words, 0, sizeof(words));
	return n_ranks;
}

/* Open MPI puts its files into the job's folder, so they go with it even if mpirun is killed. The setting has another name in
 * Open MPI 5. */
static void keep_within(const char *dir)
{
	char shared[64];

	allow_root();
	setenv("OMPI_MCA_orte_tmpdir_base", dir, 1);
	setenv("PRTE_MCA_prte_tmpdir_base", dir, 1);
	if (!sumac_job_dir_make_shared(dir, sizeof(shared), shared))
		setenv("OMPI_MCA_btl_vader_backing_directory", shared, 0);
}

static int run_mpi(struct sumac_launch *launch)
{
	const char *launcher = sumac_host_mpi_launcher(title, mpi);

	if (mpi == sumac_open_mpi)
		keep_within(launch->dir);
	if (!launcher || add_word(launcher) || add_parts())
		return SUMAC_EXIT_FAILED;
	launch->program = words;
	return run_host_launcher(launch);
}

/* 1: took --mpi; 0: it is another option; -1: failed, with a message. */
static int take_mpi(int end, char **argv, int *index)
{
	static const char option[] = "--mpi";
	size_t len = strlen(option);
	const char *at = argv[*index], *value;

	if (strncmp(at, option, len) || (at[len] && at[len] != '='))
		return 0;
	value = at[len] ? at + len + 1 : *index + 1 < end ? argv[++*index] : "";
	++*index;
	mpi = sumac_host_mpi_find(value);
	if (mpi)
		return 1;
	fprintf(stderr, "%s: --mpi takes openmpi or mpich\n", title);
	return -1;
}

/* All programs of a job share one MPI: the one that shows in them, or else the user's choice. 0, or -1 with a message. */
static int choose_mpi(void)
{
	const struct sumac_host_mpi *wanted = mpi;
	const char *whose = NULL;

	for (int i = 0; i < n_parts; i++) {
		const struct sumac_host_mpi *own = sumac_host_mpi_of(parts[i].program, parts[i].n_program);

		if (!own)
			continue;
		if (mpi && own != mpi && whose)
			fprintf(stderr, "%s: %s was linked with %s and %s with %s, but the programs of a job share one MPI: "
				"recompile one of them\n", title, whose, mpi->name, parts[i].program[0], own->name);
		else if (mpi && own != mpi)
			fprintf(stderr, "%s: %s was linked with %s, not with %s: omit --mpi, or compile it with mpicc.%s\n",
				title, parts[i].program[0], own->name, wanted->name, wanted->option);
		if (mpi && own != mpi)
			return -1;
		mpi = own;
		whose = parts[i].program[0];
	}
	if (!mpi)
		mpi = &sumac_host_mpis[0];
	return 0;
}

/* Takes a part's words, up to ":" or the end. Its number of ranks is its own; our other options belong to the job. 0, or -1 with
 * a message. */
static int take_part(int argc, char **argv, int *index, struct sumac_launch_options *options, struct part *part)
{
	int end = *index;

	while (end < argc && strcmp(argv[end], ":"))
		end++;
	part->options = calloc((size_t)argc, sizeof(*part->options));
	options->n_ranks = 0;
	while (part->options && *index < end && argv[*index][0] == '-') {
		int taken = sumac_launch_options_take(title, end, argv, index, options);

		if (!taken)
			taken = take_mpi(end, argv, index);
		if (taken < 0)
			return -1;
		if (taken)
			continue;
		if (sumac_host_mpi_hidden_programs(argv[*index])) {
			fprintf(stderr, "%s: %s names a file of programs, which Sumac does not read: give them here instead, with "
				"\":\" between them\n", title, argv[*index]);
			return -1;
		}
		for (int n = sumac_host_mpi_values_of(argv[*index]); n >= 0 && *index < end; n--)
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
		"  --mpi openmpi|mpich    the MPI of a program whose libraries do not show it, such as a script\n"
		"  all other options go to the MPI's own mpirun\n%s", SUMAC_LAUNCH_OPTIONS_HELP, SUMAC_LAUNCH_COST_HELP);
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
	options.n_ranks = parts && !choose_mpi() ? count_ranks() : 0;
	if (!options.n_ranks)
		return SUMAC_EXIT_FAILED;
	return sumac_launch_run(title, &options, NULL, run_mpi);
}
