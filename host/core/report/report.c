/*
 * The report: a list of kinds of calls with their totals, written as JSON when the job ends.
 */
#include "core/report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/combination.h"
#include "base/fail.h"
#include "base/json.h"
#include "base/settings.h"
#include "core/wait/api_lock.h"
#include "core/job/process.h"
#include "core/report/identity.h"
#include "core/report/report_area.h"
#include "core/call/request.h"
#include "core/report/status_page.h"
#include "core/team/team.h"
#include "fabric/fabric.h"

static bool is_same(const struct sumac_report_kind *kind, const struct sumac_report_kind *other)
{
	return kind->coll == other->coll && kind->op == other->op && kind->type == other->type &&
	       kind->team_size == other->team_size && !strcmp(kind->engine, other->engine) &&
	       !strncmp(kind->reason, other->reason, SUMAC_WHY_CAP - 1);
}

struct sumac_report_entry *sumac_report_entry(struct sumac_job *job, const struct sumac_report_kind *kind, bool *is_new_out)
{
	struct sumac_report_entry **at = &job->report, *entry;

	while (*at && !is_same(&(*at)->kind, kind))
		at = &(*at)->next;
	*is_new_out = !*at;
	if (*at)
		return *at;
	entry = sumac_report_area_entry(job->area);
	if (!entry)
		return NULL;
	snprintf(entry->engine, sizeof(entry->engine), "%s", kind->engine);
	snprintf(entry->reason, sizeof(entry->reason), "%s", kind->reason);
	entry->kind = *kind;
	entry->kind.reason = entry->reason;
	entry->min_cycles = UINT64_MAX;
	*at = entry;
	sumac_report_area_publish_entry(job->area, entry);
	return entry;
}

void sumac_report_kind_text(const struct sumac_report_kind *kind, char text_out[SUMAC_REPORT_KIND_CAP])
{
	if (sumac_coll_combines(kind->coll))
		snprintf(text_out, SUMAC_REPORT_KIND_CAP, "%s of %s on %s", sumac_coll_name(kind->coll), sumac_op_name(kind->op),
			 sumac_type_name(kind->type));
	else
		snprintf(text_out, SUMAC_REPORT_KIND_CAP, "%s", sumac_coll_name(kind->coll));
}

void sumac_report_left_add(struct sumac_job *job, const char *call, enum sumac_left kind, uint64_t bytes, const char *reason)
{
	struct sumac_report_left **at;

	for (at = &job->left; *at; at = &(*at)->next)
		if ((*at)->left == kind && !strncmp((*at)->call, call, sizeof((*at)->call) - 1) &&
		    !strncmp((*at)->reason, reason, sizeof((*at)->reason) - 1))
			break;
	if (!*at) {
		*at = sumac_report_area_left(job->area);
		if (!*at)
			return;
		snprintf((*at)->call, sizeof((*at)->call), "%s", call);
		(*at)->left = kind;
		snprintf((*at)->reason, sizeof((*at)->reason), "%s", reason);
		sumac_report_area_publish_left(job->area, *at);
	}
	(*at)->n_calls++;
	(*at)->bytes += bytes;
}

const char *sumac_report_left_engine(const struct sumac_report_left *left)
{
	return left->left == SUMAC_LEFT_UNDONE ? "none" : "host";
}

void sumac_report_left(const char *call, enum sumac_left kind, uint64_t bytes, const char *reason)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();

	if (job)
		sumac_report_left_add(job, call, kind, bytes, reason);
}

/* Keeps the reason of the largest number of calls. */
static void keep_main_reason(uint64_t n_calls, const char *reason, uint64_t *most_io, const char **reason_io)
{
	if (n_calls <= *most_io)
		return;
	*most_io = n_calls;
	*reason_io = reason;
}

void sumac_report_sum(const struct sumac_job *job, struct sumac_report_sum *sum_out)
{
	uint64_t most_off_nics = 0, most_off_engines = 0;

	*sum_out = (struct sumac_report_sum){ .why_not_nics = "", .why_not_engines = "" };
	for (const struct sumac_report_entry *entry = job->report; entry; entry = entry->next) {
		if (!sumac_coll_combines(entry->kind.coll))
			continue;
		sum_out->n_calls += entry->n_calls;
		if (strcmp(entry->kind.engine, "none")) {
			sum_out->n_on_engines += entry->n_calls;
		} else {
			sum_out->n_undone += entry->n_calls;
			keep_main_reason(entry->n_calls, entry->reason, &most_off_engines, &sum_out->why_not_engines);
		}
		if (!strcmp(entry->kind.engine, "nic"))
			sum_out->n_on_nics += entry->n_calls;
		else
			keep_main_reason(entry->n_calls, entry->reason, &most_off_nics, &sum_out->why_not_nics);
	}
	for (const struct sumac_report_left *left = job->left; left; left = left->next) {
		if (left->left == SUMAC_LEFT_OTHER)
			continue;
		sum_out->n_calls += left->n_calls;
		sum_out->n_undone += left->left == SUMAC_LEFT_UNDONE ? left->n_calls : 0;
		keep_main_reason(left->n_calls, left->reason, &most_off_nics, &sum_out->why_not_nics);
		keep_main_reason(left->n_calls, left->reason, &most_off_engines, &sum_out->why_not_engines);
	}
}

uint64_t sumac_report_foreign(const struct sumac_job *job)
{
	return job->fabric ? sumac_fabric_n_foreign(job->fabric) : 0;
}

