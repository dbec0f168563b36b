/*
 * Counts what was called and which engine computed it, summed up by kind of call, for --report.
 */
#ifndef SUMAC_REPORT_H
#define SUMAC_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "core/frontend.h"
#include "core/job/job.h"

/* Calls that are counted together. */
struct sumac_report_kind {
	enum sumac_coll coll;
	int op, type, team_size;
	const char *engine; /* "none": refused, because a NIC was required */
	const char *reason;
};

/* The entry of that kind, made for its first call; lives as long as the job. NULL: there is no memory. The kind's reason is
 * copied; its engine must live as long as the program. */
struct sumac_report_entry *sumac_report_entry(struct sumac_job *job, const struct sumac_report_kind *kind, bool *is_new_out);

/* For example "allreduce of SUM on I32", or "barrier". */
enum { SUMAC_REPORT_KIND_CAP = 64 };
void sumac_report_kind_text(const struct sumac_report_kind *kind, char text_out[SUMAC_REPORT_KIND_CAP]);

/* The totals of a kind of calls. */
struct sumac_report_entry {
	struct sumac_report_entry *next;
	struct sumac_report_kind kind; /* its reason is the field below */
	char engine[8]; /* the kind's, cut where it is longer */
	char reason[SUMAC_WHY_CAP];
	uint64_t n_calls, n_failed, bytes, cycles, min_cycles, max_cycles, combines, staged_bytes;
};

/* Counts one call, by its ticket; ticket NULL: it has not begun. */
static inline void sumac_report_count(struct sumac_report_entry *entry, uint64_t bytes, const struct sumac_ticket *ticket,
				      bool is_failed)
{
	uint64_t cycles = ticket ? ticket->cycles : 0;

	if (!entry)
		return;
	entry->n_calls++;
	if (is_failed)
		entry->n_failed++;
	entry->bytes += bytes;
	entry->cycles += cycles;
	entry->combines += ticket ? ticket->combines : 0;
	if (ticket && ticket->staged_bytes)
		entry->staged_bytes += ticket->staged_bytes;
	if (!is_failed && cycles < entry->min_cycles)
		entry->min_cycles = cycles;
	if (!is_failed && cycles > entry->max_cycles)
		entry->max_cycles = cycles;
}

/* Calls that a front end did not give to the core, by name and reason. */
struct sumac_report_left {
	struct sumac_report_left *next;
	char call[32], reason[SUMAC_WHY_CAP];
	enum sumac_left left;
	uint64_t n_calls, bytes;
};

void sumac_report_left_add(struct sumac_job *job, const char *call, enum sumac_left left, uint64_t bytes, const char *reason);

/* Names who did them, as the report names engines: "host", or "none". */
const char *sumac_report_left_engine(const struct sumac_report_left *left);

/* This rank's reductions: how many there were, ran on NICs, ran on any engine of Sumac, and ran nowhere; and the main reason why
 * others did not run there. The reasons live as long as the job. */
struct sumac_report_sum {
	uint64_t n_calls, n_on_nics, n_on_engines, n_undone;
	const char *why_not_nics, *why_not_engines;
};
/* How many messages from outside the job this rank has dropped. */
uint64_t sumac_report_foreign(const struct sumac_job *job);
void sumac_report_sum(const struct sumac_job *job, struct sumac_report_sum *sum_out);

/* Prints rank 0's calls on standard error in the form that the setting summary asks for. */
void sumac_report_summarise(const struct sumac_job *job);
/* The members "calls" and "left_to_host" of a report in JSON, from these lists. */
void sumac_report_print_calls(FILE *file, const struct sumac_report_entry *entries, const struct sumac_report_left *left);
/* The report of this rank, as JSON. */
void sumac_report_print(FILE *file, const struct sumac_job *job);

/* If the setting report asks for one, writes the report as JSON: rank-<n>.report.json in the job's directory, where there is
 * one (the launcher merges them); else to the file that the setting names, with .<n> appended on all ranks but the first. */
int sumac_report_write(const struct sumac_job *job);

void sumac_report_free(struct sumac_job *job);

#endif
