/*
 * Which registers of a netlist stand right in front of a DSP's operands, where the DSP has its own.
 */
#ifndef SUMAC_SYNTH_OPERANDS_H
#define SUMAC_SYNTH_OPERANDS_H

#include "hw/synth/timing.h"

/* Finds every cell's delays; sets `cells` and `operand_ps`. Returns 0, or -1 after a message on stderr. */
int sumac_operands_find(struct sumac_timing *timing);

#endif
