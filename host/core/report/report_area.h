/*
 * Where the report's counts are kept while a rank runs: in a small file of the job's folder, so that the launcher has them
 * even if the rank ends without writing its report.
 */
#ifndef SUMAC_REPORT_AREA_H
#define SUMAC_REPORT_AREA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/report/report.h"

enum { SUMAC_REPORT_AREA_CAP = 64 };

/* Launcher and ranks are from the same build. An entry counts once it is complete. */
struct sumac_report_area {
	_Atomic uint32_t n_entries, n_left;
	_Atomic bool is_cut; /* one more found no room */
	struct sumac_report_entry entries[SUMAC_REPORT_AREA_CAP];
	struct sumac_report_left left[SUMAC_REPORT_AREA_CAP];
};

/* Makes <job directory>/rank-<n>.counts if a report is wanted. NULL: none is, or the folder has no room and the rank does
 * without. */
struct sumac_report_area *sumac_report_area_open(const char *job_dir, int rank);
void sumac_report_area_close(struct sumac_report_area *area);

/* Room for one more, all zero; from elsewhere if the area is full or NULL. NULL: there is no memory. */
struct sumac_report_entry *sumac_report_area_entry(struct sumac_report_area *area);
struct sumac_report_left *sumac_report_area_left(struct sumac_report_area *area);
/* Says that the newest entry is complete. */
void sumac_report_area_publish_entry(struct sumac_report_area *area, const struct sumac_report_entry *entry);
void sumac_report_area_publish_left(struct sumac_report_area *area, const struct sumac_report_left *left);
/* Whether the entry lies in the area, and so must not be freed. */
bool sumac_report_area_has(const struct sumac_report_area *area, const void *entry);

/* The launcher's side: a copy with its lists linked, which sumac_report_print_calls() takes; to be freed. NULL: there is none. */
struct sumac_report_area *sumac_report_area_read(const char *job_dir, int rank);

#endif
