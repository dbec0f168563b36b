/*
 * How much of a long message a rank of this host had better copy at a time, as its caches are.
 */
#ifndef SUMAC_CACHE_H
#define SUMAC_CACHE_H

#include <stddef.h>

/* A power of two. All ranks of a host find the same. */
size_t sumac_cache_round_bytes(void);
/* The same by another folder of caches, as the system has one for each processor. */
size_t sumac_cache_round_bytes_in(const char *folder);

#endif
