/*
 * Runs a body on several ranks of one job, each a thread, over the fake engines. A failed EXPECT is printed
 * and fails the test when the threads are done; CMocka's own asserts work in the main thread only.
 */
#ifndef CORE_RANKS_H
#define CORE_RANKS_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/job/job.h"
#include "core/team/team.h"
#include "fake_engine.h"
#include "sumac.h"

#define EXPECT(condition) \
	((condition) ? (void)0 : core_ranks_complain(__FILE__, __LINE__, #condition))
/* This thread's last error says that. */
#define EXPECT_STORY(text) \
	(strstr(sumac_last_error(), text) ? (void)0 : core_ranks_complain(__FILE__, __LINE__, sumac_last_error()))

void core_ranks_complain(const char *file, int line, const char *what);

/* The rank of the job that the bootstraps report dead, or -1. */
extern atomic_int core_ranks_dead;

/* Settings as "name=value;..."; then each thread opens the job, runs the body if that worked, and closes the
 * job. The body's status is ignored; opening must give open_status on all ranks, closing close_status. */
void core_ranks_run_expecting(int n_ranks, const char *options, int open_status, int close_status,
			      void (*body)(struct sumac_job *job));
void core_ranks_run(int n_ranks, const char *options, void (*body)(struct sumac_job *job));

int core_ranks_reset(void **state);
int core_ranks_check(void **state);

/* A test that starts and ends with no engine, no team and no death. */
#define CORE_RANKS_TEST(function) cmocka_unit_test_setup_teardown(function, core_ranks_reset, core_ranks_check)

#endif
