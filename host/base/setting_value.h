/*
 * The rows of the settings; how a setting's value is written, and what it means.
 */
#ifndef SUMAC_SETTING_VALUE_H
#define SUMAC_SETTING_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sumac_setting_kind {
	SUMAC_SETTING_KIND_ENUM,
	SUMAC_SETTING_KIND_INT,
	SUMAC_SETTING_KIND_TIME,
	SUMAC_SETTING_KIND_BOOL,
	SUMAC_SETTING_KIND_STRING,
	SUMAC_SETTING_KIND_FAULTS,
};

/* As in include/spec/settings.def, indexed by enum sumac_setting. */
extern const struct sumac_setting_row {
	const char *name;
	enum sumac_setting_kind kind;
	const char *choices, *def;
	bool must_agree;
	const char *help;
} sumac_setting_rows[];

/* The meaning of the text: a number, a time in nanoseconds, the index of a word in its list, 0 for others. Returns 0, or
 * -SUMAC_EINVAL with what would have been right in why_out. */
int sumac_setting_value_parse(enum sumac_setting_kind kind, const char *choices, const char *text,
			      int64_t *value_out, char *why_out, size_t cap_bytes);

/* The number of insertions, deletions, replacements and swaps of
 * neighbours that turn one name into the other; case is ignored. */
int sumac_setting_name_distance(const char *left, const char *right);

#endif
