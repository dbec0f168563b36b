/*
 * Prints an xclbin in words: its top, each section, units, banks, and the memory that arguments reach.
 */
#ifndef SUMAC_XCLBIN_SHOW_H
#define SUMAC_XCLBIN_SHOW_H

#include <stddef.h>
#include <stdio.h>

/* Fails, with a sentence, if the bytes are not a whole container. */
int sumac_xclbin_show(FILE *to, const char *name, const void *bytes, size_t len_bytes);

#endif
