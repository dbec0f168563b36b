/*
 * The files and the environment that XRT's emulation needs.
 */
#ifndef SUMAC_XRT_SETUP_H
#define SUMAC_XRT_SETUP_H

#include "launch/xrt_process.h"

/* Writes them to the job's folder, and sets them in this process's environment. 0, or -1 with a message on stderr. */
int sumac_xrt_setup(const char *title, const char *job_dir);

#endif
