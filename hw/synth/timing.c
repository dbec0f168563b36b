/*
 * The walk: depth first from every place that a signal has to reach. Registers, memories and DSPs with
 * registers start and end paths; so do the ports of the module, as if a register stood right behind each.
 *
 * Why not leave it to Yosys? Nothing in Yosys 0.23 gives usable timing of these netlists: `sta` takes wires to
 * cost nothing, adds the clock's own path, ignores setup times and has no delays of UltraScale's cells; `ltp`
 * counts cells, and runs straight through mapped registers; abc9 estimates only the logic that it maps, one
 * partition at a time. So we walk the JSON netlist ourselves, with the 7-series delays of Yosys' own cells and a
 * fixed delay a wire. The model is not calibrated: the gate of 3.6 ns leaves a tenth of the 4 ns of 250 MHz.
 */
#include "hw/synth/timing.h"
#include "hw/synth/operands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* arrival_ps. STILL: only constants lead there, as where a part of the NIC was mapped without knowing that an input is one. */
enum { NOT_YET = -1, UNDER_WAY = -2, STILL = -3 };

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Connections that do not leave a slice or a column of DSPs. */
static bool own_wire(const struct sumac_timing *t, const struct sumac_pin *from, const struct sumac_pin *to)
{
	const char *driver = t->list->cells[from->cell].type, *sink = t->list->cells[to->cell].type;
	bool lut = starts(driver, "LUT"), slice = lut || starts(driver, "MUXF") || starts(driver, "CARRY4");
	bool alone = t->list->nets[to->net].n_sinks == 1;

	if (starts(sink, "CARRY4"))
		return (starts(driver, "CARRY4") && !strcmp(from->port, "CO") && !strcmp(to->port, "CI")) ||
		       (lut && !strcmp(to->port, "S"));
	if (starts(sink, "MUXF7"))
		return lut && to->port[0] == 'I';
	if (starts(sink, "MUXF8"))
		return starts(driver, "MUXF7") && to->port[0] == 'I';
	if (starts(sink, "FD"))
		return slice && alone && !strcmp(to->port, "D") && !t->operand_ps[to->cell];
	return starts(sink, "DSP48E2") && starts(driver, "DSP48E2") && !strcmp(to->port, "PCIN");
}

int sumac_timing_wire_ps(const struct sumac_timing *t, int pin)
{
	const struct sumac_pin *to = &t->list->pins[pin];
	int driver = t->list->nets[to->net].driver;

	return driver >= 0 && own_wire(t, &t->list->pins[driver], to) ? 0 : SUMAC_WIRE_PS;
}

static int lib_pin(const struct sumac_timing *t, const struct sumac_pin *pin)
{
	return t->lib_pins[pin - t->list->pins];
}

/* Once for each pin: a block memory has hundreds, and is asked of each of them for each of its outputs. */
static void find_lib_pins(struct sumac_timing *t)
{
	for (int i = 0; i < t->list->n_pins; i++) {
		const struct sumac_pin *p = &t->list->pins[i];
		const struct sumac_libcell *lib = t->cells[p->cell];

		t->lib_pins[i] = lib ? sumac_delays_pin(lib, t->list->cells[p->cell].type, p->port, p->bit) : -1;
	}
}

/* Whether the library says at all when this output changes. */
static bool is_reached(const struct sumac_libcell *lib, int to)
{
	for (int a = 0; a < lib->n_arcs; a++)
		if (lib->arcs[a].to == to)
			return true;
	return lib->pins[to].launch_ps != SUMAC_NO_DELAY;
}

static int arrive(struct sumac_timing *t, int net);

enum { MAX_INPUTS = 6 };
struct input {
	int pin, at_ps, delay_ps;
};

static int latest_first(const void *a, const void *b)
{
	const struct input *x = a, *y = b;

	return x->at_ps != y->at_ps ? (x->at_ps > y->at_ps ? -1 : 1) : x->pin - y->pin;
}

