/*
 * This Yosys maps products to DSP48E2 with none of the DSP's registers in use, and leaves those in front
 * of and behind it in the fabric; a vendor's tool moves them in. Here operand registers count as the DSP's
 * own where they could be: all bits of an operand come straight from registers with one clock, enable and
 * reset. Product registers stay outside.
 */
#include "hw/synth/operands.h"

#include <stdio.h>
#include <string.h>

struct control {
	int clock, enable, reset;
};

static int net_at(const struct sumac_netlist *list, const struct sumac_netcell *cell, const char *port)
{
	for (int i = cell->first_pin; i < cell->first_pin + cell->n_pins; i++)
		if (!strcmp(list->pins[i].port, port))
			return list->pins[i].net;
	return SUMAC_NET_CONST;
}

/* The register that drives a net, or NULL. */
static const struct sumac_netcell *driver(const struct sumac_netlist *list, int net)
{
	int pin = list->nets[net].driver;
	const struct sumac_netcell *cell = pin < 0 ? NULL : &list->cells[list->pins[pin].cell];

	return cell && !strcmp(cell->type, "FDRE") ? cell : NULL;
}

static bool held(const struct sumac_netlist *list, const struct sumac_netcell *dsp, const char *port)
{
	struct control all = {0};
	bool any = false;

	for (int i = dsp->first_pin; i < dsp->first_pin + dsp->n_pins; i++) {
		const struct sumac_pin *pin = &list->pins[i];
		const struct sumac_netcell *reg;
		struct control c;

		if (strcmp(pin->port, port) || pin->net == SUMAC_NET_CONST)
			continue;
		reg = driver(list, pin->net);
		if (!reg)
			return false;
		c = (struct control){net_at(list, reg, "C"), net_at(list, reg, "CE"), net_at(list, reg, "R")};
		if (any && (c.clock != all.clock || c.enable != all.enable || c.reset != all.reset))
			return false;
		all = c;
		any = true;
	}
	return any;
}

/* The operand's setup time is asked of the registers in front of it. */
static void move_in(struct sumac_timing *t, const struct sumac_netcell *dsp, const char *port,
                    const struct sumac_libcell *lib)
{
	int in = sumac_delays_pin(lib, dsp->type, port, 0);

	for (int i = dsp->first_pin; i < dsp->first_pin + dsp->n_pins; i++) {
		const struct sumac_pin *pin = &t->list->pins[i];
		long reg;

		if (strcmp(pin->port, port) || pin->net == SUMAC_NET_CONST)
			continue;
		reg = driver(t->list, pin->net) - t->list->cells;
		if (in >= 0 && lib->pins[in].setup_ps > t->operand_ps[reg])
			t->operand_ps[reg] = lib->pins[in].setup_ps;
	}
}

/* A DSP whose registers are in use already has delays that the library was not made for. */
static bool plain(const struct sumac_netcell *dsp)
{
	static const char *const registers[] = {"AREG", "ADREG", "BREG", "CREG", "DREG", "MREG", "PREG"};

	for (unsigned i = 0; i < sizeof registers / sizeof *registers; i++) {
		const struct sumac_json *p = sumac_json_member(dsp->parameters, registers[i]);

		if (!p || !p->text || strchr(p->text, '1'))
			return false;
	}
	return true;
}

int sumac_operands_find(struct sumac_timing *t)
{
	for (int i = 0; i < t->list->n_cells; i++) {
		const struct sumac_netcell *cell = &t->list->cells[i];
		bool dsp = !strcmp(cell->type, "DSP48E2");
		bool a = dsp && held(t->list, cell, "A"), b = dsp && held(t->list, cell, "B");
		char operands[] = {a ? '1' : '0', b ? '1' : '0', '\0'};

		if (dsp && !plain(cell)) {
			fprintf(stderr, "%s: a DSP48E2 with registers of its own, of which no delays are known\n",
			        cell->name);
			return -1;
		}
		t->cells[i] = sumac_delays_cell(t->delays, cell->type, operands);
		if (a && t->cells[i])
			move_in(t, cell, "A", t->cells[i]);
		if (b && t->cells[i])
			move_in(t, cell, "B", t->cells[i]);
	}
	return 0;
}
