/*
 * The `sumac` tool's entry: picks the subcommand.
 */
#include "launch/exit_status.h"
#include "tool/tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sumac.h"

static const struct {
	const char *name;
	int (*main)(int argc, char **argv);
	const char *help;
} commands[] = {
	{ "run", sumac_tool_run, "run a program on N ranks of this host" },
	{ "mpirun", sumac_tool_mpirun, "run an MPI program under its own mpirun, with Sumac preloaded" },
	{ "cc", sumac_tool_cc, "compile and link a SHMEM or Sumac program" },
	{ "fc", sumac_tool_fc, "the same for Fortran" },
	{ "info", sumac_tool_info, "print version, engines, settings and the table of operations" },
	{ "explain", sumac_tool_explain, "say which engine would compute a call, by which plan, and why" },
	{ "doctor", sumac_tool_doctor, "check this machine, and say how to cure what fails" },
	{ "selftest", sumac_tool_selftest, "have NICs combine the reference vectors, and compare all bits" },
	{ "perf", sumac_tool_perf, "measure calls of a collective: latency, bandwidth, rate" },
	{ "study", sumac_tool_study, "run workloads on designs, and gather the results" },
	{ "page", sumac_tool_page, "make a page of a study's results, with curves and tables" },
	{ "report", sumac_tool_report, "compare the reports of two runs" },
	{ "trace", sumac_tool_trace, "summarise or check the timeline of a run" },
	{ "clean", sumac_tool_clean, "remove what killed jobs of this user have left" },
};

enum { N_COMMANDS = sizeof(commands) / sizeof(commands[0]) };

/* OpenSHMEM's users know some of the subcommands by these names: links to this program. */
static const struct {
	const char *name;
	int (*main)(int argc, char **argv);
	bool is_cxx;
} other_names[] = {
	{ "oshcc", sumac_tool_cc, false },
	{ "oshc++", sumac_tool_cc, true },
	{ "oshcxx", sumac_tool_cc, true },
	{ "oshfort", sumac_tool_fc, false },
	{ "oshrun", sumac_tool_run, false },
};

/* Runs the subcommand that the program's name stands for; -1 if it stands for none. A compiler for C++ compiles C sources as C++,
 * too. */
static int run_by_name(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];

	for (size_t i = 0; i < sizeof(other_names) / sizeof(other_names[0]); i++) {
		if (strcmp(name, other_names[i].name))
			continue;
		if (other_names[i].is_cxx)
			setenv("CC", sumac_tool_compiler("CXX", "c++"), 1);
		return other_names[i].main(argc, argv);
	}
	return -1;
}

static void print_help(FILE *to)
{
	fprintf(to, "usage: sumac COMMAND [options]\n\n");
	for (int i = 0; i < N_COMMANDS; i++)
		fprintf(to, "  %-8s %s\n", commands[i].name, commands[i].help);
	fprintf(to, "\n`sumac COMMAND --help` lists a command's options.\n");
}

static int run(int argc, char **argv)
{
	int status;

	/* Ranks write to the same place, so each line is written at once. */
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	status = argc ? run_by_name(argc, argv) : -1;
	if (status >= 0)
		return status;
	if (argc < 2) {
		print_help(stderr);
		return SUMAC_EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		print_help(stdout);
		return 0;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("sumac %s\n", sumac_version());
		return 0;
	}
	for (int i = 0; i < N_COMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].main(argc - 1, argv + 1);
	fprintf(stderr, "sumac: unknown command `%s`\n", argv[1]);
	print_help(stderr);
	return SUMAC_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	int status = run(argc, argv);

	if (!fflush(stdout) && !ferror(stdout))
		return status;
	fprintf(stderr, "sumac: cannot write standard output: %s\n", strerror(errno));
	return status ? status : SUMAC_EXIT_FAILED;
}
