/*
 * Reads the $specify cells that Yosys makes of a specify block: $specify2 is a path from input to output,
 * $specify3 one from a clock edge to an output, $specrule a setup time. Conditions are not looked at: of
 * several times for the same pins the longest counts.
 */
#include "hw/synth/delays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kin: the letter of RAM32M16 and RAM64M8's eight ports is mapped by `letters`, where they have one. */
static const struct {
	const char *type, *as;
	const char *letters; /* that A to H stand for */
} kin[] = {
	{"RAM32M16", "RAM32M",   "ABCCCCCD"}, /* H, as D, also gives the address that is written */
	{"RAM64M8",  "RAM64M",   "ABCCCCCD"},
	{"RAMB18E2", "RAMB18E1", NULL},
	{"RAMB36E2", "RAMB36E1", NULL},
};

/* Block memories' data ports have other names in UltraScale. */
static const struct {
	const char *port, *as;
} renamed[] = {
	{"DINADIN", "DIADI"},   {"DINBDIN", "DIBDI"},   {"DINPADINP", "DIPADIP"},   {"DINPBDINP", "DIPBDIP"},
	{"DOUTADOUT", "DOADO"}, {"DOUTBDOUT", "DOBDO"}, {"DOUTPADOUTP", "DOPADOP"}, {"DOUTPBDOUTP", "DOPBDOP"},
};

#define N_OF(table) (int)(sizeof(table) / sizeof *(table))

/* A parameter that Yosys wrote in binary; SUMAC_NO_DELAY when a bit is x, as where there is no path. */
static int binary(const struct sumac_json *parameters, const char *name)
{
	const struct sumac_json *p = sumac_json_member(parameters, name);
	unsigned value = 0;

	for (const char *c = p && p->text ? p->text : "x"; *c; c++) {
		if (*c != '0' && *c != '1')
			return SUMAC_NO_DELAY;
		value = 2 * value + (unsigned)(*c - '0');
	}
	return (int)value;
}

static int longer(int a, int b)
{
	return a > b ? a : b;
}

/* The pin that a bit of a specify cell's connection means, or -1. */
static int pin_of(const struct sumac_json *bit, const int *pin_of_net, int n_nets)
{
	return bit->kind == SUMAC_JSON_NUMBER && bit->number < n_nets ? pin_of_net[(int)bit->number] : -1;
}

static int add_arc(struct sumac_libcell *cell, int from, int to, int ps)
{
	struct sumac_arc *arcs;

	if (from < 0 || to < 0 || ps == SUMAC_NO_DELAY)
		return 0;
	arcs = realloc(cell->arcs, ((size_t)cell->n_arcs + 1) * sizeof *arcs);
	if (!arcs)
		return -1;
	cell->arcs = arcs;
	arcs[cell->n_arcs++] = (struct sumac_arc){from, to, ps};
	return 0;
}

static int add_path(struct sumac_libcell *cell, const struct sumac_json *spec, const int *pin_of_net,
                    int n_nets)
{
	const struct sumac_json *parameters = sumac_json_member(spec, "parameters");
	const struct sumac_json *wires = sumac_json_member(spec, "connections");
	const struct sumac_json *src = sumac_json_member(wires, "SRC"), *dst = sumac_json_member(wires, "DST");
	bool full = binary(parameters, "FULL") == 1, edge = binary(parameters, "EDGE_EN") == 1;
	int ps = longer(binary(parameters, "T_RISE_MAX"), binary(parameters, "T_FALL_MAX"));

	const struct sumac_json *with = src ? src->first : NULL; /* where the paths are bit by bit */
	bool every = full || edge;

	for (const struct sumac_json *d = dst && src ? dst->first : NULL; d; d = d->next) {
		int to = pin_of(d, pin_of_net, n_nets);

		for (const struct sumac_json *s = every ? src->first : with; s; s = every ? s->next : NULL) {
			int from = pin_of(s, pin_of_net, n_nets);

			if (edge && from >= 0 && to >= 0) {
				cell->pins[from].clock = true;
				cell->pins[to].launch_ps = longer(cell->pins[to].launch_ps, ps);
			} else if (add_arc(cell, from, to, ps)) {
				return -1;
			}
		}
		with = with ? with->next : NULL;
	}
	return 0;
}

static void add_setup(struct sumac_libcell *cell, const struct sumac_json *spec, const int *pin_of_net,
                      int n_nets)
{
	const struct sumac_json *parameters = sumac_json_member(spec, "parameters");
	const struct sumac_json *wires = sumac_json_member(spec, "connections");
	const struct sumac_json *rule = sumac_json_member(parameters, "TYPE"), *src = sumac_json_member(wires, "SRC");
	const struct sumac_json *dst = sumac_json_member(wires, "DST");

	if (!rule || !rule->text || strcmp(rule->text, "$setup"))
		return;
	for (const struct sumac_json *s = src ? src->first : NULL; s; s = s->next) {
		int pin = pin_of(s, pin_of_net, n_nets);

		if (pin >= 0)
			cell->pins[pin].setup_ps = longer(cell->pins[pin].setup_ps, binary(parameters, "T_LIMIT_MAX"));
	}
	for (const struct sumac_json *d = dst ? dst->first : NULL; d; d = d->next) {
		int pin = pin_of(d, pin_of_net, n_nets);

		if (pin >= 0)
			cell->pins[pin].clock = true;
	}
}

