/*
 * Tells which file a command is.
 */
#ifndef SUMAC_SEARCH_PATH_H
#define SUMAC_SEARCH_PATH_H

#include <stdbool.h>

#include "launch/layout.h"

/* Searches as the shell does. */
bool sumac_search_path(const char *command, char path_out[SUMAC_TOOL_PATH_BYTES]);

#endif
