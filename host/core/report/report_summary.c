/*
 * Prints rank 0's calls by engine and reason, for whoever reads along; the other ranks make the same calls.
 */
#include <inttypes.h>
#include <string.h>

#include "base/say.h"
#include "base/settings.h"
#include "core/report/report.h"

static void print_line(uint64_t n_calls, uint64_t bytes, const char *engine, const char *what, const char *reason)
{
	sumac_say(SUMAC_SAY_ALWAYS, "%10" PRIu64 " %14" PRIu64 "  %-6s %s: %s", n_calls, bytes, engine, what, reason);
}

static void print_entry(const struct sumac_report_entry *entry)
{
	int n_ranks = entry->kind.team_size;
	char kind[SUMAC_REPORT_KIND_CAP], what[SUMAC_REPORT_KIND_CAP + 24];

	sumac_report_kind_text(&entry->kind, kind);
	snprintf(what, sizeof(what), "%s, %d rank%s", kind, n_ranks, n_ranks == 1 ? "" : "s");
	print_line(entry->n_calls, entry->bytes, entry->kind.engine, what, entry->reason);
}

static void print_text(const struct sumac_job *job)
{
	uint64_t n_foreign = sumac_report_foreign(job);

	sumac_say(SUMAC_SAY_ALWAYS, "%10s %14s  %-6s call: reason", "calls", "bytes", "engine");
	for (const struct sumac_report_entry *at = job->report; at; at = at->next)
		print_entry(at);
	for (const struct sumac_report_left *at = job->left; at; at = at->next)
		print_line(at->n_calls, at->bytes, sumac_report_left_engine(at), at->call, at->reason);
	if (n_foreign)
		sumac_say(SUMAC_SAY_ALWAYS, "rank 0 has dropped %" PRIu64 " message%s that did not come from this job", n_foreign,
			  n_foreign == 1 ? "" : "s");
}

void sumac_report_summarise(const struct sumac_job *job)
{
	const char *form = sumac_setting_string(SUMAC_SETTING_SUMMARY);

	if (job->rank != 0)
		return;
	if (!strcmp(form, "text"))
		print_text(job);
	if (!strcmp(form, "json"))
		sumac_report_print(stderr, job);
}
