/*
 * What XRT's emulation of a card does besides, and must not: the shared object that libsumac loads where XRT emulates. Its parts:
 * xrt_model.c (the functions of host/bus/xrt/xrt_emulation.h), xrt_opening.c (who may open a card, and what XRT leaves behind
 * then), xrt_ini.c (XRT's settings), xrt_watch.c (a model that dies).
 */
#ifndef SUMAC_XRT_MODEL_H
#define SUMAC_XRT_MODEL_H

#include "host/bus/xrt/xrt_emulation.h"

/* Where stories go, as the library said when it loaded this. */
extern sumac_xrt_fail_fn *sumac_xrt_fail_by;

sumac_xrt_emulation_fn sumac_xrt_emulation __attribute__((visibility("default")));

#endif
