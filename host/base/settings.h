/*
 * Settings: one table (include/spec/settings.def), filled from defaults, the settings file, the environment
 * and options, in increasing precedence. Nothing else in Sumac reads the environment.
 */
#ifndef SUMAC_SETTINGS_H
#define SUMAC_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sumac_setting {
#define SUMAC_SETTING(name, NAME, type, def, must_agree, help) SUMAC_SETTING_##NAME,
#include "spec/settings.def"
#undef SUMAC_SETTING
	SUMAC_N_SETTINGS
};

enum sumac_setting_source { SUMAC_FROM_DEFAULT, SUMAC_FROM_FILE, SUMAC_FROM_ENVIRONMENT, SUMAC_FROM_OPTION };

/* Front ends read settings too. */
#pragma GCC visibility push(default)

/* Reads the file ($SUMAC_CONFIG, else $XDG_CONFIG_HOME/sumac.conf or ~/.config/sumac.conf, else /etc/sumac.conf: lines name =
 * value), the environment (SUMAC_NAME=value) and options (SUMAC_OPTIONS="name=value;name=value", set by the tool). It warns on
 * stderr about an unknown SUMAC_* variable, with the nearest name; a bad value is -SUMAC_EINVAL with a story. */
int sumac_settings_load(void);

const char *sumac_setting_string(enum sumac_setting setting);
/* A number; for a word among choices, its index in the list. */
int64_t sumac_setting_int(enum sumac_setting setting);
bool sumac_setting_bool(enum sumac_setting setting);
int64_t sumac_setting_time_ns(enum sumac_setting setting);

const char *sumac_setting_name(enum sumac_setting setting);
const char *sumac_setting_help(enum sumac_setting setting);
/* The values that it may have: "auto|nic|cpu", "0..3"; "" for anything. */
const char *sumac_setting_choices(enum sumac_setting setting);
enum sumac_setting_source sumac_setting_source(enum sumac_setting setting);
/* Where exactly its value comes from: a file's path and line, a variable's name. */
const char *sumac_setting_origin(enum sumac_setting setting);

/* A digest of the settings that all ranks must share; they compare it at start-up. */
uint64_t sumac_settings_digest(void);
bool sumac_setting_must_agree(enum sumac_setting setting);
/* A digest of one setting's value, however it was written. */
uint32_t sumac_setting_hash(enum sumac_setting setting);

/* Whether OpenSHMEM's variable SHMEM_<what>, or the older SMA_<what>, is set: VERSION, INFO. */
bool sumac_settings_shmem_asks_for(const char *what);

/* The job's directory, which the launcher makes, or "". Not a setting: users do not choose it. */
const char *sumac_settings_job_dir(void);

#pragma GCC visibility pop

#endif
