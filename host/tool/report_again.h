/*
 * A report that is read again: what the run was of, and its calls, summed up over all ranks.
 */
#ifndef SUMAC_REPORT_AGAIN_H
#define SUMAC_REPORT_AGAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"

struct sumac_report_fact {
	const char *name, *text;
};

struct sumac_report_calls {
	char kind[128]; /* "allreduce of SUM on I32, team of 4" */
	const char *engine;
	uint64_t n_calls, n_failed, bytes, cycles;
};

struct sumac_report_file {
	struct sumac_json *root; /* which all texts lie in */
	struct sumac_report_fact *facts;
	struct sumac_report_calls *calls;
	size_t n_facts, n_calls;
	bool knows_design;
};

/* 0, or -1 after a message; in both cases it is to be freed. */
int sumac_report_file_read(const char *path, struct sumac_report_file *report_out);
void sumac_report_file_free(struct sumac_report_file *report);
/* NULL: the report does not say. */
const char *sumac_report_file_fact(const struct sumac_report_file *report, const char *name);

int sumac_tool_report_diff(const char *path, const char *other_path);

#endif
