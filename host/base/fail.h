/*
 * Errors: the place that detects a fault first leaves its story here, a sentence for sumac_last_error(), and
 * returns its code; callers pass the code on.
 */
#ifndef SUMAC_FAIL_H
#define SUMAC_FAIL_H

#include <stdatomic.h>

#include "spec/spec.h" /* the codes */

#pragma GCC visibility push(default)

/* Keeps the story, and returns -code. The code may have either sign. */
int sumac_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#pragma GCC visibility pop

/* Whether any thread has ever failed: most programs never do, and then calls need not even look for their thread's story. */
extern atomic_bool sumac_fail_has_been __attribute__((visibility("hidden")));
void sumac_fail_forget(void);

/* Forgets this thread's story, so that a later failure without one does not show an old one. */
static inline void sumac_fail_clear(void)
{
	if (atomic_load_explicit(&sumac_fail_has_been, memory_order_relaxed))
		sumac_fail_forget();
}

/* The enumerator's name, as "EINVAL"; "?" for an unknown code. Either sign. */
const char *sumac_status_name(int code);

#endif
