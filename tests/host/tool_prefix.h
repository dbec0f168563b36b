/*
 * A prefix with the tool in it: the test's own program under the name bin/sumac, which main() hands to the subcommands.
 */
#ifndef TOOL_PREFIX_H
#define TOOL_PREFIX_H

#include "child.h"

/* Makes bin/, lib/ and include/ in the test's folder. */
int tool_prefix_make(void **state);
#define TOOL_TEST(function) cmocka_unit_test_setup_teardown(function, tool_prefix_make, child_remove_dir)
/* Runs bin/sumac with the words after it, as child_execute() does. */
int tool_prefix_run(const char *const *words);
#define TOOL_RUN(...) tool_prefix_run((const char *const[]){ __VA_ARGS__, NULL })
/* For main(): whether this process is the tool, and the status with which it then ends. */
bool tool_prefix_is_tool(int argc, char **argv, int *status_out);

#endif
