/*
 * The rows of the settings, for host and rack. Reads the values of settings as users write them: words, numbers with
 * K, M or G, seconds with a fraction, yes and no. It refuses a wrong value with a sentence that says what would be
 * right.
 */
#include "base/setting_value.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"
#include "base/fault_plan.h"
#include "spec/spec.h"

enum { MAX_NAME = 48 };

const struct sumac_setting_row sumac_setting_rows[] = {
#define ENUM(choices) SUMAC_SETTING_KIND_ENUM, choices
#define INT(choices) SUMAC_SETTING_KIND_INT, choices
#define TIME(choices) SUMAC_SETTING_KIND_TIME, choices
#define BOOL(choices) SUMAC_SETTING_KIND_BOOL, choices
#define STRING(choices) SUMAC_SETTING_KIND_STRING, choices
#define FAULTS(choices) SUMAC_SETTING_KIND_FAULTS, choices
#define SUMAC_SETTING(name, NAME, type, def, must_agree, help) { #name, type, def, must_agree, help },
#include "spec/settings.def"
#undef SUMAC_SETTING
};

static const double NS_PER_S = 1e9;

static int parse_word(const char *choices, const char *text, int64_t *value_out)
{
	size_t len = strlen(text);
	int64_t place = 0;

	for (const char *word = choices; word; word = strchr(word, '|'), place++) {
		word += *word == '|';
		if (strcspn(word, "|") == len && !strncmp(word, text, len)) {
			*value_out = place;
			return 0;
		}
	}
	return -SUMAC_EINVAL;
}

static int parse_bool(const char *text, int64_t *value_out)
{
	static const char *const words[] = { "0", "1", "no", "yes", "off", "on", "false", "true" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcasecmp(text, words[i])) {
			*value_out = i & 1;
			return 0;
		}
	}
	return -SUMAC_EINVAL;
}

/* A whole number with an optional K, M or G; *end_out is the text after it. */
static int scan_int(const char *text, int64_t *value_out, const char **end_out)
{
	long long number;
	int shift = 0;
	char *end;

	errno = 0;
	number = strtoll(text, &end, 10);
	if (end == text || errno || isspace((unsigned char)*text))
		return -SUMAC_EINVAL;
	if (*end && strchr("kK", *end))
		shift = 10;
	else if (*end && strchr("mM", *end))
		shift = 20;
	else if (*end && strchr("gG", *end))
		shift = 30;
	if (number > INT64_MAX >> shift || number < INT64_MIN >> shift)
		return -SUMAC_EINVAL;
	*value_out = number * ((int64_t)1 << shift);
	*end_out = end + (shift != 0);
	return 0;
}

/* Whether the words after the range allow a number that lies in the range; unknown words allow none. */
static bool is_meant(const char *words, int64_t n)
{
#define SUMAC_SETTING_RANGE(known, is_one) if (!strcmp(words, known)) return is_one;
#include "spec/setting_ranges.def"
#undef SUMAC_SETTING_RANGE
	return !*words;
}

static int parse_int(const char *choices, const char *text, int64_t *value_out)
{
	const char *end, *rest;
	int64_t low, high;

	if (scan_int(text, value_out, &end) || *end)
		return -SUMAC_EINVAL;
	if (scan_int(choices, &low, &rest) || scan_int(rest + strlen(".."), &high, &rest))
		return -SUMAC_EINVAL;
	return *value_out < low || *value_out > high || !is_meant(rest, *value_out) ? -SUMAC_EINVAL : 0;
}

static int parse_time(const char *choices, const char *text, int64_t *value_out)
{
	const char *rest, *end;
	int64_t low, high;
	double seconds = sumac_decimal(text, &end);

	if (end == text || *end || !isfinite(seconds) || isspace((unsigned char)*text))
		return -SUMAC_EINVAL;
	if (scan_int(choices, &low, &rest) || scan_int(rest + strlen(".."), &high, &rest))
		return -SUMAC_EINVAL;
	if (seconds < (double)low || seconds > (double)high)
		return -SUMAC_EINVAL;
	*value_out = (int64_t)(seconds * NS_PER_S);
	return 0;
}

int sumac_setting_value_parse(enum sumac_setting_kind kind, const char *choices, const char *text,
			      int64_t *value_out, char *why_out, size_t cap_bytes)
{
	struct sumac_fault_plan plan;
	int err = -SUMAC_EINVAL;

	switch (kind) {
	case SUMAC_SETTING_KIND_ENUM:
		err = parse_word(choices, text, value_out);
		snprintf(why_out, cap_bytes, "it must be one of %s", choices ? choices : "no words");
		break;
	case SUMAC_SETTING_KIND_INT:
		err = parse_int(choices, text, value_out);
		snprintf(why_out, cap_bytes, "it must be a whole number in %s", choices);
		break;
	case SUMAC_SETTING_KIND_TIME:
		err = parse_time(choices, text, value_out);
		snprintf(why_out, cap_bytes, "it must be a number of seconds in %s", choices);
		break;
	case SUMAC_SETTING_KIND_BOOL:
		err = parse_bool(text, value_out);
		snprintf(why_out, cap_bytes, "it must be yes or no");
		break;
	case SUMAC_SETTING_KIND_STRING:
		*value_out = 0;
		err = 0;
		break;
	case SUMAC_SETTING_KIND_FAULTS:
		*value_out = 0;
		err = sumac_fault_plan_parse(text, &plan, why_out, cap_bytes);
		break;
	}
	if (!err && cap_bytes)
		why_out[0] = 0;
	return err;
}

static int lower_of_three(int a, int b, int c)
{
	int low = a < b ? a : b;

	return low < c ? low : c;
}

int sumac_setting_name_distance(const char *left, const char *right)
{
	int n_left = (int)strnlen(left, MAX_NAME), n_right = (int)strnlen(right, MAX_NAME);
	int d[MAX_NAME + 1][MAX_NAME + 1];

	for (int i = 0; i <= n_left; i++)
		d[i][0] = i;
	for (int j = 0; j <= n_right; j++)
		d[0][j] = j;
	for (int i = 1; i <= n_left; i++) {
		for (int j = 1; j <= n_right; j++) {
			int l = tolower((unsigned char)left[i - 1]), r = tolower((unsigned char)right[j - 1]);

			d[i][j] = lower_of_three(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (l != r));
			if (i > 1 && j > 1 && l == tolower((unsigned char)right[j - 2]) &&
			    r == tolower((unsigned char)left[i - 2]) && d[i - 2][j - 2] + 1 < d[i][j])
				d[i][j] = d[i - 2][j - 2] + 1;
		}
	}
	return d[n_left][n_right];
}
