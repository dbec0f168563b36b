/*
 * A static timing walk: when the last change reaches each net, counted from a clock edge, and when it has
 * to be there.
 */
#ifndef SUMAC_SYNTH_TIMING_H
#define SUMAC_SYNTH_TIMING_H

#include "hw/synth/delays.h"
#include "hw/synth/netlist.h"

/* abc9 adds this for every wire of the family: constpad "synth_xilinx.abc9.xc7.W" of Yosys. */
#define SUMAC_WIRE_PS 300

struct sumac_endpoint {
	int pin; /* an input pin, or -1 for an output of the module */
	int net;
	int ps; /* when the signal is there, its setup time included */
};

struct sumac_timing {
	const struct sumac_netlist  *list;
	const struct sumac_delays   *delays;
	const struct sumac_libcell **cells;      /* each cell's of the library, or NULL: without delays */
	int                         *operand_ps; /* a register's setup time as a register of a DSP, else 0 */
	int                         *lib_pins;   /* each pin's number in its cell of the library, or -1 */
	int                         *arrival_ps; /* of a net, at its driver */
	int                         *decided_by; /* the input pin of its latest change, or -1: it starts there */
	struct sumac_endpoint       *ends;       /* latest first */
	int                          n_ends;
};

/* Returns 0, or -1 after a message on stderr: a cell without delays, a loop, a net that nothing drives. */
int sumac_timing_walk(const struct sumac_netlist *list, const struct sumac_delays *delays,
                      struct sumac_timing *timing_out);
void sumac_timing_free(struct sumac_timing *timing);

/* The delay of the wire from a net's driver to this pin; 0 where the two have a connection of their own. */
int sumac_timing_wire_ps(const struct sumac_timing *timing, int pin);

/* Whether the library says nothing of an input pin: it counts as a register without setup time. */
bool sumac_timing_unknown(const struct sumac_timing *timing, int pin);

#endif
