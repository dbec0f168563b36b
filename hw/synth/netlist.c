/*
 * From Yosys' JSON to cells, pins and nets. Nets are numbered as Yosys numbers them; a bit that is tied to
 * a constant has none. Fails when two drivers meet on one net.
 */
#include "hw/synth/netlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int net_of(const struct sumac_json *bit)
{
	return bit->kind == SUMAC_JSON_NUMBER ? (int)bit->number : SUMAC_NET_CONST;
}

static void see_bits(const struct sumac_json *bits, struct sumac_netlist *list)
{
	for (const struct sumac_json *b = bits ? bits->first : NULL; b; b = b->next)
		if (net_of(b) >= list->n_nets)
			list->n_nets = net_of(b) + 1;
}

/* How much is to be allocated. */
static void count(const struct sumac_json *module, struct sumac_netlist *list)
{
	const struct sumac_json *ports = sumac_json_member(module, "ports");
	const struct sumac_json *cells = sumac_json_member(module, "cells");
	const struct sumac_json *names = sumac_json_member(module, "netnames");

	for (const struct sumac_json *p = ports ? ports->first : NULL; p; p = p->next)
		see_bits(sumac_json_member(p, "bits"), list);
	for (const struct sumac_json *n = names ? names->first : NULL; n; n = n->next)
		see_bits(sumac_json_member(n, "bits"), list);
	for (const struct sumac_json *c = cells ? cells->first : NULL; c; c = c->next) {
		const struct sumac_json *connections = sumac_json_member(c, "connections");

		list->n_cells++;
		for (const struct sumac_json *p = connections ? connections->first : NULL; p; p = p->next) {
			for (const struct sumac_json *b = p->first; b; b = b->next)
				list->n_pins++;
			see_bits(p, list);
		}
	}
}

static const char *source(const struct sumac_json *object)
{
	const struct sumac_json *src = sumac_json_member(sumac_json_member(object, "attributes"), "src");

	return src ? src->text : NULL;
}

static int drive(struct sumac_netlist *list, int net, int pin)
{
	if (list->nets[net].driver >= 0 || list->nets[net].from_port) {
		fprintf(stderr, "net %d has two drivers\n", net);
		return -1;
	}
	list->nets[net].driver = pin;
	return 0;
}

static int add_pins(struct sumac_netlist *list, int cell, const struct sumac_json *connection, bool output)
{
	int bit = 0;

	for (const struct sumac_json *b = connection->first; b; b = b->next) {
		int index = list->n_pins++, net = net_of(b);
		struct sumac_pin *pin = &list->pins[index];

		*pin = (struct sumac_pin){.cell = cell, .port = connection->key, .bit = bit++, .net = net,
		                          .output = output};
		if (net == SUMAC_NET_CONST)
			continue;
		if (!output)
			list->nets[net].n_sinks++;
		else if (drive(list, net, index))
			return -1;
	}
	return 0;
}

static int add_cell(struct sumac_netlist *list, const struct sumac_json *json)
{
	const struct sumac_json *type = sumac_json_member(json, "type");
	const struct sumac_json *directions = sumac_json_member(json, "port_directions");
	const struct sumac_json *connections = sumac_json_member(json, "connections");
	struct sumac_netcell *cell = &list->cells[list->n_cells];

	*cell = (struct sumac_netcell){
		.name = json->key,
		.type = type && type->text ? type->text : "?",
		.src = source(json),
		.parameters = sumac_json_member(json, "parameters"),
		.first_pin = list->n_pins,
	};
	for (const struct sumac_json *c = connections ? connections->first : NULL; c; c = c->next) {
		const struct sumac_json *direction = sumac_json_member(directions, c->key);

		if (!direction || !direction->text) {
			fprintf(stderr, "cell %s: port %s of %s has no direction\n", json->key, c->key, cell->type);
			return -1;
		}
		if (add_pins(list, list->n_cells, c, !strcmp(direction->text, "output")))
			return -1;
	}
	cell->n_pins = list->n_pins - cell->first_pin;
	list->n_cells++;
	return 0;
}

