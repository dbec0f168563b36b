/*
 * A layout for GTKWave: the signals on a chunk's path, in groups in the order of docs/one-reduction.md.
 */
#ifndef SUMAC_WAVE_LAYOUT_H
#define SUMAC_WAVE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/* Writes it beside the FST file, whose names it reads, with `.gtkw` for `.fst`. 0, or -SUMAC_EIO with a message.
 * A signal of wave_layout.def that the NIC lacks is told, and is no error. */
int sumac_wave_layout_write(const char *fst_path, uint64_t first_at, uint64_t last_at, size_t size, char *path_out);

#endif
