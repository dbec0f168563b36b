/*
 * Prints the identity of a result, as JSON: all of it as NIC, rack and build say themselves.
 */
#define _GNU_SOURCE /* asprintf */
#include "core/report/identity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/causes.h"
#include "base/design.h"
#include "base/fnv.h"
#include "base/settings.h"
#include "core/job/job_nics.h"
#include "core/job/version.h"
#include "spec/spec.h"
#include "sumac.h"

/* Which plan a call takes is said by the rows of one table: this is its hash. */
static uint64_t plans_hash(void)
{
	static const char rows[] =
#define SUMAC_PLAN(coll, least, most, bytes, parts, needs, family) \
	#coll " " #least " " #most " " #bytes " " #parts " " #needs " " #family "\n"
#include "spec/plans.def"
#undef SUMAC_PLAN
		;

	return sumac_fnv(SUMAC_FNV_START, rows, sizeof(rows) - 1);
}

/* Settings that say where things are, or how a result is come by, and nothing about what it is. */
static bool is_place(enum sumac_setting setting)
{
	static const enum sumac_setting places[] = { SUMAC_SETTING_REPORT, SUMAC_SETTING_RACK, SUMAC_SETTING_RACK_STATS,
						     SUMAC_SETTING_RACK_EVENTS, SUMAC_SETTING_PCAP, SUMAC_SETTING_TRACE,
						     SUMAC_SETTING_WAVE, SUMAC_SETTING_RACK_THREADS };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (places[i] == setting)
			return true;
	return false;
}

/* Those that somebody has set. */
static void print_settings(FILE *file)
{
	const char *before = "";

	fprintf(file, "  \"settings\": {");
	for (int i = 0; i < SUMAC_N_SETTINGS; i++) {
		if (sumac_setting_source(i) == SUMAC_FROM_DEFAULT || is_place(i))
			continue;
		fprintf(file, "%s\"%s\": ", before, sumac_setting_name(i));
		sumac_json_print_text(file, sumac_setting_string(i));
		before = ", ";
	}
	fprintf(file, "},\n");
}

/* The same as one text: name=value and blanks. */
static void print_settings_text(FILE *file, const char *before)
{
	char text[2048] = "";
	size_t len = 0;

	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		if (sumac_setting_source(i) != SUMAC_FROM_DEFAULT && !is_place(i) && len < sizeof(text))
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s=%s", len ? " " : "", sumac_setting_name(i),
						sumac_setting_string(i));
	fprintf(file, "%s", before);
	if (*before == ',')
		sumac_json_print_text(file, text);
	else
		fprintf(file, "%s", *text ? text : "none");
}

static void print_parameters(FILE *file, const struct sumac_design *design, const char *before)
{
	static const char *const params[] = {
#define SUMAC_PARAM(name, ...) #name,
#include "spec/rows.def"
	};

	for (int i = 0; i < SUMAC_N_PARAMS; i++) {
		fprintf(file, "%s\"%s\": %" PRIu32, before, params[i], design->params[i]);
		before = ", ";
	}
}

static void print_design(FILE *file, const struct sumac_design *design)
{
	static const struct {
		const char *name;
		uint32_t bit;
	} features[] = {
#define SUMAC_FEATURE(name, bit, help) { #name, SUMAC_FEATURE_##name },
#include "spec/rows.def"
	};
	const char *before = "";

	fprintf(file, ",\n    \"design\": \"0x%016" PRIx64 "\", \"features\": [", design->hash);
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++) {
		if (!(design->features & features[i].bit))
			continue;
		fprintf(file, "%s\"%s\"", before, features[i].name);
		before = ", ";
	}
	fprintf(file, "],\n    \"parameters\": {");
	print_parameters(file, design, "");
	fprintf(file, "}");
}

static void print_nic(FILE *file, const struct sumac_job *job)
{
	struct sumac_nics_about about;
	struct sumac_causes causes;

	fprintf(file, "  \"nic\": ");
	if (!sumac_job_nics_about(job, &about)) {
		fprintf(file, "null,\n");
		return;
	}
	fprintf(file, "{\"bus\": \"%s\", \"simulated\": %s, \"stepped\": %s, \"clock_hz\": %" PRIu64, about.kind,
		about.is_simulated ? "true" : "false", about.is_stepped ? "true" : "false", about.clock_hz);
	if (about.design)
		print_design(file, about.design);
	if (about.surroundings)
		fprintf(file, ",\n    \"surroundings\": {%s}", about.surroundings);
	if (sumac_job_nics_causes(job, &causes)) {
		fprintf(file, ",\n    ");
		sumac_causes_print_json(file, &causes);
	}
	fprintf(file, "},\n");
}

void sumac_identity_print(FILE *file, const struct sumac_job *job)
{
	char build[SUMAC_BUILD_ID_CAP];

	sumac_build_id(build, sizeof(build));
	fprintf(file, "  \"version\": \"%s\",\n  \"build\": \"%s\",\n", sumac_version(), build);
	fprintf(file, "  \"commit\": \"%s\",\n  \"clean\": %s,\n", sumac_commit(), sumac_is_clean() ? "true" : "false");
	fprintf(file, "  \"spec_hash\": \"0x%08x\",\n", (unsigned)SUMAC_SPEC_HASH);
	fprintf(file, "  \"plans\": \"0x%016" PRIx64 "\",\n", plans_hash());
	print_settings(file);
	print_nic(file, job);
}

void sumac_identity_print_flat(FILE *file, const struct sumac_job *job)
{
	struct sumac_nics_about about;

	fprintf(file, ", \"version\": \"%s\", \"commit\": \"%s\", \"clean\": %s, \"plans\": \"0x%016" PRIx64 "\"", sumac_version(),
		sumac_commit(), sumac_is_clean() ? "true" : "false", plans_hash());
	print_settings_text(file, ", \"settings\": ");
	if (!sumac_job_nics_about(job, &about))
		return;
	if (about.design) {
		fprintf(file, ", \"nic_design\": \"0x%016" PRIx64 "\"", about.design->hash);
		print_parameters(file, about.design, ", ");
	}
	if (about.surroundings)
		fprintf(file, ", %s", about.surroundings);
}

struct sumac_json *sumac_identity_surroundings(const struct sumac_job *job)
{
	struct sumac_json *object = NULL;
	struct sumac_nics_about about;
	char *text, why[SUMAC_JSON_WHY_CAP];
	int len;

	if (!sumac_job_nics_about(job, &about) || !about.surroundings)
		return NULL;
	len = asprintf(&text, "{%s}", about.surroundings);
	if (len < 0)
		return NULL;
	object = sumac_json_parse(text, (size_t)len, why);
	free(text);
	return object;
}

void sumac_identity_print_line(FILE *file, const struct sumac_job *job)
{
	struct sumac_json *around = sumac_identity_surroundings(job);
	struct sumac_nics_about about;

	fprintf(file, "of commit %s%s", sumac_commit(), sumac_is_clean() ? "" : ", with changes");
	if (sumac_job_nics_about(job, &about) && about.design)
		fprintf(file, "; NICs of design 0x%016" PRIx64, about.design->hash);
	print_settings_text(file, "; settings: ");
	if (*sumac_json_text(around, "hypothetical", ""))
		fprintf(file, "; hypothetical: %s", sumac_json_text(around, "hypothetical", ""));
	sumac_json_free(around);
}
