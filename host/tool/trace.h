/*
 * `sumac trace`: reads a trace, line by line, and never holds the whole file.
 */
#ifndef SUMAC_TOOL_TRACE_H
#define SUMAC_TOOL_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

/* Takes an event; returns whether to go on. */
typedef bool sumac_trace_take(void *ctx, size_t line, const struct sumac_json *event);

/* Calls take() for each event. 0, or -1 with a message; *is_cut_out: the file has no end, as its job was killed. */
int sumac_trace_read(const char *path, sumac_trace_take *take, void *ctx, bool *is_cut_out);

/* Each returns an exit status. */
int sumac_trace_check(const char *path);
int sumac_trace_summary(const char *path);

#endif
