/*
 * Scripts of packet events: what the wire does to single packets, and which packets must follow. A script is known by
 * its name; the scripts of a file run one after the other.
 */
#ifndef SUMAC_SIM_SCRIPT_H
#define SUMAC_SIM_SCRIPT_H

#include "base/design.h"
#include "sim/rack/wire.h"

struct sumac_script;

/* Called for each thing that a script expects in vain, with a sentence about it. */
typedef void sumac_script_report(void *ctx, const char *text);

/* 0, or an error of -SUMAC_E..., after a message on standard error. The path must last as long. */
int sumac_script_open(const char *path, int n_nics, sumac_script_report *report, void *ctx, struct sumac_script **script_out);
/* The NICs are of this design; unless told, of the default one. */
void sumac_script_take_design(struct sumac_script *script, const struct sumac_design *design);
void sumac_script_close(struct sumac_script *script);

/* A frame enters the switch: may change its fate. Frames come in order of time. */
void sumac_script_frame(struct sumac_script *script, int from, const struct sumac_vnic_frame *frame, struct sumac_fate *fate);
/* The job is over: reports what has not happened. */
void sumac_script_end(struct sumac_script *script);

#endif
