/*
 * Memory from sumac_alloc().
 */
#ifndef SUMAC_MEMORY_H
#define SUMAC_MEMORY_H

#include <stddef.h>

#include "core/job/job.h"

/* -SUMAC_ERANGE, with a story, if a range begins in an allocation and extends beyond it. */
int sumac_memory_check(const struct sumac_job *job, const void *start, size_t len_bytes, const char *name);

void sumac_memory_free_all(struct sumac_job *job);

#endif
