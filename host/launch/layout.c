/*
 * Finds libraries, headers and the rack relative to this program: build/bin in the tree, PREFIX/bin when installed.
 */
#include "launch/layout.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert((int)SUMAC_TOOL_PATH_BYTES >= PATH_MAX, "realpath() needs PATH_MAX");

int sumac_layout_self(char *path_out)
{
	ssize_t len = readlink("/proc/self/exe", path_out, SUMAC_TOOL_PATH_BYTES - 1);

	path_out[len > 0 ? len : 0] = '\0';
	return len > 0 ? 0 : -1;
}

/* The path of `name`, which is relative to the folder of this program. */
static int find_near(const char *name, char *path_out)
{
	char self[SUMAC_TOOL_PATH_BYTES], raw[2 * SUMAC_TOOL_PATH_BYTES];

	if (sumac_layout_self(self))
		return -1;
	*strrchr(self, '/') = '\0';
	snprintf(raw, sizeof(raw), "%s/%s", self, name);
	if (realpath(raw, path_out))
		return 0;
	snprintf(path_out, SUMAC_TOOL_PATH_BYTES, "%.*s", SUMAC_TOOL_PATH_BYTES - 1, raw);
	return -1;
}

int sumac_layout_library_dir(char *path_out)
{
	return find_near("../lib", path_out);
}

int sumac_layout_include_dir(char *path_out)
{
	/* PREFIX/include; the tree's include, seen from build/bin or from a build folder below build. */
	static const char *const places[] = { "../include", "../../include", "../../../include" };
	char header[64];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(header, sizeof(header), "%s/sumac.h", places[i]);
		if (!find_near(header, path_out)) {
			*strrchr(path_out, '/') = '\0';
			return 0;
		}
	}
	find_near("../include", path_out); /* for the message: the place where it was expected */
	return -1;
}

static int find_on_path(const char *name, char *path_out)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t len = strcspn(path, ":");

		snprintf(path_out, SUMAC_TOOL_PATH_BYTES, "%.*s/%s", (int)len, path, name);
		if (!access(path_out, X_OK))
			return 0;
		path += len + (path[len] == ':');
	}
	return -1;
}

int sumac_layout_xrt_device(char *path_out)
{
	return find_near("sumac-xrt-device", path_out);
}

/* Looks in the tree, or below the prefix. */
int sumac_layout_xclbin(char *path_out)
{
	return find_near("../bitstreams/sumac_hw_emu.xclbin", path_out) ?
		       find_near("../share/sumac/sumac_hw_emu.xclbin", path_out) : 0;
}

int sumac_layout_page_dir(char *path_out)
{
	/* PREFIX/share; the tree, seen from build/bin or from a build folder below build. */
	static const char *const places[] = { "../share/sumac/page", "../../host/page", "../../../host/page" };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (!find_near(places[i], path_out))
			return 0;
	return find_near(places[0], path_out); /* for the message: the place where it was expected */
}

static int find_default_rack(char *path_out)
{
	char on_path[SUMAC_TOOL_PATH_BYTES];

	if (!find_near("sumac-rack", path_out))
		return 0;
	if (find_on_path("sumac-rack", on_path))
		return -1;
	strcpy(path_out, on_path);
	return 0;
}

static bool is_program(const char *path)
{
	struct stat about;

	return !stat(path, &about) && S_ISREG(about.st_mode) && !access(path, X_OK);
}

bool sumac_layout_is_default(const char *nic)
{
	return !*nic || !strcmp(nic, "default");
}

int sumac_layout_rack(const char *nic, char *path_out)
{
	char root[SUMAC_TOOL_PATH_BYTES];

	if (sumac_layout_is_default(nic))
		return find_default_rack(path_out);
	if (strchr(nic, '/'))
		snprintf(path_out, SUMAC_TOOL_PATH_BYTES, "%s", nic);
	else if (!find_near("..", root))
		snprintf(path_out, SUMAC_TOOL_PATH_BYTES, "%.*s/nics/%s/sumac-rack", SUMAC_TOOL_PATH_BYTES - 300, root, nic);
	return is_program(path_out) ? 0 : -1;
}

/* In the folder wave beside the rack of a design; the default one's is beside the folder that this program is in. */
int sumac_layout_wave_rack(const char *nic, char *path_out)
{
	char rack[SUMAC_TOOL_PATH_BYTES];

	if (sumac_layout_is_default(nic))
		return find_near("../wave/bin/sumac-rack", path_out);
	sumac_layout_rack(nic, rack);
	snprintf(path_out, SUMAC_TOOL_PATH_BYTES, "%.*s/wave/bin/sumac-rack", (int)(strrchr(rack, '/') - rack), rack);
	return is_program(path_out) ? 0 : -1;
}

static int is_name(const struct dirent *entry)
{
	char name[sizeof(entry->d_name) + 32], path[SUMAC_TOOL_PATH_BYTES];

	snprintf(name, sizeof(name), "../nics/%s/sumac-rack", entry->d_name);
	return *entry->d_name != '.' && !find_near(name, path) && is_program(path);
}

void sumac_layout_nics(char *names_out, size_t size)
{
	struct dirent **entries = NULL;
	char folder[SUMAC_TOOL_PATH_BYTES];
	int n = find_near("../nics", folder) ? 0 : scandir(folder, &entries, is_name, alphasort);
	size_t len = 0;

	*names_out = '\0';
	for (int i = 0; i < n; i++) {
		if (len < size)
			len += (size_t)snprintf(names_out + len, size - len, "%s%s", i ? ", " : "", entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
}
