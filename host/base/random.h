/*
 * Random bytes from the kernel, which nobody can guess.
 */
#ifndef SUMAC_RANDOM_H
#define SUMAC_RANDOM_H

#include <stddef.h>

/* 0, or -1 with errno: the kernel gives none. */
int sumac_random(void *bytes_out, size_t len_bytes);

#endif
