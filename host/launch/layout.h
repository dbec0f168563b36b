/*
 * Where the files of an installation are.
 */
#ifndef SUMAC_LAYOUT_H
#define SUMAC_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

/* Where things are, relative to this program: in the tree or under a prefix. 0, or -1 if the thing is not there; path_out then
 * holds the place where it was expected. */
enum { SUMAC_TOOL_PATH_BYTES = 4096 };
int sumac_layout_self(char *path_out);
int sumac_layout_library_dir(char *path_out);
int sumac_layout_include_dir(char *path_out);
/* Whether a name of NICs, which may be "", stands for the default ones. */
bool sumac_layout_is_default(const char *nic);
/* The rack of the NICs that `make sim NIC=name` has built, or the one at a path, which has a slash. "" and "default" stand for the
 * default NICs. */
int sumac_layout_rack(const char *nic, char *path_out);
/* The names for which there is one, with commas between them, cut off at size; "" for none. */
void sumac_layout_nics(char *names_out, size_t size);
/* The rack that records waveforms of such NICs. */
int sumac_layout_wave_rack(const char *nic, char *path_out);
int sumac_layout_xrt_device(char *path_out);
/* The xclbin for XRT's emulation. */
int sumac_layout_xclbin(char *path_out);
/* The parts of the page that `sumac page` makes. */
int sumac_layout_page_dir(char *path_out);

#endif
