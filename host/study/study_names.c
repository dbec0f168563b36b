#include "study/study_names.h"

#include <string.h>

#include "base/setting_value.h"
#include "base/settings_load.h"
#include "spec/spec.h"
#include "study/study_file.h"
#include "study/study_pool.h"

static const struct {
	const char *name, *def;
} params[] = {
#define SUMAC_PARAM(name, def, ...) { #name, #def },
#include "spec/rows.def"
};

enum { N_PARAMS = sizeof(params) / sizeof(params[0]) };

static const char many[] = "points run side by side, and would write into the same file";

static const struct {
	const char *name, *why;
} barred[] = {
	{ "rack", "a study starts a rack for each point" },
	{ "report", "a study reads each point's report itself" },
	{ "rack_stats", many },
	{ "rack_events", many },
	{ "pcap", many },
	{ "trace", many },
	{ "wave", many },
	{ "wave_nic", many },
	{ "wave_call", many },
	{ "wave_cycles", many },
};

static int find_param(const char *name)
{
	for (int i = 0; i < N_PARAMS; i++)
		if (!strcmp(params[i].name, name))
			return i;
	return -1;
}

int sumac_study_name(const char *name)
{
	int setting = sumac_setting_find(name, strlen(name));

	return find_param(name) >= 0 ? SUMAC_STUDY_PARAMETER : setting >= 0 ? setting : SUMAC_STUDY_PARAMETER - 1;
}

const char *sumac_study_nearest(const char *name)
{
	const char *best = sumac_setting_nearest(name);

	for (int i = 0; i < N_PARAMS; i++)
		if (sumac_setting_name_distance(name, params[i].name) < sumac_setting_name_distance(name, best))
			best = params[i].name;
	return best;
}

const char *sumac_study_why_not(const char *name)
{
	for (size_t i = 0; i < sizeof(barred) / sizeof(barred[0]); i++)
		if (!strcmp(barred[i].name, name))
			return barred[i].why;
	return NULL;
}

const char *sumac_study_value_fault(int setting, const char *value)
{
	char why[256];
	int64_t number;

	if (setting == SUMAC_STUDY_PARAMETER) {
		bool is_number = *value && strspn(value, "0123456789") == strlen(value);

		return is_number && strlen(value) < 10 ? NULL : "it must be a whole number";
	}
	if (strchr(value, ';') || strlen(value) >= SUMAC_SETTING_MAX_VALUE)
		return "it must be shorter, and without a semicolon";
	if (!sumac_setting_value_parse(sumac_setting_rows[setting].kind, sumac_setting_rows[setting].choices, value, &number, why,
				       sizeof(why)))
		return NULL;
	return sumac_study_text("%s", why);
}

const char *sumac_study_default(const char *name)
{
	int param = find_param(name), setting = sumac_setting_find(name, strlen(name));

	return param >= 0 ? params[param].def : setting >= 0 ? sumac_setting_rows[setting].def : "";
}
