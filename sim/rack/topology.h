/*
 * The topology of a rack's network: which switches there are, which egress ports they have, and the way from a NIC to another by
 * these ports. Ports have numbers over all switches; those of one switch and class follow each other.
 */
#ifndef SUMAC_SIM_TOPOLOGY_H
#define SUMAC_SIM_TOPOLOGY_H

#include <stddef.h>

/* In the order of the setting's words. */
enum sumac_topology_kind { SUMAC_TOPOLOGY_SWITCH, SUMAC_TOPOLOGY_TWO_LEVEL, SUMAC_TOPOLOGY_RING };

struct sumac_topology {
	enum sumac_topology_kind kind;
	int n_nics;
	/* Two levels only: the NICs of a leaf, and the last may have fewer; its uplinks, one to each spine. */
	int leaf_nics, leaf_uplinks;
};

enum sumac_port_class {
	SUMAC_PORT_NIC,
	SUMAC_PORT_SPINE, /* from a leaf */
	SUMAC_PORT_LEAF,  /* from a spine */
	SUMAC_PORT_UP,	  /* of a ring: to the switch of the next higher NIC, round the end */
	SUMAC_PORT_DOWN,
};

struct sumac_port_place {
	enum sumac_port_class port_class;
	int at; /* the switch, by its number among leaves, spines or the ring's */
	int to; /* the NIC, or the switch */
};

enum { SUMAC_PORT_NAME_BYTES = 64 };

int sumac_topology_ports(const struct sumac_topology *topology);
struct sumac_port_place sumac_topology_place(const struct sumac_topology *topology, int port);

/* The egress port of the switch that the NIC `from` is at. Frames of a pair always take the same way. */
int sumac_topology_first(const struct sumac_topology *topology, int from, int to);
/* The egress port after that one on a way to a NIC, or -1: the port leads to that NIC. */
int sumac_topology_next(const struct sumac_topology *topology, int port, int to);

/* "leaf 1", or "the switch"; "spine", "next switch"; "leaf 1's port to spine 0". */
const char *sumac_topology_switch_name(const struct sumac_topology *topology, int port, char name_out[SUMAC_PORT_NAME_BYTES]);
const char *sumac_topology_class_name(enum sumac_port_class port_class);
const char *sumac_topology_port_name(const struct sumac_topology *topology, int port, char name_out[SUMAC_PORT_NAME_BYTES]);

#endif
