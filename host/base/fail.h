/*
 * Errors: the place that detects a fault first leaves its story here, a sentence for sumac_last_error(), and
 * returns its code; callers pass the code on.
 */
#ifndef SUMAC_FAIL_H
#define SUMAC_FAIL_H

#include "spec/spec.h" /* the codes */

#pragma GCC visibility push(default)

/* Keeps the story, and returns -code. Takes the code with either sign. */
int sumac_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#pragma GCC visibility pop

/* Forgets this thread's story, so that a later failure without one does not show an old one. */
void sumac_fail_clear(void);

/* The enumerator's name, as "EINVAL"; "?" for an unknown code. Either sign. */
const char *sumac_status_name(int code);

#endif
