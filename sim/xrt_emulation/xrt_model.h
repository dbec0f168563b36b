/*
 * Contains the side effects of XRT's emulation of a card: the shared object that libsumac loads if XRT emulates. Its
 * parts: xrt_model.c (the functions of host/bus/xrt/xrt_emulation.h), xrt_opening.c (who may open a card, and the
 * traces that XRT then leaves), xrt_ini.c (XRT's settings), xrt_watch.c (a model that dies).
 */
#ifndef SUMAC_XRT_MODEL_H
#define SUMAC_XRT_MODEL_H

#include "host/bus/xrt/xrt_emulation.h"

/* The function that takes stories, as the library named it when it loaded this. */
extern sumac_xrt_fail_fn *sumac_xrt_fail_by;

sumac_xrt_emulation_fn sumac_xrt_emulation __attribute__((visibility("default")));

#endif
