/*
 * A flat netlist as Yosys writes it: cells with pins on nets. Every net has one driver: a pin, a port or a
 * constant.
 */
#ifndef SUMAC_SYNTH_NETLIST_H
#define SUMAC_SYNTH_NETLIST_H

#include "host/base/json.h"

#include <stdbool.h>

#define SUMAC_NET_CONST (-1) /* the net of a pin that is tied to 0, 1 or x */

struct sumac_pin {
	int         cell;
	const char *port;
	int         bit;
	int         net;
	bool        output;
};

struct sumac_net {
	const char *name; /* of a signal of the RTL where there is one, else of the cell that drives it */
	int         bit;  /* of that signal, -1 when it has but one */
	const char *src;  /* where it is declared, or NULL */
	int         driver;     /* a pin, or -1 */
	bool        from_port;  /* an input of the module drives it */
	bool        to_port;    /* it is an output of the module */
	int         n_sinks;
};

struct sumac_netcell {
	const char              *name;
	const char              *type;
	const char              *src; /* or NULL */
	const struct sumac_json *parameters;
	int                      first_pin;
	int                      n_pins;
};

struct sumac_netlist {
	struct sumac_netcell   *cells;
	struct sumac_pin       *pins;
	struct sumac_net       *nets;
	int                     n_cells, n_pins, n_nets;
	struct sumac_json *file; /* that all names belong to */
};

/* Reads module `top` of a file of write_json. Returns 0, or -1 after a message on stderr. */
int sumac_netlist_open(const char *path, const char *top, struct sumac_netlist *list_out);
void sumac_netlist_close(struct sumac_netlist *list);

#endif