/* A LUT's inputs trade places, as place and route has them do: what comes latest takes the fastest. */
static int trade_places(struct input *inputs, int n, int *decided_by_out)
{
	int latest = SUMAC_NO_DELAY, delays[MAX_INPUTS];

	qsort(inputs, (size_t)n, sizeof *inputs, latest_first);
	for (int i = 0; i < n; i++) {
		int at = i;

		for (; at > 0 && delays[at - 1] > inputs[i].delay_ps; at--)
			delays[at] = delays[at - 1];
		delays[at] = inputs[i].delay_ps;
	}
	for (int i = 0; i < n; i++)
		if (inputs[i].at_ps + delays[i] > latest) {
			latest = inputs[i].at_ps + delays[i];
			*decided_by_out = inputs[i].pin;
		}
	return latest;
}

/* The latest change of an output pin: from its clock, or from each input that has a path to it. */
static int arrive_pin(struct sumac_timing *t, int out, int *decided_by_out)
{
	const struct sumac_pin *pin = &t->list->pins[out];
	const struct sumac_netcell *cell = &t->list->cells[pin->cell];
	const struct sumac_libcell *lib = t->cells[pin->cell];
	int to = lib ? lib_pin(t, pin) : -1, latest, n = 0;
	struct input inputs[MAX_INPUTS];
	bool lut = starts(cell->type, "LUT");

	if (to < 0 || !is_reached(lib, to)) {
		fprintf(stderr, "no delays are known of %s.%s (cell %s)\n", cell->type, pin->port, cell->name);
		return -1;
	}
	latest = lib->pins[to].launch_ps;
	*decided_by_out = -1;
	for (int i = cell->first_pin; i < cell->first_pin + cell->n_pins; i++) {
		const struct sumac_pin *in = &t->list->pins[i];
		int from, at;

		if (in->output || in->net == SUMAC_NET_CONST || (from = lib_pin(t, in)) < 0)
			continue;
		for (int a = 0; a < lib->n_arcs; a++) {
			if (lib->arcs[a].from != from || lib->arcs[a].to != to)
				continue;
			at = arrive(t, in->net);
			if (at == STILL)
				break;
			if (at < 0)
				return -1;
			at += sumac_timing_wire_ps(t, i);
			if (lut && n < MAX_INPUTS)
				inputs[n++] = (struct input){i, at, lib->arcs[a].ps};
			else if (at + lib->arcs[a].ps > latest) {
				latest = at + lib->arcs[a].ps;
				*decided_by_out = i;
			}
		}
	}
	if (n)
		latest = trade_places(inputs, n, decided_by_out);
	return latest == SUMAC_NO_DELAY ? STILL : latest;
}

static int arrive(struct sumac_timing *t, int net)
{
	const struct sumac_net *n = &t->list->nets[net];

	if (t->arrival_ps[net] >= 0 || t->arrival_ps[net] == STILL)
		return t->arrival_ps[net];
	if (t->arrival_ps[net] == UNDER_WAY) {
		fprintf(stderr, "a loop without a register goes through %s\n", n->name);
		return -1;
	}
	t->decided_by[net] = -1;
	if (n->from_port) {
		const struct sumac_libcell *reg = sumac_delays_cell(t->delays, "FDRE", "00");
		int q = reg ? sumac_delays_pin(reg, "FDRE", "Q", 0) : -1;

		return t->arrival_ps[net] = q < 0 ? 0 : reg->pins[q].launch_ps;
	}
	if (n->driver < 0) {
		fprintf(stderr, "nothing drives %s\n", n->name);
		return -1;
	}
	t->arrival_ps[net] = UNDER_WAY;
	return t->arrival_ps[net] = arrive_pin(t, n->driver, &t->decided_by[net]);
}

static bool has_path(const struct sumac_libcell *lib, int from)
{
	for (int a = 0; a < lib->n_arcs; a++)
		if (lib->arcs[a].from == from)
			return true;
	return false;
}

/* The setup time of an input pin; SUMAC_NO_DELAY when no path ends there. */
static int setup_ps(const struct sumac_timing *t, int pin)
{
	const struct sumac_pin *p = &t->list->pins[pin];
	const struct sumac_libcell *lib = t->cells[p->cell];
	int in = lib ? lib_pin(t, p) : -1, moved_ps = t->operand_ps[p->cell];

	if (!lib || (in >= 0 && lib->pins[in].clock))
		return SUMAC_NO_DELAY;
	if (in >= 0 && lib->pins[in].setup_ps != SUMAC_NO_DELAY) {
		if (starts(t->list->cells[p->cell].type, "DSP48E2"))
			return SUMAC_NO_DELAY; /* the register in front is this very one: sumac_operands_find() */
		return strcmp(p->port, "D") || moved_ps < lib->pins[in].setup_ps ? lib->pins[in].setup_ps : moved_ps;
	}
	return in >= 0 && has_path(lib, in) ? SUMAC_NO_DELAY : 0;
}

