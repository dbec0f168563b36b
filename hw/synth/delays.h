/*
 * The delays of Yosys' cells: what its specify blocks say, read from a JSON of its own cell library
 * (hw/synth/cells.sh).
 */
#ifndef SUMAC_SYNTH_DELAYS_H
#define SUMAC_SYNTH_DELAYS_H

#include "host/base/json.h"

#include <stdbool.h>

#define SUMAC_NO_DELAY (-1)

struct sumac_arc {
	int from, to; /* pins of the cell */
	int ps;
};

struct sumac_libpin {
	const char *port;
	int         bit;
	bool        clock;
	int         setup_ps;  /* of an input, or SUMAC_NO_DELAY */
	int         launch_ps; /* of an output: clock to output, or SUMAC_NO_DELAY */
};

struct sumac_libcell {
	const char          *name;
	struct sumac_libpin *pins;
	struct sumac_arc    *arcs;
	int                  n_pins, n_arcs;
};

struct sumac_delays {
	struct sumac_libcell   *cells;
	int                     n_cells;
	struct sumac_json *file;
};

int sumac_delays_open(const char *path, struct sumac_delays *delays_out);
void sumac_delays_close(struct sumac_delays *delays);

/*
 * The library's cell for a cell of a netlist, or NULL. UltraScale's own cells, of which Yosys knows no
 * delays, borrow those of their 7-series kin: a rule of sumac_delays_pin() says by which pins. `operands`
 * picks a DSP's: which of A and B have a register in it, as "00", "10", "01" or "11".
 */
const struct sumac_libcell *sumac_delays_cell(const struct sumac_delays *delays, const char *type,
                                              const char *operands);

/* The library cell's pin for pin port[bit] of a netlist's `type`, or -1. */
int sumac_delays_pin(const struct sumac_libcell *cell, const char *type, const char *port, int bit);

#endif
