/*
 * The parts of the settings' table that loading needs.
 */
#ifndef SUMAC_SETTINGS_LOAD_H
#define SUMAC_SETTINGS_LOAD_H

#include "base/settings.h"

enum { SUMAC_SETTING_MAX_VALUE = 4096, SUMAC_SETTING_MAX_ORIGIN = 4160 };

/* The setting of that name, in either case, or -1; and the name that is most like it. */
int sumac_setting_find(const char *name, size_t len);
const char *sumac_setting_nearest(const char *name);

/* Sets one value. 0, or -SUMAC_EINVAL, and nothing has changed. */
int sumac_setting_set(int setting, const char *text, enum sumac_setting_source source, const char *origin);
int sumac_setting_reset(int setting);

/* An environment variable; NULL: it is not set, or empty. */
const char *sumac_settings_variable(const char *name);
int sumac_settings_load_shmem(void);

/* From here on no setting is set: this process, and those that it starts, load the defaults. */
void sumac_settings_forget(void);

#endif
