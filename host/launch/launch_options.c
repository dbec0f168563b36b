/*
 * Parses the options of a job. The settings judge their own values, here and when they are loaded once for all ranks, so that a
 * mistake is reported once and not by every rank.
 */
#include "launch/launch_options.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/settings.h"
#include "base/settings_load.h"
#include "sumac.h"

static int complain(const char *title, const char *about, const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", title, about, what);
	return -1;
}

/* The setting gets its value here only to be judged, so that a mistake is told of the option that made it. */
static int add_setting(const char *title, const char *option, int setting, const char *value,
		       struct sumac_launch_options *options)
{
	size_t len = strlen(options->settings), left = sizeof(options->settings) - len;
	const char *name = sumac_setting_name(setting);

	if (strchr(value, ';'))
		return complain(title, name, "a value cannot hold a semicolon");
	if (sumac_setting_set(setting, value, SUMAC_FROM_OPTION, option)) {
		fprintf(stderr, "%s: %s\n", title, sumac_last_error());
		return -1;
	}
	if ((size_t)snprintf(options->settings + len, left, "%s%s=%s", len ? ";" : "", name, value) >= left)
		return complain(title, name, "the settings together are too long");
	return 1;
}

static int add_set(const char *title, const char *text, struct sumac_launch_options *options)
{
	const char *equals = strchr(text, '=');
	char name[64], why[160];

	if (!equals || equals == text || equals - text >= (long)sizeof(name))
		return complain(title, "--set", "takes NAME=VALUE");
	snprintf(name, sizeof(name), "%.*s", (int)(equals - text), text);
	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		if (!strcmp(name, sumac_setting_name(i)))
			return add_setting(title, "--set", i, equals + 1, options);
	snprintf(why, sizeof(why), "no such setting; the nearest is %s; `sumac info --settings` lists them",
		 sumac_setting_nearest(name));
	return complain(title, name, why);
}

/* The option is named after the setting. */
static int add_named(const char *title, const char *option, const char *value, struct sumac_launch_options *options)
{
	char name[32];

	snprintf(name, sizeof(name), "%s", option + strlen("--"));
	for (char *at = name; (at = strchr(at, '-')); )
		*at = '_';
	return add_setting(title, option, sumac_setting_find(name, strlen(name)), value, options);
}

static int take_count(const char *title, const char *text, struct sumac_launch_options *options)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (*end || end == text || n < 1 || n > 65536)
		return complain(title, "-n", "takes a number of ranks, at least 1");
	options->n_ranks = (int)n;
	return 1;
}

static int take_timeout(const char *title, const char *text, struct sumac_launch_options *options)
{
	char *end;
	double seconds = strtod(text, &end);

	if (*end || end == text || !isfinite(seconds) || seconds <= 0 || seconds > 1e8)
		return complain(title, "--timeout", "takes a number of seconds above 0");
	options->timeout_s = seconds;
	return 1;
}

/* An absolute path, since ranks may change their folder. */
static int take_report(const char *title, const char *path, struct sumac_launch_options *options)
{
	char here[2048], absolute[4096];

	if (*path == '/')
		return add_setting(title, "--report", SUMAC_SETTING_REPORT, path, options);
	if (!*path || !getcwd(here, sizeof(here)))
		return complain(title, "--report", "takes a file");
	snprintf(absolute, sizeof(absolute), "%s/%s", here, path);
	return add_setting(title, "--report", SUMAC_SETTING_REPORT, absolute, options);
}

/* The value of an option: the next word, or what follows '=', or joined as in -n4; NULL: this word is another option. */
static const char *match(const char *name, int argc, char **argv, int *index, int *has_failed)
{
	size_t len = strlen(name);

	*has_failed = 0;
	if (strncmp(argv[*index], name, len))
		return NULL;
	if (argv[*index][len] == '=' && len > 2)
		return argv[(*index)++] + len + 1;
	if (name[1] != '-' && isdigit((unsigned char)argv[*index][len]))
		return argv[(*index)++] + len;
	if (argv[*index][len])
		return NULL;
	if (*index + 1 >= argc) {
		*has_failed = 1;
		return NULL;
	}
	*index += 2;
	return argv[*index - 1];
}

int sumac_launch_options_take(const char *title, int argc, char **argv, int *index, struct sumac_launch_options *options)
{
	static const char *const names[] = { "-n", "-np", "--np", "--timeout", "--report", "--set", "--engine",
					     "--require", "--clock", "--bus", "--nics", "--nic", "--faults",
					     "--wave", "--wave-nic", "--wave-call", "--wave-cycles" };
	int has_failed;

	if (!strcmp(argv[*index], "--verbose") || !strcmp(argv[*index], "--help")) {
		options->is_verbose |= !strcmp(argv[*index], "--verbose");
		options->wants_help |= !strcmp(argv[*index], "--help");
		(*index)++;
		return 1;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = match(names[i], argc, argv, index, &has_failed);

		if (has_failed)
			return complain(title, names[i], "takes a value");
		if (!value)
			continue;
		if (i <= 2)
			return take_count(title, value, options);
		if (!strcmp(names[i], "--timeout"))
			return take_timeout(title, value, options);
		if (!strcmp(names[i], "--report"))
			return take_report(title, value, options);
		if (!strcmp(names[i], "--set"))
			return add_set(title, value, options);
		return add_named(title, names[i], value, options);
	}
	return 0;
}

/* A rank of another job has started this launcher, and that job's rack has no NIC for it. */
static void leave_outer_rack(char *settings)
{
	char *at = settings;

	unsetenv("SUMAC_RACK");
	while (*at) {
		size_t len = strcspn(at, ";") + (at[strcspn(at, ";")] == ';');

		if (strncmp(at, "rack=", strlen("rack=")))
			at += len;
		else
			memmove(at, at + len, strlen(at + len) + 1);
	}
}

int sumac_launch_options_apply(const char *title, const struct sumac_launch_options *options)
{
	char outer[4096] = "", all[8192];
	int len;

	if (getenv("SUMAC_OPTIONS"))
		snprintf(outer, sizeof(outer), "%s", getenv("SUMAC_OPTIONS"));
	if (getenv("SUMAC_JOB_DIR"))
		leave_outer_rack(outer);

	/* The later of two settings with one name counts. */
	len = snprintf(all, sizeof(all), "%s%s%s%s", outer, *outer && *options->settings ? ";" : "",
		       options->settings, options->is_verbose ? ";verbose=1" : "");
	if (len < 0 || (size_t)len >= sizeof(all))
		return complain(title, "SUMAC_OPTIONS", "the settings together are too long");
	setenv("SUMAC_OPTIONS", *all == ';' ? all + 1 : all, 1);
	if (sumac_settings_load())
		return complain(title, "settings", sumac_last_error());
	return 0;
}
