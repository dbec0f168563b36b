/*
 * A prefix with the tool in it: the test's own program under
 * the name bin/sumac, which main() hands to the tool's main().
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
/* It said nothing on stderr, apart from lines about a slow start. */
void tool_prefix_expect_silence(void);
/* The same, and runtime/, where jobs have their folders. */
int tool_prefix_make_with_runtime(void **state);
#define RUN_TEST(function) cmocka_unit_test_setup_teardown(function, tool_prefix_make_with_runtime, child_remove_dir)
/* For main(): runs the tool if this process is meant to be it, else the tests. Returns the status to exit
 * with. */
int tool_prefix_main(int argc, char **argv, const char *name, const struct CMUnitTest *tests, size_t n_tests);
#define TOOL_PREFIX_MAIN(argc, argv, tests) tool_prefix_main(argc, argv, #tests, tests, sizeof(tests) / sizeof(tests[0]))

#endif
