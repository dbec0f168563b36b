/*
 * Whether an FST file is whole. The library that writes it does not say when a disk is full.
 */
#ifndef SUMAC_WAVE_FILE_H
#define SUMAC_WAVE_FILE_H

#include <stdint.h>

/* Its blocks must reach to its end, with those of names and widths among them and as many blocks of values as its head says; and
 * its last time must be `end`. Returns NULL, or what is wrong. */
const char *sumac_wave_file_judge(const char *path, uint64_t end);

#endif