/* Pins in the order of the ports, and which net of the module is which pin. */
static int add_pins(struct sumac_libcell *cell, const struct sumac_json *ports, int **pin_of_net_out,
                    int *n_nets_out)
{
	int n_pins = 0, n_nets = 0, *pin_of_net;

	for (const struct sumac_json *p = ports ? ports->first : NULL; p; p = p->next)
		for (const struct sumac_json *b = sumac_json_member(p, "bits")->first; b; b = b->next, n_pins++)
			if (b->kind == SUMAC_JSON_NUMBER && b->number >= n_nets)
				n_nets = (int)b->number + 1;
	cell->pins = calloc((size_t)n_pins + 1, sizeof *cell->pins);
	pin_of_net = malloc(((size_t)n_nets + 1) * sizeof *pin_of_net);
	if (!cell->pins || !pin_of_net) {
		free(pin_of_net);
		return -1;
	}
	for (int i = 0; i < n_nets; i++)
		pin_of_net[i] = -1;
	for (const struct sumac_json *p = ports ? ports->first : NULL; p; p = p->next) {
		int bit = 0;

		for (const struct sumac_json *b = sumac_json_member(p, "bits")->first; b; b = b->next) {
			cell->pins[cell->n_pins] = (struct sumac_libpin){
				.port = p->key, .bit = bit++, .setup_ps = SUMAC_NO_DELAY, .launch_ps = SUMAC_NO_DELAY};
			if (b->kind == SUMAC_JSON_NUMBER)
				pin_of_net[(int)b->number] = cell->n_pins;
			cell->n_pins++;
		}
	}
	*pin_of_net_out = pin_of_net;
	*n_nets_out = n_nets;
	return 0;
}

static int read_cell(struct sumac_libcell *cell, const struct sumac_json *module)
{
	const struct sumac_json *inner = sumac_json_member(module, "cells");
	int *pin_of_net = NULL, n_nets = 0, rc;

	cell->name = module->key;
	rc = add_pins(cell, sumac_json_member(module, "ports"), &pin_of_net, &n_nets);
	for (const struct sumac_json *c = inner ? inner->first : NULL; c && !rc; c = c->next) {
		const struct sumac_json *type = sumac_json_member(c, "type");

		if (!strcmp(type->text, "$specify2") || !strcmp(type->text, "$specify3"))
			rc = add_path(cell, c, pin_of_net, n_nets);
		else if (!strcmp(type->text, "$specrule"))
			add_setup(cell, c, pin_of_net, n_nets);
	}
	free(pin_of_net);
	return rc;
}

int sumac_delays_open(const char *path, struct sumac_delays *delays_out)
{
	const struct sumac_json *modules;
	char why[SUMAC_JSON_WHY_CAP];
	size_t n = 1;
	int rc = 0;

	*delays_out = (struct sumac_delays){0};
	delays_out->file = sumac_json_read(path, why);
	if (!delays_out->file) {
		fprintf(stderr, "%s: %s\n", path, why);
		return -1;
	}
	modules = sumac_json_member(delays_out->file, "modules");
	for (const struct sumac_json *m = modules ? modules->first : NULL; m; m = m->next)
		n++;
	delays_out->cells = calloc(n, sizeof *delays_out->cells);
	for (struct sumac_json *m = modules ? modules->first : NULL; m && delays_out->cells && !rc; m = m->next)
		rc = read_cell(&delays_out->cells[delays_out->n_cells++], m);
	if (modules && delays_out->cells && !rc)
		return 0;
	fprintf(stderr, "%s: not a library of cells\n", path);
	sumac_delays_close(delays_out);
	return -1;
}

void sumac_delays_close(struct sumac_delays *delays)
{
	for (int i = 0; i < delays->n_cells; i++) {
		free(delays->cells[i].pins);
		free(delays->cells[i].arcs);
	}
	free(delays->cells);
	sumac_json_free(delays->file);
}

const struct sumac_libcell *sumac_delays_cell(const struct sumac_delays *delays, const char *type,
                                              const char *operands)
{
	char dsp[16];

	snprintf(dsp, sizeof dsp, "DSP48E1_%s", operands);
	for (int k = 0; k < N_OF(kin); k++)
		if (!strcmp(type, kin[k].type)) {
			type = kin[k].as;
			break;
		}
	if (!strcmp(type, "DSP48E2"))
		type = dsp;
	for (int i = 0; i < delays->n_cells; i++)
		if (!strcmp(delays->cells[i].name, type))
			return &delays->cells[i];
	return NULL;
}

int sumac_delays_pin(const struct sumac_libcell *cell, const char *type, const char *port, int bit)
{
	char name[16];

	snprintf(name, sizeof name, "%s", port);
	for (int k = 0; k < N_OF(kin); k++) {
		char *letter = name + strlen(name) - 1;
		bool lettered = !strncmp(name, "ADDR", 4) || !strncmp(name, "DI", 2) || !strncmp(name, "DO", 2);

		if (kin[k].letters && !strcmp(type, kin[k].type) && lettered && *letter >= 'A' && *letter <= 'H')
			*letter = kin[k].letters[*letter - 'A'];
	}
	for (int k = 0; k < N_OF(renamed); k++)
		if (!strcmp(port, renamed[k].port))
			snprintf(name, sizeof name, "%s", renamed[k].as);
	for (int i = 0; i < cell->n_pins; i++)
		if (cell->pins[i].bit == bit && !strcmp(cell->pins[i].port, name))
			return i;
	return -1;
}