static int add_port(struct sumac_netlist *list, const struct sumac_json *port)
{
	const struct sumac_json *bits = sumac_json_member(port, "bits");
	const struct sumac_json *direction = sumac_json_member(port, "direction");
	bool input = direction && direction->text && !strcmp(direction->text, "input");

	for (const struct sumac_json *b = bits ? bits->first : NULL; b; b = b->next) {
		int net = net_of(b);

		if (net == SUMAC_NET_CONST)
			continue;
		if (input && drive(list, net, -1))
			return -1;
		if (input)
			list->nets[net].from_port = true;
		else
			list->nets[net].to_port = true;
	}
	return 0;
}

/* How well a name tells where one is: registers (x_q) before other signals, those before what Yosys made. */
static int name_rank(const char *name, bool hidden)
{
	size_t len = name ? strlen(name) : 0;

	if (!name || hidden)
		return 0;
	return len > 2 && !strcmp(name + len - 2, "_q") ? 2 : 1;
}

static void name_nets(struct sumac_netlist *list, const struct sumac_json *names)
{
	for (const struct sumac_json *n = names ? names->first : NULL; n; n = n->next) {
		const struct sumac_json *hide = sumac_json_member(n, "hide_name"), *bits = sumac_json_member(n, "bits");
		int rank = name_rank(n->key, hide && hide->number != 0), bit = 0;

		for (const struct sumac_json *b = bits ? bits->first : NULL; b; b = b->next, bit++) {
			struct sumac_net *net = net_of(b) < 0 ? NULL : &list->nets[net_of(b)];

			if (!net || !rank || rank <= name_rank(net->name, false))
				continue;
			net->name = n->key;
			net->bit = bits->first && bits->first->next ? bit : -1;
			net->src = source(n);
		}
	}
	for (int i = 0; i < list->n_nets; i++) {
		struct sumac_net *net = &list->nets[i];

		if (!net->name)
			net->name = net->driver >= 0 ? list->cells[list->pins[net->driver].cell].name : "?";
	}
}

static int fill(struct sumac_netlist *list, const struct sumac_json *module)
{
	const struct sumac_json *ports = sumac_json_member(module, "ports");
	const struct sumac_json *cells = sumac_json_member(module, "cells");

	list->cells = calloc((size_t)list->n_cells + 1, sizeof *list->cells);
	list->pins = calloc((size_t)list->n_pins + 1, sizeof *list->pins);
	list->nets = calloc((size_t)list->n_nets + 1, sizeof *list->nets);
	if (!list->cells || !list->pins || !list->nets)
		return -1;
	for (int i = 0; i < list->n_nets; i++)
		list->nets[i] = (struct sumac_net){.bit = -1, .driver = -1};
	list->n_cells = list->n_pins = 0;
	for (const struct sumac_json *p = ports ? ports->first : NULL; p; p = p->next)
		if (add_port(list, p))
			return -1;
	for (const struct sumac_json *c = cells ? cells->first : NULL; c; c = c->next)
		if (add_cell(list, c))
			return -1;
	name_nets(list, sumac_json_member(module, "netnames"));
	return 0;
}

int sumac_netlist_open(const char *path, const char *top, struct sumac_netlist *list_out)
{
	const struct sumac_json *module;
	char why[SUMAC_JSON_WHY_CAP];

	*list_out = (struct sumac_netlist){0};
	list_out->file = sumac_json_read(path, why);
	if (!list_out->file) {
		fprintf(stderr, "%s: %s\n", path, why);
		return -1;
	}
	module = sumac_json_member(sumac_json_member(list_out->file, "modules"), top);
	if (!module) {
		fprintf(stderr, "%s: no module %s\n", path, top);
		goto err_list;
	}
	count(module, list_out);
	if (!fill(list_out, module))
		return 0;
	fprintf(stderr, "%s: not a netlist that can be walked\n", path);

err_list:
	sumac_netlist_close(list_out);
	return -1;
}

void sumac_netlist_close(struct sumac_netlist *list)
{
	free(list->cells);
	free(list->pins);
	free(list->nets);
	sumac_json_free(list->file);
}
