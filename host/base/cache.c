/*
 * A round is half of a core's second-level cache, as measured on cores with 512 KiB and with 2 MiB of it: docs/leaf.md says what
 * other rounds cost. We ask the first processor alone, so that ranks on unlike cores find the same.
 */
#include "base/cache.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/number_file.h"

static const char *const first_folder = "/sys/devices/system/cpu/cpu0/cache";

enum { MIN_BYTES = 128 << 10, USUAL_BYTES = 256 << 10, MAX_BYTES = 1 << 20, MAX_CACHES = 8, PATH_CAP = 4096 };

/* The number in a file of the folder; 0: there is none. */
static unsigned int number_in(const char *folder, int cache, const char *name)
{
	char path[PATH_CAP];

	snprintf(path, sizeof(path), "%s/index%d/%s", folder, cache, name);
	return sumac_number_in_file(path, "%u", 0);
}

size_t sumac_cache_round_bytes_in(const char *folder)
{
	size_t half_bytes = 0, bytes = MIN_BYTES;

	for (int cache = 0; cache < MAX_CACHES && !half_bytes; cache++)
		if (number_in(folder, cache, "level") == 2)
			half_bytes = (size_t)number_in(folder, cache, "size") << 10 >> 1; /* "512K" */
	if (!half_bytes)
		return USUAL_BYTES;
	while (bytes < MAX_BYTES && 2 * bytes <= half_bytes)
		bytes *= 2;
	return bytes;
}

size_t sumac_cache_round_bytes(void)
{
	static atomic_size_t known_bytes; /* every team asks */
	size_t bytes = atomic_load_explicit(&known_bytes, memory_order_relaxed);

	if (!bytes) {
		bytes = sumac_cache_round_bytes_in(first_folder);
		atomic_store_explicit(&known_bytes, bytes, memory_order_relaxed);
	}
	return bytes;
}
