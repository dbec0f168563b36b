/*
 * The `sumac` tool: its subcommands, each in a file of its own, and the functions that they share.
 */
#ifndef SUMAC_TOOL_H
#define SUMAC_TOOL_H

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses of the tool itself; a job's are those of its ranks. */
enum {
	SUMAC_EXIT_FAILED = 1,
	SUMAC_EXIT_USAGE = 2,
	SUMAC_EXIT_TIMEOUT = 124,   /* as timeout(1) */
	SUMAC_EXIT_CANNOT_RUN = 126, /* as a shell does */
	SUMAC_EXIT_NOT_FOUND = 127,
	SUMAC_EXIT_SIGNAL = 128, /* plus the signal's number */
};

/* A subcommand gets its own name as argv[0] and returns the exit status. */
int sumac_tool_run(int argc, char **argv);
int sumac_tool_mpirun(int argc, char **argv);
int sumac_tool_cc(int argc, char **argv);
int sumac_tool_fc(int argc, char **argv);
int sumac_tool_info(int argc, char **argv);
int sumac_tool_explain(int argc, char **argv);
int sumac_tool_doctor(int argc, char **argv);
int sumac_tool_selftest(int argc, char **argv);
int sumac_tool_clean(int argc, char **argv);

/* The compiler that this environment variable names, unless it names none, or this program. */
const char *sumac_tool_compiler(const char *variable, const char *otherwise);

/* Where things are, relative to this program: in the tree or under a prefix. 0, or -1 if the thing is not there; path_out then
 * holds the place where it was expected. */
enum { SUMAC_TOOL_PATH_BYTES = 4096 };
int sumac_layout_self(char *path_out);
int sumac_layout_library_dir(char *path_out);
int sumac_layout_include_dir(char *path_out);
int sumac_layout_rack(char *path_out);
int sumac_layout_xrt_device(char *path_out);
/* The xclbin for XRT's emulation. */
int sumac_layout_xclbin(char *path_out);

#endif
