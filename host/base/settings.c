/*
 * The settings' values and where each came from; settings_load.c fills them.
 */
#include "base/settings.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/fail.h"
#include "base/fnv.h"
#include "base/setting_value.h"
#include "base/settings_load.h"
#include "spec/spec.h"

static const struct sumac_setting_row *const rows = sumac_setting_rows;

static struct {
	char text[SUMAC_SETTING_MAX_VALUE];
	char origin[SUMAC_SETTING_MAX_ORIGIN];
	int64_t value;
	enum sumac_setting_source source;
} values[SUMAC_N_SETTINGS];

int sumac_setting_find(const char *name, size_t len)
{
	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		if (strlen(rows[i].name) == len && !strncasecmp(rows[i].name, name, len))
			return i;
	return -1;
}

const char *sumac_setting_nearest(const char *name)
{
	int best = 0;

	for (int i = 1; i < SUMAC_N_SETTINGS; i++)
		if (sumac_setting_name_distance(name, rows[i].name) < sumac_setting_name_distance(name, rows[best].name))
			best = i;
	return rows[best].name;
}

int sumac_setting_set(int i, const char *text, enum sumac_setting_source source, const char *origin)
{
	char why[256];
	int64_t value;

	if (strlen(text) >= SUMAC_SETTING_MAX_VALUE)
		return sumac_fail(SUMAC_EINVAL, "%s: the value of %s is too long", origin, rows[i].name);
	if (sumac_setting_value_parse(rows[i].kind, rows[i].choices, text, &value, why, sizeof(why)))
		return sumac_fail(SUMAC_EINVAL, "%s: %s cannot be \"%.100s\": %s", origin, rows[i].name, text, why);
	snprintf(values[i].text, sizeof(values[i].text), "%s", text);
	snprintf(values[i].origin, sizeof(values[i].origin), "%s", origin);
	values[i].value = value;
	values[i].source = source;
	return 0;
}

int sumac_setting_reset(int i)
{
	return sumac_setting_set(i, rows[i].def, SUMAC_FROM_DEFAULT, "default");
}

const char *sumac_setting_string(enum sumac_setting setting)
{
	return values[setting].text;
}

int64_t sumac_setting_int(enum sumac_setting setting)
{
	return values[setting].value;
}

bool sumac_setting_bool(enum sumac_setting setting)
{
	return values[setting].value != 0;
}

int64_t sumac_setting_time_ns(enum sumac_setting setting)
{
	return values[setting].value;
}

const char *sumac_setting_name(enum sumac_setting setting)
{
	return rows[setting].name;
}

const char *sumac_setting_help(enum sumac_setting setting)
{
	return rows[setting].help;
}

const char *sumac_setting_choices(enum sumac_setting setting)
{
	return rows[setting].choices;
}

enum sumac_setting_source sumac_setting_source(enum sumac_setting setting)
{
	return values[setting].source;
}

const char *sumac_setting_origin(enum sumac_setting setting)
{
	return values[setting].origin;
}

bool sumac_setting_must_agree(enum sumac_setting setting)
{
	return rows[setting].must_agree;
}

uint32_t sumac_setting_hash(enum sumac_setting setting)
{
	uint64_t hash = SUMAC_FNV_START;

	hash = sumac_fnv(hash, rows[setting].name, strlen(rows[setting].name));
	if (rows[setting].kind == SUMAC_SETTING_KIND_STRING || rows[setting].kind == SUMAC_SETTING_KIND_FAULTS)
		hash = sumac_fnv(hash, values[setting].text, strlen(values[setting].text));
	else
		hash = sumac_fnv(hash, &values[setting].value, sizeof(values[setting].value));
	return (uint32_t)(hash ^ hash >> 32);
}

uint64_t sumac_settings_digest(void)
{
	uint64_t digest = SUMAC_FNV_START;

	for (int i = 0; i < SUMAC_N_SETTINGS; i++) {
		uint32_t hash = sumac_setting_hash((enum sumac_setting)i);

		if (rows[i].must_agree)
			digest = sumac_fnv(digest, &hash, sizeof(hash));
	}
	return digest;
}
