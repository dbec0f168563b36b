/*
 * Finds a command: with a slash it is a path; otherwise the first executable file of that name in the folders of
 * PATH.
 */
#include "launch/search_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_executable(const char *path)
{
	struct stat file;

	return !stat(path, &file) && S_ISREG(file.st_mode) && !access(path, X_OK);
}

bool sumac_search_path(const char *command, char path_out[SUMAC_TOOL_PATH_BYTES])
{
	const char *at = getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin";

	if (strchr(command, '/')) {
		snprintf(path_out, SUMAC_TOOL_PATH_BYTES, "%s", command);
		return is_executable(path_out);
	}
	while (*command) {
		size_t len = strcspn(at, ":");

		snprintf(path_out, SUMAC_TOOL_PATH_BYTES, "%.*s/%s", len ? (int)len : 1, len ? at : ".", command);
		if (is_executable(path_out))
			return true;
		if (!at[len])
			break;
		at += len + 1;
	}
	return false;
}
