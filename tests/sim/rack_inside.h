/*
 * A rack of fake NICs inside the test: no process, no socket,
 * only its structures, to be called function by function.
 */
#ifndef RACK_INSIDE_H
#define RACK_INSIDE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_nic.h"
#include "sim/rack/rack.h"
#include "spec/spec.h"

extern struct sumac_rack inside;

/* Words as on the command line, without the socket; ended by NULL. */
void inside_open(int n_nics, const char *const *words);
void inside_close(void);
/* Attaches the rank, as one of a job of that many. */
void inside_attach(int rank, int job_size);

#endif
