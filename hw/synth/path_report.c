/*
 * Prints paths. Signals are named as in the RTL where Yosys kept a name; source lines are those of the
 * RTL, of the expression for carries, DSPs and registers, else of the signal's declaration.
 */
#define _GNU_SOURCE /* memrchr */
#include "hw/synth/path_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_REGISTERS 24 /* listed, of those over the gate */
#define MAX_HOPS      512

/*
 * Prints the places of the RTL in a source attribute, "parent.sv:1.2-3.4|child.sv:5.6-7.8|/usr/share/...":
 * after flattening the instances stand there, too, in no order. Returns how many there were.
 */
static int print_places(const char *src)
{
	int n = 0;

	for (const char *piece = src; piece && *piece; piece += strcspn(piece, "|"), piece += *piece == '|') {
		int len = (int)strcspn(piece, "-|");
		const char *slash = memrchr(piece, '/', (size_t)len), *name = slash ? slash + 1 : piece;

		if (*piece != '/')
			printf("%s%.*s", n++ ? " " : "  ", len - (int)(name - piece), name);
	}
	return n;
}

static void print_source(const char *cell_src, const char *net_src)
{
	if (!print_places(cell_src))
		print_places(net_src);
}

static void print_net(const struct sumac_net *net)
{
	if (net->bit < 0)
		printf("%s", net->name);
	else
		printf("%s[%d]", net->name, net->bit);
}

static const struct sumac_netcell *end_cell(const struct sumac_timing *t, const struct sumac_endpoint *end)
{
	return end->pin < 0 ? NULL : &t->list->cells[t->list->pins[end->pin].cell];
}

static const struct sumac_netcell *driver_cell(const struct sumac_timing *t, const struct sumac_net *net)
{
	return net->driver < 0 ? NULL : &t->list->cells[t->list->pins[net->driver].cell];
}

/* The signal that names an endpoint: a register by what it drives, else what arrives there. */
static const struct sumac_net *end_net(const struct sumac_timing *t, const struct sumac_endpoint *end)
{
	const struct sumac_netcell *cell = end_cell(t, end);
	bool reg = cell && !strncmp(cell->type, "FD", 2);

	for (int i = reg ? cell->first_pin : 0; reg && i < cell->first_pin + cell->n_pins; i++)
		if (t->list->pins[i].output && t->list->pins[i].net != SUMAC_NET_CONST)
			return &t->list->nets[t->list->pins[i].net];
	return &t->list->nets[end->net];
}

static void print_end(const struct sumac_timing *t, const struct sumac_endpoint *end)
{
	print_net(end_net(t, end));
	if (end->pin < 0)
		printf(" (output)");
	else
		printf(" (%s.%s)", t->list->cells[t->list->pins[end->pin].cell].type, t->list->pins[end->pin].port);
}

/* A start that has no name of the RTL is told by its cell and where that comes from. */
static void print_start(const struct sumac_timing *t, int net)
{
	const struct sumac_net *n = &t->list->nets[net];
	const struct sumac_netcell *cell = driver_cell(t, n);

	if (!cell || n->name != cell->name) {
		print_net(n);
		return;
	}
	printf("%s", cell->type);
	print_source(cell->src, NULL);
}

/* The path's input pins, last first; the net at which it starts. */
static int trace(const struct sumac_timing *t, const struct sumac_endpoint *end, int *hops, int *start_out)
{
	int n = 0, net = end->net;

	while (t->decided_by[net] >= 0 && n < MAX_HOPS) {
		hops[n++] = t->decided_by[net];
		net = t->list->pins[t->decided_by[net]].net;
	}
	*start_out = net;
	return n;
}

static void print_hop(const struct sumac_timing *t, int input, int output)
{
	const struct sumac_pin *in = &t->list->pins[input], *out = &t->list->pins[t->list->nets[output].driver];
	const struct sumac_netcell *cell = &t->list->cells[in->cell];
	int at = t->arrival_ps[output], wire = sumac_timing_wire_ps(t, input);
	char through[64];

	snprintf(through, sizeof through, "%s %s[%d]-%s[%d]", cell->type, in->port, in->bit, out->port, out->bit);
	printf("  %5d   %5d   %5d  %-22s  %7d  ", at, wire, at - t->arrival_ps[in->net] - wire, through,
	       t->list->nets[output].n_sinks);
	print_net(&t->list->nets[output]);
	print_source(cell->src, t->list->nets[output].src);
	printf("\n");
}

