#include "sim/rack/topology.h"

#include <stdint.h>
#include <stdio.h>

#include "base/fnv.h"

static int n_leaves(const struct sumac_topology *topology)
{
	return (topology->n_nics + topology->leaf_nics - 1) / topology->leaf_nics;
}

/* The first port of a class: ports to NICs come first, so that a NIC's port has its number. */
static int base_of(const struct sumac_topology *topology, enum sumac_port_class port_class)
{
	switch (port_class) {
	case SUMAC_PORT_SPINE:
	case SUMAC_PORT_UP:
		return topology->n_nics;
	case SUMAC_PORT_LEAF:
		return topology->n_nics + n_leaves(topology) * topology->leaf_uplinks;
	case SUMAC_PORT_DOWN:
		return 2 * topology->n_nics;
	case SUMAC_PORT_NIC:
		break;
	}
	return 0;
}

int sumac_topology_ports(const struct sumac_topology *topology)
{
	switch (topology->kind) {
	case SUMAC_TOPOLOGY_TWO_LEVEL:
		return topology->n_nics + 2 * n_leaves(topology) * topology->leaf_uplinks;
	case SUMAC_TOPOLOGY_RING:
		return 3 * topology->n_nics;
	case SUMAC_TOPOLOGY_SWITCH:
		break;
	}
	return topology->n_nics;
}

static int switch_of(const struct sumac_topology *topology, int nic)
{
	return topology->kind == SUMAC_TOPOLOGY_TWO_LEVEL ? nic / topology->leaf_nics :
	       topology->kind == SUMAC_TOPOLOGY_RING	  ? nic :
							    0;
}

struct sumac_port_place sumac_topology_place(const struct sumac_topology *topology, int port)
{
	int n = topology->n_nics;

	if (port < n)
		return (struct sumac_port_place){ SUMAC_PORT_NIC, switch_of(topology, port), port };
	if (topology->kind == SUMAC_TOPOLOGY_RING) {
		if (port < base_of(topology, SUMAC_PORT_DOWN))
			return (struct sumac_port_place){ SUMAC_PORT_UP, port - n, (port - n + 1) % n };
		return (struct sumac_port_place){ SUMAC_PORT_DOWN, port - 2 * n, (port - 2 * n + n - 1) % n };
	}
	if (port < base_of(topology, SUMAC_PORT_LEAF)) {
		port -= n;
		return (struct sumac_port_place){ SUMAC_PORT_SPINE, port / topology->leaf_uplinks, port % topology->leaf_uplinks };
	}
	port -= base_of(topology, SUMAC_PORT_LEAF);
	return (struct sumac_port_place){ SUMAC_PORT_LEAF, port / n_leaves(topology), port % n_leaves(topology) };
}

static int spine_port(const struct sumac_topology *topology, int leaf, int spine)
{
	return base_of(topology, SUMAC_PORT_SPINE) + leaf * topology->leaf_uplinks + spine;
}

/* By the upper bits of a hash of the pair. */
static int choose_spine(const struct sumac_topology *topology, int from, int to)
{
	const int32_t pair[] = { from, to };

	return (int)((sumac_fnv(SUMAC_FNV_START, pair, sizeof pair) >> 32) * (uint64_t)topology->leaf_uplinks >> 32);
}

int sumac_topology_first(const struct sumac_topology *topology, int from, int to)
{
	int n = topology->n_nics, leaf;

	if (topology->kind == SUMAC_TOPOLOGY_RING && from != to)
		return base_of(topology, 2 * ((to - from + n) % n) <= n ? SUMAC_PORT_UP : SUMAC_PORT_DOWN) + from;
	leaf = switch_of(topology, from);
	return leaf == switch_of(topology, to) ? to : spine_port(topology, leaf, choose_spine(topology, from, to));
}

int sumac_topology_next(const struct sumac_topology *topology, int port, int to)
{
	struct sumac_port_place place = sumac_topology_place(topology, port);

	switch (place.port_class) {
	case SUMAC_PORT_SPINE:
		return base_of(topology, SUMAC_PORT_LEAF) + place.to * n_leaves(topology) + switch_of(topology, to);
	case SUMAC_PORT_LEAF:
		return to;
	case SUMAC_PORT_UP:
	case SUMAC_PORT_DOWN:
		return place.to == to ? to : base_of(topology, place.port_class) + place.to;
	case SUMAC_PORT_NIC:
		break;
	}
	return -1;
}

const char *sumac_topology_class_name(enum sumac_port_class port_class)
{
	static const char *const names[] = { [SUMAC_PORT_NIC] = "NIC", [SUMAC_PORT_SPINE] = "spine", [SUMAC_PORT_LEAF] = "leaf",
					     [SUMAC_PORT_UP] = "next switch", [SUMAC_PORT_DOWN] = "previous switch" };

	return names[port_class];
}

const char *sumac_topology_switch_name(const struct sumac_topology *topology, int port, char name_out[SUMAC_PORT_NAME_BYTES])
{
	struct sumac_port_place place = sumac_topology_place(topology, port);

	if (topology->kind == SUMAC_TOPOLOGY_SWITCH)
		snprintf(name_out, SUMAC_PORT_NAME_BYTES, "the switch");
	else
		snprintf(name_out, SUMAC_PORT_NAME_BYTES, "%s %d",
			 topology->kind == SUMAC_TOPOLOGY_RING ? "switch" :
			 place.port_class == SUMAC_PORT_LEAF   ? "spine" :
								 "leaf",
			 place.at);
	return name_out;
}

const char *sumac_topology_port_name(const struct sumac_topology *topology, int port, char name_out[SUMAC_PORT_NAME_BYTES])
{
	struct sumac_port_place place = sumac_topology_place(topology, port);
	char at[SUMAC_PORT_NAME_BYTES];

	snprintf(name_out, SUMAC_PORT_NAME_BYTES, "%.30s's port to %s %d", sumac_topology_switch_name(topology, port, at),
		 topology->kind == SUMAC_TOPOLOGY_RING && place.port_class != SUMAC_PORT_NIC
			 ? "switch"
			 : sumac_topology_class_name(place.port_class),
		 place.to);
	return name_out;
}
