/*
 * An xclbin in words: its top, each section, units, banks, and what arguments reach them.
 */
#ifndef SUMAC_XCLBIN_SHOW_H
#define SUMAC_XCLBIN_SHOW_H

#include <stddef.h>
#include <stdio.h>

/* Fails, with a sentence, where the bytes are no whole container. */
int sumac_xclbin_show(FILE *to, const char *name, const void *bytes, size_t len_bytes);

#endif
