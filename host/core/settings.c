/*
 * The settings' values and where each came from. Loading replaces all of them or, at the first bad value, none of
 * those that it had not reached; later sources override earlier ones.
 */
#include "core/settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/setting_value.h"
#include "core/status.h"
#include "spec/spec.h"

enum { MAX_VALUE = 4096, MAX_ORIGIN = 4160, PREFIX_LEN = 6 };

static const char PREFIX[] = "SUMAC_";

struct row {
	const char *name;
	enum sumac_setting_kind kind;
	const char *choices, *def;
	bool is_planned;
	const char *help;
};

static const struct row rows[SUMAC_N_SETTINGS] = {
#define ENUM(choices) SUMAC_SETTING_KIND_ENUM, choices
#define INT(choices) SUMAC_SETTING_KIND_INT, choices
#define TIME(choices) SUMAC_SETTING_KIND_TIME, choices
#define BOOL(choices) SUMAC_SETTING_KIND_BOOL, choices
#define STRING(choices) SUMAC_SETTING_KIND_STRING, choices
#define SUMAC_SETTING(name, NAME, type, def, plan, help) { #name, type, def, plan, help },
#include "spec/settings.def"
#undef SUMAC_SETTING
};

static struct {
	char text[MAX_VALUE];
	char origin[MAX_ORIGIN];
	int64_t value;
	enum sumac_setting_source source;
} values[SUMAC_N_SETTINGS];

/* Variables that are no settings. */
static const char *const other_variables[] = { "SUMAC_CONFIG", "SUMAC_OPTIONS", "SUMAC_JOB_DIR" };

static int find(const char *name, size_t len)
{
	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		if (strlen(rows[i].name) == len && !strncasecmp(rows[i].name, name, len))
			return i;
	return -1;
}

static const char *nearest(const char *name)
{
	int best = 0;

	for (int i = 1; i < SUMAC_N_SETTINGS; i++)
		if (sumac_setting_name_distance(name, rows[i].name) < sumac_setting_name_distance(name, rows[best].name))
			best = i;
	return rows[best].name;
}

static int set(int i, const char *text, enum sumac_setting_source source, const char *origin)
{
	char why[128];
	int64_t value;

	if (strlen(text) >= MAX_VALUE)
		return sumac_fail(SUMAC_EINVAL, "%s: the value of %s is too long", origin, rows[i].name);
	if (sumac_setting_value_parse(rows[i].kind, rows[i].choices, text, &value, why, sizeof(why)))
		return sumac_fail(SUMAC_EINVAL, "%s: %s cannot be \"%.100s\": %s", origin, rows[i].name, text, why);
	snprintf(values[i].text, sizeof(values[i].text), "%s", text);
	snprintf(values[i].origin, sizeof(values[i].origin), "%s", origin);
	values[i].value = value;
	values[i].source = source;
	return 0;
}

static char *trim(char *text)
{
	size_t len;

	while (isspace((unsigned char)*text))
		text++;
	len = strlen(text);
	while (len && isspace((unsigned char)text[len - 1]))
		text[--len] = 0;
	return text;
}

/* Cuts "name = value" in two; false if there is no "=". */
static bool cut(char *line, char **name_out, char **value_out)
{
	char *equals = strchr(line, '=');

	if (!equals)
		return false;
	*equals = 0;
	*name_out = trim(line);
	*value_out = trim(equals + 1);
	return true;
}

static int load_line(char *line, const char *origin)
{
	char *name, *value, *text = trim(line);
	int i;

	if (!*text || *text == '#')
		return 0;
	if (!cut(text, &name, &value))
		return sumac_fail(SUMAC_EINVAL, "%s: \"%.100s\" is not of the form name = value", origin, text);
	i = find(name, strlen(name));
	if (i < 0) {
		fprintf(stderr, "sumac: %s: there is no setting \"%s\"; the nearest is %s\n", origin, name,
			nearest(name));
		return 0;
	}
	return set(i, value, SUMAC_FROM_FILE, origin);
}

static int load_stream(FILE *file, const char *path)
{
	char *line = NULL;
	char origin[MAX_ORIGIN];
	size_t cap = 0;
	int err = 0;

	for (int number = 1; !err && getline(&line, &cap, file) >= 0; number++) {
		snprintf(origin, sizeof(origin), "%s:%d", path, number);
		err = load_line(line, origin);
	}
	if (!err && ferror(file))
		err = sumac_fail(SUMAC_EIO, "%s cannot be read", path);
	free(line);
	return err;
}

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

