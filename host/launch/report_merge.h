/*
 * The report of a job: the ranks' own reports, merged into one JSON file.
 */
#ifndef SUMAC_REPORT_MERGE_H
#define SUMAC_REPORT_MERGE_H

/* Reads dir's rank-<n>.report.json and writes path whole or not at all. 0, or -1 with a message on stderr. */
int sumac_report_merge(const char *title, const char *dir, int n_ranks, const char *engine, int exit_status,
		       const char *path);

#endif
