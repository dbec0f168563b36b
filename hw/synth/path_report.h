/*
 * The findings of a timing walk, for the engineer who has to shorten the path.
 */
#ifndef SUMAC_SYNTH_PATH_REPORT_H
#define SUMAC_SYNTH_PATH_REPORT_H

#include "hw/synth/timing.h"

/* Prints the longest path cell by cell, then the worst of each register that is over the gate. */
void sumac_path_report_print(const struct sumac_timing *timing, const char *top, int gate_ps);

/* Prints what the module takes and its longest path, a name and a value a line, for the page. */
void sumac_path_report_summary(const struct sumac_timing *timing, const char *top);

#endif