static int add_end(struct sumac_timing *t, int pin, int net, int extra_ps)
{
	int at = arrive(t, net);

	if (at == STILL)
		return 0;
	if (at < 0)
		return -1;
	t->ends[t->n_ends++] = (struct sumac_endpoint){pin, net, at + extra_ps};
	return 0;
}

static int later_first(const void *a, const void *b)
{
	const struct sumac_endpoint *x = a, *y = b;

	if (x->ps != y->ps)
		return x->ps > y->ps ? -1 : 1;
	if (x->net != y->net)
		return x->net < y->net ? -1 : 1;
	return (x->pin > y->pin) - (x->pin < y->pin);
}

static int walk(struct sumac_timing *t)
{
	for (int i = 0; i < t->list->n_pins; i++) {
		const struct sumac_pin *p = &t->list->pins[i];
		int setup;

		if (p->output || p->net == SUMAC_NET_CONST || !strcmp(t->list->cells[p->cell].type, "BUFG"))
			continue; /* clocks arrive everywhere at once */
		if (!t->cells[p->cell]) {
			const struct sumac_netcell *c = &t->list->cells[p->cell];

			fprintf(stderr, "no delays are known of %s (cell %s)\n", c->type, c->name);
			return -1;
		}
		setup = setup_ps(t, i);
		if (setup != SUMAC_NO_DELAY && add_end(t, i, p->net, sumac_timing_wire_ps(t, i) + setup))
			return -1;
	}
	for (int n = 0; n < t->list->n_nets; n++)
		if (t->list->nets[n].to_port && add_end(t, -1, n, SUMAC_WIRE_PS))
			return -1;
	qsort(t->ends, (size_t)t->n_ends, sizeof *t->ends, later_first);
	return 0;
}

int sumac_timing_walk(const struct sumac_netlist *list, const struct sumac_delays *delays,
                      struct sumac_timing *timing_out)
{
	struct sumac_timing *t = timing_out;
	size_t n_ends = (size_t)list->n_pins + (size_t)list->n_nets;

	*t = (struct sumac_timing){.list = list, .delays = delays};
	t->cells = calloc((size_t)list->n_cells + 1, sizeof *t->cells);
	t->operand_ps = calloc((size_t)list->n_cells + 1, sizeof *t->operand_ps);
	t->lib_pins = calloc((size_t)list->n_pins + 1, sizeof *t->lib_pins);
	t->arrival_ps = malloc(((size_t)list->n_nets + 1) * sizeof *t->arrival_ps);
	t->decided_by = malloc(((size_t)list->n_nets + 1) * sizeof *t->decided_by);
	t->ends = malloc((n_ends + 1) * sizeof *t->ends);
	if (!t->cells || !t->operand_ps || !t->lib_pins || !t->arrival_ps || !t->decided_by || !t->ends)
		goto err_timing;
	for (int n = 0; n < list->n_nets; n++)
		t->arrival_ps[n] = NOT_YET;
	if (sumac_operands_find(t))
		goto err_timing;
	find_lib_pins(t);
	if (!walk(t))
		return 0;

err_timing:
	sumac_timing_free(t);
	return -1;
}

void sumac_timing_free(struct sumac_timing *t)
{
	free(t->cells);
	free(t->operand_ps);
	free(t->lib_pins);
	free(t->arrival_ps);
	free(t->decided_by);
	free(t->ends);
}

bool sumac_timing_unknown(const struct sumac_timing *t, int pin)
{
	const struct sumac_pin *p = &t->list->pins[pin];
	const struct sumac_libcell *lib = t->cells[p->cell];
	int in = lib && !p->output && p->net != SUMAC_NET_CONST ? lib_pin(t, p) : -2;

	if (in < 0)
		return in == -1;
	return !lib->pins[in].clock && lib->pins[in].setup_ps == SUMAC_NO_DELAY && !has_path(lib, in);
}