/* The first settings file that there is; one that was named must be there. */
static int load_file(void)
{
	const char *named = variable("SUMAC_CONFIG"), *config = variable("XDG_CONFIG_HOME"), *home = variable("HOME");
	char path[MAX_VALUE] = "";
	FILE *file = NULL;
	int err;

	if (named)
		snprintf(path, sizeof(path), "%s", named);
	else if (config)
		snprintf(path, sizeof(path), "%s/sumac.conf", config);
	else if (home)
		snprintf(path, sizeof(path), "%s/.config/sumac.conf", home);
	if (*path)
		file = fopen(path, "re");
	if (!file && named)
		return sumac_fail(SUMAC_EINVAL, "SUMAC_CONFIG names %s, which cannot be opened", path);
	if (!file) {
		snprintf(path, sizeof(path), "/etc/sumac.conf");
		file = fopen(path, "re");
	}
	if (!file)
		return 0;
	err = load_stream(file, path);
	fclose(file);
	return err;
}

static bool is_other_variable(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(other_variables) / sizeof(other_variables[0]); i++)
		if (strlen(other_variables[i]) == len && !strncmp(other_variables[i], name, len))
			return true;
	return false;
}

static int load_environment(void)
{
	extern char **environ;

	for (char **entry = environ; entry && *entry; entry++) {
		size_t len = strcspn(*entry, "=");
		char name[64];
		int i, err;

		if (strncmp(*entry, PREFIX, PREFIX_LEN) || !(*entry)[len] || is_other_variable(*entry, len))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)len, *entry);
		i = find(*entry + PREFIX_LEN, len - PREFIX_LEN);
		if (i < 0) {
			const char *near = nearest(name + PREFIX_LEN);
			char upper[64];
			size_t n;

			for (n = 0; near[n] && n + 1 < sizeof(upper); n++)
				upper[n] = (char)toupper((unsigned char)near[n]);
			upper[n] = 0;
			fprintf(stderr, "sumac: the variable %s is no setting; the nearest is %s%s\n", name, PREFIX, upper);
			continue;
		}
		err = set(i, *entry + len + 1, SUMAC_FROM_ENVIRONMENT, name);
		if (err)
			return err;
	}
	return 0;
}

static int load_option(char *option)
{
	char *name, *value;
	int i;

	option = trim(option);
	if (!*option)
		return 0;
	if (!cut(option, &name, &value))
		return sumac_fail(SUMAC_EINVAL, "the option \"%.100s\" is not of the form name=value", option);
	i = find(name, strlen(name));
	if (i < 0)
		return sumac_fail(SUMAC_EINVAL, "there is no setting \"%.100s\"; the nearest is %s", name, nearest(name));
	return set(i, value, SUMAC_FROM_OPTION, "SUMAC_OPTIONS");
}

static int load_options(void)
{
	const char *options = variable("SUMAC_OPTIONS");
	char *copy, *rest = NULL;
	int err = 0;

	if (!options)
		return 0;
	copy = strdup(options);
	if (!copy)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the options");
	for (char *one = strtok_r(copy, ";", &rest); one && !err; one = strtok_r(NULL, ";", &rest))
		err = load_option(one);
	free(copy);
	return err;
}

int sumac_settings_load(void)
{
	int err = 0;

	for (int i = 0; i < SUMAC_N_SETTINGS && !err; i++)
		err = set(i, rows[i].def, SUMAC_FROM_DEFAULT, "default");
	if (!err)
		err = load_file();
	if (!err)
		err = load_environment();
	if (!err)
		err = load_options();
	return err;
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

bool sumac_setting_is_planned(enum sumac_setting setting)
{
	return rows[setting].is_planned;
}

static uint64_t fnv(uint64_t hash, const void *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
	return hash;
}

uint32_t sumac_setting_hash(enum sumac_setting setting)
{
	uint64_t hash = 0xcbf29ce484222325u;

	hash = fnv(hash, rows[setting].name, strlen(rows[setting].name));
	if (rows[setting].kind == SUMAC_SETTING_KIND_STRING)
		hash = fnv(hash, values[setting].text, strlen(values[setting].text));
	else
		hash = fnv(hash, &values[setting].value, sizeof(values[setting].value));
	return (uint32_t)(hash ^ hash >> 32);
}

uint64_t sumac_settings_digest(void)
{
	uint64_t digest = 0xcbf29ce484222325u;

	for (int i = 0; i < SUMAC_N_SETTINGS; i++) {
		uint32_t hash = sumac_setting_hash((enum sumac_setting)i);

		if (rows[i].is_planned)
			digest = fnv(digest, &hash, sizeof(hash));
	}
	return digest;
}

const char *sumac_settings_job_dir(void)
{
	const char *dir = variable("SUMAC_JOB_DIR");

	return dir ? dir : "";
}