static void print_path(const struct sumac_timing *t, const struct sumac_endpoint *end)
{
	int hops[MAX_HOPS], start, n = trace(t, end, hops, &start);
	int wire = end->pin < 0 ? SUMAC_WIRE_PS : sumac_timing_wire_ps(t, end->pin);
	const struct sumac_net *from = &t->list->nets[start];
	const struct sumac_netcell *launch = driver_cell(t, from), *last = end_cell(t, end);

	printf("     ps    wire    cell  through                 fan-out  signal, source\n");
	printf("  %5d       -   %5d  %-22s  %7d  ", t->arrival_ps[start], t->arrival_ps[start],
	       launch ? launch->type : "(input)", from->n_sinks);
	print_net(from);
	print_source(launch ? launch->src : NULL, from->src);
	printf("\n");
	for (int i = n - 1; i >= 0; i--)
		print_hop(t, hops[i], i ? t->list->pins[hops[i - 1]].net : end->net);
	printf("  %5d   %5d   %5d  to ", end->ps, wire, end->ps - t->arrival_ps[end->net] - wire);
	print_end(t, end);
	print_source(last ? last->src : NULL, end_net(t, end)->src);
	printf("\n");
}

/* Whether two signals differ in the numbers of generated instances only: lane[0].sum_q and lane[7].sum_q. */
static bool same_signal(const char *a, const char *b)
{
	while (*a && *b) {
		if (a[0] == '[' && b[0] == '[') {
			a += 1 + strspn(a + 1, "0123456789");
			b += 1 + strspn(b + 1, "0123456789");
		}
		if (*a != *b)
			return false;
		a++;
		b++;
	}
	return *a == *b;
}

/* Whether a signal is among those told already; if not, it is from now on. */
static bool told_before(const char **told, int *n_told, const char *name)
{
	for (int i = *n_told - 1; i >= 0; i--)
		if (told[i] == name || same_signal(told[i], name))
			return true;
	told[(*n_told)++] = name;
	return false;
}

static void print_over(const struct sumac_timing *t, int gate_ps)
{
	int shown = 0, over = 0, names = 0;
	const char **told;

	while (over < t->n_ends && t->ends[over].ps > gate_ps)
		over++;
	told = calloc((size_t)over + 1, sizeof *told);
	if (!told)
		return;
	printf("%d of %d places are reached late; the worst of each signal:\n", over, t->n_ends);
	for (int i = 0; i < over; i++) {
		const struct sumac_netcell *cell = end_cell(t, &t->ends[i]);
		int hops[MAX_HOPS], start, n;

		/* Endpoints are sorted, so the first of a name is its worst. */
		if (told_before(told, &names, end_net(t, &t->ends[i])->name) || shown == MAX_REGISTERS)
			continue;
		shown++;
		n = trace(t, &t->ends[i], hops, &start);
		printf("  %d.%03d ns  %2d cells  ", t->ends[i].ps / 1000, t->ends[i].ps % 1000, n);
		print_start(t, start);
		printf(" -> ");
		print_end(t, &t->ends[i]);
		print_source(cell ? cell->src : NULL, NULL);
		printf("\n");
	}
	if (names > shown)
		printf("  and %d signals more\n", names - shown);
	free(told);
}

/* Pins of which the library says nothing, each kind once. */
static void print_unknown(const struct sumac_timing *t)
{
	enum { MAX_KINDS = 64 };
	const struct sumac_netlist *l = t->list;
	struct {
		const char *type, *port;
	} told[MAX_KINDS];
	int n_told = 0;

	for (int i = 0; i < l->n_pins && n_told < MAX_KINDS; i++) {
		const char *type = l->cells[l->pins[i].cell].type, *port = l->pins[i].port;
		int k = 0;

		if (!sumac_timing_unknown(t, i))
			continue;
		while (k < n_told && (strcmp(told[k].type, type) || strcmp(told[k].port, port)))
			k++;
		if (k < n_told)
			continue;
		told[n_told].type = type;
		told[n_told++].port = port;
		printf("no setup time is known of %s.%s: taken as 0\n", type, port);
	}
}

