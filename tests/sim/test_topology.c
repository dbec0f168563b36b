/*
 * The ways through each topology, port by port.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/rack/topology.h"

/* The way as a text: "leaf 0's port to spine 1, ...". */
static const char *way(const struct sumac_topology *topology, int from, int to)
{
	static char text[1024];
	char name[SUMAC_PORT_NAME_BYTES];
	size_t len = 0;

	for (int port = sumac_topology_first(topology, from, to); port >= 0; port = sumac_topology_next(topology, port, to)) {
		assert_in_range(port, 0, sumac_topology_ports(topology) - 1);
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", len ? ", " : "",
					sumac_topology_port_name(topology, port, name));
	}
	return text;
}

static void one_switch_has_a_port_for_each_nic(void **state)
{
	const struct sumac_topology one = { SUMAC_TOPOLOGY_SWITCH, 4, 0, 0 };

	(void)state;
	assert_int_equal(sumac_topology_ports(&one), 4);
	assert_string_equal(way(&one, 0, 3), "the switch's port to NIC 3");
}

static void a_ring_takes_the_shorter_way_and_goes_up_when_both_are_as_long(void **state)
{
	const struct sumac_topology ring = { SUMAC_TOPOLOGY_RING, 6, 0, 0 };

	(void)state;
	assert_string_equal(way(&ring, 2, 2), "switch 2's port to NIC 2");
	assert_string_equal(way(&ring, 5, 1), "switch 5's port to switch 0, switch 0's port to switch 1, switch 1's port to NIC 1");
	assert_string_equal(way(&ring, 1, 5), "switch 1's port to switch 0, switch 0's port to switch 5, switch 5's port to NIC 5");
	assert_string_equal(way(&ring, 4, 1),
			    "switch 4's port to switch 5, switch 5's port to switch 0, switch 0's port to switch 1, "
			    "switch 1's port to NIC 1");
	assert_string_equal(way(&ring, 1, 4),
			    "switch 1's port to switch 2, switch 2's port to switch 3, switch 3's port to switch 4, "
			    "switch 4's port to NIC 4");
}

/* Seven NICs, three a leaf: the last leaf has one. */
static void leaves_reach_each_other_by_the_pair_s_spine_and_all_spines_are_used(void **state)
{
	const struct sumac_topology leaves = { SUMAC_TOPOLOGY_TWO_LEVEL, 7, 3, 2 };
	int n_by_spine[2] = { 0 };

	(void)state;
	assert_int_equal(sumac_topology_ports(&leaves), 7 + 2 * 3 * 2);
	assert_string_equal(way(&leaves, 3, 5), "leaf 1's port to NIC 5");
	for (int from = 0; from < 7; from++)
		for (int to = 0; to < 7; to++) {
			int first = sumac_topology_first(&leaves, from, to), spine = sumac_topology_place(&leaves, first).to;
			char wanted[256];

			if (from / 3 == to / 3)
				continue;
			n_by_spine[spine]++;
			snprintf(wanted, sizeof wanted,
				 "leaf %d's port to spine %d, spine %d's port to leaf %d, leaf %d's port to NIC %d",
				 from / 3, spine, spine, to / 3, to / 3, to);
			assert_string_equal(way(&leaves, from, to), wanted);
		}
	assert_true(n_by_spine[0] >= 8 && n_by_spine[1] >= 8); /* of 30 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_switch_has_a_port_for_each_nic),
		cmocka_unit_test(a_ring_takes_the_shorter_way_and_goes_up_when_both_are_as_long),
		cmocka_unit_test(leaves_reach_each_other_by_the_pair_s_spine_and_all_spines_are_used),
	};

	return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
