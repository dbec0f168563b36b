/*
 * A test's processes: a function or a program in its own process, what it printed, and how it ended.
 */
#ifndef CHILD_H
#define CHILD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* CMocka's asserts work in the test's own process only: this one ends another process, and fails the test. */
#define CHILD_EXPECT(condition) ((condition) ? (void)0 : child_complain(__FILE__, __LINE__, #condition))
enum { CHILD_COMPLAINED = 99, CHILD_HUNG_S = 120 };
void child_complain(const char *file, int line, const char *what);

/* The output of the last one. */
extern char child_out[1 << 16], child_err[1 << 16];

/* Runs body(ctx) in a fork, and waits until all processes that it started have gone. Returns its exit status,
 * or 256 + the number of its signal; what hangs is killed. */
int child_run(int (*body)(void *ctx), void *ctx);
/* The same with a program; words end with NULL. */
int child_execute(const char *const *words);

/* Whether a process exists, and is not a zombie. */
bool child_is_alive(pid_t pid);
/* Waits for that, within the hang limit. */
bool child_goes(pid_t pid);

/* The test's own folder, known to all its processes; a path in it (valid until the 8th call after it; calls
 * of the functions below do not count). */
int child_make_dir(void **state);
int child_remove_dir(void **state);
#define CHILD_TEST(function) cmocka_unit_test_setup_teardown(function, child_make_dir, child_remove_dir)
const char *child_path(const char *name);
void child_write(const char *name, const char *text, int mode);
const char *child_read(const char *name);
bool child_has(const char *name);
int child_make_folder(const char *name);
/* The contents of the test's folder, or of one below it. */
int child_count_in(const char *name);
/* Waits until the file exists and has that text ("": any), within the hang limit. */
bool child_wait_for(const char *name, const char *text);

#endif
