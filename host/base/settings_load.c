/*
 * Where settings come from: defaults, the settings file, the environment, options; later sources override earlier
 * ones. Loading stops at the first bad value, and leaves unchanged all settings that it has not reached.
 */
#include "base/settings_load.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/say.h"
#include "spec/spec.h"

enum { PREFIX_LEN = 6, MAX_FILE_BYTES = 1 << 20 };

static const char PREFIX[] = "SUMAC_";

/* Variables that are not settings. */
static const char *const other_variables[] = { "SUMAC_CONFIG", "SUMAC_OPTIONS", "SUMAC_JOB_DIR" };

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

/* Splits "name = value"; false if there is no "=". */
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
	i = sumac_setting_find(name, strlen(name));
	if (i < 0) {
		sumac_say(SUMAC_SAY_ALWAYS, "%s: no such setting \"%s\"; the nearest is %s", origin, name,
			  sumac_setting_nearest(name));
		return 0;
	}
	return sumac_setting_set(i, value, SUMAC_FROM_FILE, origin);
}

static int load_stream(FILE *file, const char *path)
{
	char *line = NULL;
	char origin[SUMAC_SETTING_MAX_ORIGIN];
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

/* NULL, and why, if there is no file or it is not a settings file: reading one that is not regular might never end. */
static FILE *open_file(const char *path, size_t cap_bytes, char *why_out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat file, null;

	if (fd < 0 || fstat(fd, &file)) {
		snprintf(why_out, cap_bytes, "%s", strerror(errno));
	} else if (!S_ISREG(file.st_mode) && (stat("/dev/null", &null) || !S_ISCHR(file.st_mode) || file.st_rdev != null.st_rdev)) {
		snprintf(why_out, cap_bytes, "it is not a regular file");
	} else if (file.st_size > MAX_FILE_BYTES) {
		snprintf(why_out, cap_bytes, "it has %lld bytes, and a settings file has at most %d", (long long)file.st_size,
			 MAX_FILE_BYTES);
	} else {
		return fdopen(fd, "re");
	}
	if (fd >= 0)
		close(fd);
	return NULL;
}

const char *sumac_settings_variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

/* Loads the first settings file that exists; a file that the user named must exist. */
static int load_file(void)
{
	const char *named = sumac_settings_variable("SUMAC_CONFIG"), *home = sumac_settings_variable("HOME");
	const char *config = sumac_settings_variable("XDG_CONFIG_HOME");
	char path[SUMAC_SETTING_MAX_VALUE] = "", why[128] = "";
	FILE *file = NULL;
	int err;

	if (named)
		snprintf(path, sizeof(path), "%s", named);
	else if (config)
		snprintf(path, sizeof(path), "%s/sumac.conf", config);
	else if (home)
		snprintf(path, sizeof(path), "%s/.config/sumac.conf", home);
	if (*path)
		file = open_file(path, sizeof(why), why);
	if (!file && named)
		return sumac_fail(SUMAC_EINVAL, "SUMAC_CONFIG names %s, which cannot be read: %s; /dev/null means no settings",
				  path, why);
	if (!file && (!*path || access(path, F_OK))) {
		snprintf(path, sizeof(path), "/etc/sumac.conf");
		file = open_file(path, sizeof(why), why);
	}
	if (!file)
		return access(path, F_OK) ? 0 : sumac_fail(SUMAC_EINVAL, "the settings file %s cannot be read: %s", path, why);
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
		i = sumac_setting_find(*entry + PREFIX_LEN, len - PREFIX_LEN);
		if (i < 0) {
			const char *near = sumac_setting_nearest(name + PREFIX_LEN);
			char upper[64];
			size_t n;

			for (n = 0; near[n] && n + 1 < sizeof(upper); n++)
				upper[n] = (char)toupper((unsigned char)near[n]);
			upper[n] = 0;
			sumac_say(SUMAC_SAY_ALWAYS, "the variable %s is not a setting; the nearest is %s%s", name, PREFIX, upper);
			continue;
		}
		err = sumac_setting_set(i, *entry + len + 1, SUMAC_FROM_ENVIRONMENT, name);
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
	i = sumac_setting_find(name, strlen(name));
	if (i < 0)
		return sumac_fail(SUMAC_EINVAL, "no such setting \"%.100s\"; the nearest is %s", name, sumac_setting_nearest(name));
	return sumac_setting_set(i, value, SUMAC_FROM_OPTION, "SUMAC_OPTIONS");
}

static int load_options(void)
{
	const char *options = sumac_settings_variable("SUMAC_OPTIONS");
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
		err = sumac_setting_reset(i);
	if (!err)
		err = load_file();
	if (!err)
		err = sumac_settings_load_shmem();
	if (!err)
		err = load_environment();
	if (!err)
		err = load_options();
	return err;
}

void sumac_settings_forget(void)
{
	extern char **environ;
	size_t at = 0;

	while (environ[at]) {
		char *name = strndup(environ[at], strcspn(environ[at], "="));

		if (!name || strncmp(name, PREFIX, PREFIX_LEN) || unsetenv(name))
			at++;
		free(name);
	}
	setenv("SUMAC_CONFIG", "/dev/null", 1);
}

const char *sumac_settings_job_dir(void)
{
	const char *dir = sumac_settings_variable("SUMAC_JOB_DIR");

	return dir ? dir : "";
}
