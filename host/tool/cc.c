/*
 * `sumac cc` and `sumac fc`: the system's compilers, run with the flags that a SHMEM or Sumac program needs, from the
 * tree or from an installed prefix.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch/search_path.h"
#include "launch/exit_status.h"
#include "launch/layout.h"
#include "tool/tool.h"

static bool ends_in(const char *word, const char *suffix)
{
	size_t len = strlen(word), suffix_len = strlen(suffix);

	return len > suffix_len && !strcmp(word + len - suffix_len, suffix);
}

static bool is_cxx(const char *word)
{
	return ends_in(word, ".cpp") || ends_in(word, ".cc") || ends_in(word, ".cxx") || ends_in(word, ".C");
}

/* Whether a word of the command names this program, under any of its names. */
static bool runs_self(const char *command)
{
	char *text = strdup(command), *rest = text, *word, path[SUMAC_TOOL_PATH_BYTES];
	struct stat self, other;
	bool is_self = false;

	while (text && !is_self && (word = strsep(&rest, " \t")))
		is_self = sumac_search_path(word, path) && !stat(path, &other) && !stat("/proc/self/exe", &self) &&
			  other.st_ino == self.st_ino && other.st_dev == self.st_dev;
	free(text);
	return is_self;
}

/* Builds that set CC=oshcc set it for `oshcc`, too, which would then run itself for ever. */
const char *sumac_tool_compiler(const char *variable, const char *otherwise)
{
	const char *chosen = getenv(variable);

	return chosen && *chosen && !runs_self(chosen) ? chosen : otherwise;
}

/* The first source decides. */
static const char *choose_compiler(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (is_cxx(argv[i]))
			return sumac_tool_compiler("CXX", "c++");
		if (ends_in(argv[i], ".c"))
			break;
	}
	return sumac_tool_compiler("CC", "cc");
}

static bool is_linking(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "-c") || !strcmp(argv[i], "-S") || !strcmp(argv[i], "-E") || !strcmp(argv[i], "-M") ||
		    !strcmp(argv[i], "-MM") || !strcmp(argv[i], "-fsyntax-only"))
			return false;
	return true;
}

struct command {
	char **words;
	int n;
};

/* CC may hold options, "gcc -m64" or "ccache gcc". */
static void add_compiler(const char *compiler, struct command *command)
{
	char *text = strdup(compiler), *rest = text, *word;

	while (text && (word = strsep(&rest, " \t")))
		if (*word)
			command->words[command->n++] = word;
}

static void add(const char *format, const char *dir, struct command *command)
{
	char text[2 * SUMAC_TOOL_PATH_BYTES];

	snprintf(text, sizeof(text), format, dir);
	command->words[command->n++] = strdup(text);
}

static void print_command(const struct command *command)
{
	for (int i = 0; i < command->n; i++)
		printf("%s%s", i ? " " : "", command->words[i]);
	printf("\n");
}

/* Other SHMEMs' and MPIs' wrappers have this option under these names. */
static bool is_show(const char *word)
{
	return !strcmp(word, "--show") || !strcmp(word, "-show") || !strcmp(word, "--showme") || !strcmp(word, "-showme");
}

struct wrapper {
	const char *title; /* the wrapper's own name */
	const char *compiler;
	const char *const *options; /* extra flags, with %s for the headers' folder, up to a NULL */
	const char *advice;	    /* printed when the compiler fails; NULL: none */
};

static int execute(const char *title, char **words)
{
	execvp(words[0], words);
	fprintf(stderr, "%s: cannot run %s: %s\n", title, words[0], strerror(errno));
	return SUMAC_EXIT_NOT_FOUND;
}

/* Exits as the compiler did. The terminal's signals reach both processes; this one waits for the compiler's answer. */
static int advise(const struct wrapper *wrapper, pid_t compiler)
{
	int status;

	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	while (waitpid(compiler, &status, 0) < 0)
		if (errno != EINTR)
			return SUMAC_EXIT_FAILED;
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
		return SUMAC_EXIT_SIGNAL + WTERMSIG(status);
	}
	if (WEXITSTATUS(status) && WEXITSTATUS(status) != SUMAC_EXIT_NOT_FOUND)
		fprintf(stderr, "%s: %s\n", wrapper->title, wrapper->advice);
	return WEXITSTATUS(status);
}

