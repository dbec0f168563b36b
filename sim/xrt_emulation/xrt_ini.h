/*
 * XRT's own settings: the file that XRT_INI_PATH names.
 */
#ifndef SUMAC_XRT_INI_H
#define SUMAC_XRT_INI_H

#include <stddef.h>

enum { SUMAC_XRT_INI_VALUE_BYTES = 1024 };

/* A key's value; 0, or -1 if there is no such key, or no file. */
int sumac_xrt_ini_value(const char *section, const char *key, char value_out[SUMAC_XRT_INI_VALUE_BYTES]);
/* The length of all lines of a section together. */
size_t sumac_xrt_ini_section_bytes(const char *section);

#endif