int sumac_refuse(const char *call, const char *elsewhere, const char *reason)
{
	struct sumac_job *job = sumac_job_current();

	if (job)
		sumac_status_page_refuse(job->page);
	return sumac_fail(SUMAC_EREQUIRED, "%s: the setting require is nic, but this would go to %s: %s", call, elsewhere,
			  reason);
}

static void print_entry(FILE *file, const struct sumac_report_entry *entry)
{
	uint64_t min_cycles = entry->min_cycles == UINT64_MAX ? 0 : entry->min_cycles;
	bool combines = sumac_coll_combines(entry->kind.coll);

	fprintf(file, "    {\"call\": \"%s\", \"op\": \"%s\", \"type\": \"%s\", \"team_size\": %d, \"engine\": ",
		sumac_coll_name(entry->kind.coll), combines ? sumac_op_name(entry->kind.op) : "",
		combines ? sumac_type_name(entry->kind.type) : "", entry->kind.team_size);
	sumac_json_print_text(file, entry->kind.engine);
	fprintf(file, ", \"reason\": ");
	sumac_json_print_text(file, entry->reason);
	fprintf(file, ", \"calls\": %" PRIu64 ", \"failed\": %" PRIu64 ", \"bytes\": %" PRIu64 ", ", entry->n_calls,
		entry->n_failed, entry->bytes);
	fprintf(file, "\"cycles\": %" PRIu64 ", \"min_cycles\": %" PRIu64 ", \"max_cycles\": %" PRIu64 ", ",
		entry->cycles, min_cycles, entry->max_cycles);
	fprintf(file, "\"staged_bytes\": %" PRIu64 ", \"combines\": %" PRIu64 "}", entry->staged_bytes, entry->combines);
}

static void print_head(FILE *file, const struct sumac_job *job)
{
	fprintf(file, "{\n  \"rank\": %d,\n  \"size\": %d,\n  \"engine\": \"%s\",\n  \"require\": \"%s\",\n", job->rank, job->size,
		sumac_setting_string(SUMAC_SETTING_ENGINE), sumac_setting_string(SUMAC_SETTING_REQUIRE));
	sumac_identity_print(file, job);
	fprintf(file, "  \"foreign_messages\": %" PRIu64 ",\n", sumac_report_foreign(job));
}

void sumac_report_print_calls(FILE *file, const struct sumac_report_entry *entries, const struct sumac_report_left *left)
{
	fprintf(file, "  \"calls\": [");
	for (const struct sumac_report_entry *entry = entries; entry; entry = entry->next) {
		fprintf(file, "%s\n", entry == entries ? "" : ",");
		print_entry(file, entry);
	}
	fprintf(file, "%s],\n  \"left_to_host\": [", entries ? "\n  " : "");
	for (const struct sumac_report_left *at = left; at; at = at->next) {
		fprintf(file, "%s\n    {\"name\": ", at == left ? "" : ",");
		sumac_json_print_text(file, at->call);
		fprintf(file, ", \"reason\": ");
		sumac_json_print_text(file, at->reason);
		fprintf(file, ", \"calls\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"engine\": \"%s\"}", at->n_calls, at->bytes,
			sumac_report_left_engine(at));
	}
	fprintf(file, "%s]", left ? "\n  " : "");
}

void sumac_report_print(FILE *file, const struct sumac_job *job)
{
	print_head(file, job);
	sumac_report_print_calls(file, job->report, job->left);
	fprintf(file, "\n}\n");
}

static int write_to(const struct sumac_job *job, const char *path)
{
	char new_path[4096 + 8];
	FILE *file;
	int error;

	/* The report appears whole or not at all, since the launcher may look at any time. */
	snprintf(new_path, sizeof(new_path), "%s.new", path);
	file = fopen(new_path, "we");
	if (!file)
		return sumac_fail(SUMAC_EIO, "the report %s cannot be written: %s", path, strerror(errno));
	sumac_report_print(file, job);
	error = fflush(file) || ferror(file) ? errno : 0;
	if ((fclose(file) || (!error && rename(new_path, path))) && !error)
		error = errno;
	if (!error)
		return 0;
	unlink(new_path);
	return sumac_fail(SUMAC_EIO, "the report %s cannot be written: %s", path, strerror(error));
}

int sumac_report_write(const struct sumac_job *job)
{
	const char *dir = sumac_settings_job_dir(), *file = sumac_setting_string(SUMAC_SETTING_REPORT);
	char path[4096];
	int len;

	if (!*file)
		return 0;
	if (*dir)
		len = snprintf(path, sizeof(path), "%s/rank-%d.report.json", dir, job->rank);
	else if (job->rank)
		len = snprintf(path, sizeof(path), "%s.%d", file, job->rank);
	else
		len = snprintf(path, sizeof(path), "%s", file);
	if (len >= (int)sizeof(path))
		return sumac_fail(SUMAC_EINVAL, "the name of the report is too long");
	return write_to(job, path);
}

void sumac_report_free(struct sumac_job *job)
{
	while (job->report) {
		struct sumac_report_entry *entry = job->report;

		job->report = entry->next;
		if (!sumac_report_area_has(job->area, entry))
			free(entry);
	}
	while (job->left) {
		struct sumac_report_left *left = job->left;

		job->left = left->next;
		if (!sumac_report_area_has(job->area, left))
			free(left);
	}
	sumac_report_area_close(job->area);
	job->area = NULL;
}