void sumac_path_report_print(const struct sumac_timing *t, const char *top, int gate_ps)
{
	int ps = t->n_ends ? t->ends[0].ps : 0;

	printf("%s: longest path %d.%03d ns, gate %d.%03d ns: %s\n", top, ps / 1000, ps % 1000, gate_ps / 1000,
	       gate_ps % 1000, ps > gate_ps ? "TOO LONG" : "met");
	print_unknown(t);
	if (t->n_ends)
		print_path(t, &t->ends[0]);
	if (ps > gate_ps)
		print_over(t, gate_ps);
}

/* The delays of cells of these types, together. */
static int total(const struct sumac_netlist *list, const char *prefix, int each)
{
	int sum = 0;

	for (int i = 0; i < list->n_cells; i++)
		sum += strncmp(list->cells[i].type, prefix, strlen(prefix)) ? 0 : each;
	return sum;
}

/* The instance that a cell was in before Yosys flattened: "$flatten\u_a.$flatten\g[0].u_b.$abc$1" was in u_a.g[0].u_b. */
static void instance_of(const char *name, char *out, size_t size)
{
	size_t n = 0, end = 0;

	while (*name && n + 1 < size) {
		size_t len;

		name += strncmp(name, "$flatten", 8) ? 0 : 8;
		name += *name == '\\';
		len = strcspn(name, ".");
		if (*name == '$' || n + len + 2 > size)
			break;
		n += (size_t)snprintf(out + n, size - n, "%s%.*s", n ? "." : "", (int)len, name);
		if (!strncmp(name, "u_", 2))
			end = n;
		name += len + (name[len] == '.');
	}
	out[end] = '\0';
}

/* The longest path by the instances that it runs through: "through INSTANCE CELLS PS" for each, PS when it leaves there. */
static void print_through(const struct sumac_timing *t, const int *hops, int n, int start)
{
	char at[256] = "", next[256];
	const struct sumac_netcell *launch = driver_cell(t, &t->list->nets[start]);
	int cells = 0, ps = t->arrival_ps[start];

	if (launch)
		instance_of(launch->name, at, sizeof at);
	for (int i = n - 1; i >= 0; i--) {
		instance_of(t->list->cells[t->list->pins[hops[i]].cell].name, next, sizeof next);
		if (strcmp(next, at)) {
			printf("through %s %d %d\n", *at ? at : "-", cells, ps);
			memcpy(at, next, sizeof at);
			cells = 0;
		}
		cells++;
		ps = t->arrival_ps[i ? t->list->pins[hops[i - 1]].net : t->ends[0].net];
	}
	printf("through %s %d %d\n", *at ? at : "-", cells, ps);
}

void sumac_path_report_summary(const struct sumac_timing *t, const char *top)
{
	static const struct {
		const char *type;
		int         luts;
	} memories[] = {{"RAM32M16", 8}, {"RAM64M8", 8}, {"RAM32X1D", 2}, {"RAM64X1S", 1}, {"RAM64X1D", 2}, {"RAM128X1D", 4},
	                {"RAM256X1D", 8}, {"RAM32X16DR8", 8}, {"RAM64X8SW", 8}, {"SRL", 1}};
	const struct sumac_netlist *l = t->list;
	int hops[MAX_HOPS], start = 0, n = t->n_ends ? trace(t, &t->ends[0], hops, &start) : 0, memory = 0;

	for (unsigned i = 0; i < sizeof memories / sizeof *memories; i++)
		memory += total(l, memories[i].type, memories[i].luts);
	printf("module %s\nlut_memory %d\nff %d\ndsp %d\n", top, memory, total(l, "FD", 1), total(l, "DSP48", 1));
	printf("bram_halves %d\n", total(l, "RAMB36", 2) + total(l, "RAMB18", 1));
	printf("uram %d\n", total(l, "URAM288", 1));
	printf("ps %d\ncells %d\n", t->n_ends ? t->ends[0].ps : 0, n);
	if (!t->n_ends)
		return;
	printf("from ");
	print_start(t, start);
	printf("\nto ");
	print_net(end_net(t, &t->ends[0]));
	printf("\n");
	print_through(t, hops, n, start);
}