/* Without advice the compiler takes this process's place. */
static int run(const struct wrapper *wrapper, char **words)
{
	pid_t wrapper_pid = getpid(), pid = wrapper->advice ? fork() : 0;

	if (pid > 0)
		return advise(wrapper, pid);
	if (pid < 0) {
		fprintf(stderr, "%s: cannot start %s: %s\n", wrapper->title, words[0], strerror(errno));
		return SUMAC_EXIT_FAILED;
	}
	if (wrapper->advice) {
		prctl(PR_SET_PDEATHSIG, SIGTERM); /* the compiler does not outlive us */
		if (getppid() != wrapper_pid)
			_exit(SUMAC_EXIT_FAILED);
	}
	return execute(wrapper->title, words);
}

static int compile(const struct wrapper *wrapper, int argc, char **argv)
{
	char include_dir[SUMAC_TOOL_PATH_BYTES], library_dir[SUMAC_TOOL_PATH_BYTES];
	struct command command = { .words = calloc((size_t)argc + strlen(wrapper->compiler) + 16, sizeof(char *)) };
	bool is_only_shown = argc > 1 && is_show(argv[1]);

	if (!command.words)
		return SUMAC_EXIT_FAILED;
	if (sumac_layout_include_dir(include_dir)) {
		fprintf(stderr, "%s: sumac.h is not in %s\n", wrapper->title, include_dir);
		return SUMAC_EXIT_FAILED;
	}
	if (sumac_layout_library_dir(library_dir) && is_linking(argc, argv)) {
		fprintf(stderr, "%s: there are no libraries in %s; `make` builds them\n", wrapper->title, library_dir);
		return SUMAC_EXIT_FAILED;
	}
	add_compiler(wrapper->compiler, &command);
	for (const char *const *option = wrapper->options; *option; option++)
		add(*option, include_dir, &command);
	add("-I%s", include_dir, &command);
	for (int i = is_only_shown ? 2 : 1; i < argc; i++)
		command.words[command.n++] = argv[i];
	if (is_linking(argc, argv)) {
		add("-L%s", library_dir, &command);
		add("-Wl,-rpath,%s", library_dir, &command);
		add("-lsumac_shmem%s", "", &command);
		add("-lsumac%s", "", &command);
	}
	if (is_only_shown) {
		print_command(&command);
		return 0;
	}
	return run(wrapper, command.words);
}

static bool is_help(int argc, char **argv)
{
	return argc < 2 || !strcmp(argv[1], "--help");
}

int sumac_tool_cc(int argc, char **argv)
{
	static const char *const none[] = { NULL };

	if (is_help(argc, argv)) {
		printf("usage: sumac cc [--show] [compiler options] SOURCE... [-o PROGRAM]\n\n"
		       "Runs $CC (cc; $CXX or c++ for C++) with Sumac's headers and libraries. --show prints the command.\n");
		return argc < 2 ? SUMAC_EXIT_USAGE : 0;
	}
	return compile(&(struct wrapper){ "sumac cc", choose_compiler(argc, argv), none, NULL }, argc, argv);
}

/* Removes the word; returns whether it was there. */
static bool take_word(const char *word, int *argc_io, char **argv)
{
	int n = 0;

	for (int i = 0; i < *argc_io; i++)
		if (strcmp(argv[i], word))
			argv[n++] = argv[i];
	n = *argc_io - n;
	*argc_io -= n;
	return n;
}

/* shmem.fh declares the symmetric heap's routines with Cray pointers, which gfortran knows only if asked. Without interfaces it
 * reports calls with arguments of several types as errors. */
int sumac_tool_fc(int argc, char **argv)
{
	static const char *const declared[] = { "-fcray-pointer", NULL };
	static const char *const external[] = { "-fcray-pointer", "-fallow-argument-mismatch", "-I%s/shmem_external", NULL };
	static const char advice[] = "programs that pass SHMEM's subroutines as arguments need --external";
	bool is_external = take_word("--external", &argc, argv);

	if (is_help(argc, argv)) {
		printf("usage: sumac fc [--show] [--external] [compiler options] SOURCE... [-o PROGRAM]\n\n"
		       "Runs $FC (gfortran) with shmem.fh, Cray pointers and Sumac's libraries. --show prints the command. "
		       "--external\nis for programs that declare SHMEM's subroutines EXTERNAL and pass them as arguments.\n");
		return argc < 2 ? SUMAC_EXIT_USAGE : 0;
	}
	return compile(&(struct wrapper){ "sumac fc", sumac_tool_compiler("FC", "gfortran"), is_external ? external : declared,
					  is_external ? NULL : advice }, argc, argv);
}
