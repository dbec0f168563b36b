/*
 * Memory that processes share, through a file that is in no file system.
 */
#ifndef SUMAC_SEALED_FILE_H
#define SUMAC_SEALED_FILE_H

#include <stddef.h>

/* Makes and maps a zeroed memory file, sealed so that nobody who gets its descriptor can harm others by shrinking it. Returns the
 * descriptor, or -1 with errno. */
int sumac_sealed_file_create(const char *name, size_t len_bytes, void **memory_out);

#endif
