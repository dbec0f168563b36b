/*
 * The beginning and the end of a recording: its file is there and can be written; at the end it is whole and has a layout beside
 * it, or the user hears why not.
 */
#ifndef SUMAC_WAVE_END_H
#define SUMAC_WAVE_END_H

#include "sim/wave/wave_window.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sumac_wave_end {
	const char *path;
	int nic;
	const struct sumac_wave_window *window;
	bool has_begun;
	int error;		    /* an errno, with which it could not begin */
	uint64_t first, last;	    /* cycles that were recorded */
	uint64_t first_at, last_at; /* their times in the file */
};

/* Makes the file, empty. The library that writes FST would replace anything, even a device. 0, or -SUMAC_EIO with a message. */
int sumac_wave_begin(const char *path);
/* Whether there is room for what that library keeps in files while it records, beside the file and among temporary files: it maps
 * them, so that on a full disk it would die. 0, or an errno. */
int sumac_wave_try_room(const char *path);
int sumac_wave_finish(const struct sumac_wave_end *end);

#ifdef __cplusplus
}
#endif
#endif
