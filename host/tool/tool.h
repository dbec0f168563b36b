/*
 * The `sumac` tool: its subcommands, each in a file of its own, and the functions that they share.
 */
#ifndef SUMAC_TOOL_H
#define SUMAC_TOOL_H

#include <stdbool.h>
#include <stddef.h>

/* A subcommand gets its own name as argv[0] and returns the exit status. */
int sumac_tool_run(int argc, char **argv);
int sumac_tool_mpirun(int argc, char **argv);
int sumac_tool_cc(int argc, char **argv);
int sumac_tool_fc(int argc, char **argv);
int sumac_tool_info(int argc, char **argv);
int sumac_tool_explain(int argc, char **argv);
int sumac_tool_report(int argc, char **argv);
int sumac_tool_doctor(int argc, char **argv);
int sumac_tool_page(int argc, char **argv);
int sumac_tool_selftest(int argc, char **argv);
int sumac_tool_perf(int argc, char **argv);
int sumac_tool_clean(int argc, char **argv);
int sumac_tool_study(int argc, char **argv);
int sumac_tool_trace(int argc, char **argv);

enum sumac_info_form { SUMAC_INFO_TEXT, SUMAC_INFO_JSON, SUMAC_INFO_PROMETHEUS };
/* `sumac info --counters`. */
int sumac_tool_info_counters(enum sumac_info_form form);
/* `sumac info --parameters`, with options of `sumac run`. */
int sumac_tool_info_parameters(int n_options, char **options, bool as_json);

/* Runs `sumac COMMAND WORDS` as the ranks of a job, which these options of `sumac run` describe. The exit status. */
int sumac_tool_run_self(const char *command, int n_options, char *const *options, int n_words, char *const *words);

/* The compiler that this environment variable names, unless it names none, or this program. */
const char *sumac_tool_compiler(const char *variable, const char *otherwise);

#endif
