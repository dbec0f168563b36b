/*
 * OpenSHMEM's own variables as sources of settings.
 */
#include "base/settings_load.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/fail.h"
#include "spec/spec.h"

enum { MIN_HEAP_BYTES = 1 << 20 };

/* OpenSHMEM's variables that correspond to settings of ours; SHMEM_... outranks the older SMA_.... */
static const struct shmem_variable {
	const char *names[2];
	enum sumac_setting setting;
	bool is_size; /* else only its presence matters, not its value */
} shmem_variables[] = {
	{ { "SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE" }, SUMAC_SETTING_HEAP_BYTES, true },
	{ { "SHMEM_DEBUG", "SMA_DEBUG" }, SUMAC_SETTING_VERBOSE, false },
};

/* OpenSHMEM's form of a size: a number of bytes, perhaps with a fraction, rounded up, and K, M, G or T; anything after the suffix
 * is ignored: "4MB" is 4M, and "20kk" 20K. A size below the smallest heap, 0 included, gives the smallest heap. */
static int load_shmem_size(enum sumac_setting setting, const char *name, const char *text)
{
	static const char suffixes[] = "KMGT";
	const char *suffix;
	unsigned long long whole;
	const char *end;
	char bytes[32];
	double size = sumac_decimal(text, &end);

	suffix = *end ? strchr(suffixes, toupper((unsigned char)*end)) : NULL;
	for (const char *at = suffixes; suffix && at <= suffix; at++)
		size *= 1024;
	if (end == text || (*end && !suffix) || !(size >= 0 && size < 9e18))
		return sumac_fail(SUMAC_EINVAL, "%s cannot be \"%.100s\": it must be a number of bytes, at least 0, as \"20m\" or "
						"\"2.5G\": K, M, G and T in either case are powers of 1024", name, text);
	whole = (unsigned long long)size;
	whole += (double)whole < size;
	snprintf(bytes, sizeof(bytes), "%llu", whole < MIN_HEAP_BYTES ? MIN_HEAP_BYTES : whole);
	return sumac_setting_set(setting, bytes, SUMAC_FROM_ENVIRONMENT, name);
}

bool sumac_settings_shmem_asks_for(const char *what)
{
	char names[2][32];

	snprintf(names[0], sizeof(names[0]), "SHMEM_%s", what);
	snprintf(names[1], sizeof(names[1]), "SMA_%s", what);
	return sumac_settings_variable(names[0]) || sumac_settings_variable(names[1]);
}

int sumac_settings_load_shmem(void)
{
	int err = 0;

	for (size_t i = 0; i < sizeof(shmem_variables) / sizeof(shmem_variables[0]) && !err; i++) {
		const struct shmem_variable *row = &shmem_variables[i];
		const char *name = row->names[!sumac_settings_variable(row->names[0])], *text = sumac_settings_variable(name);

		if (text && row->is_size)
			err = load_shmem_size(row->setting, name, text);
		else if (text)
			err = sumac_setting_set(row->setting, "1", SUMAC_FROM_ENVIRONMENT, name);
	}
	return err;
}
