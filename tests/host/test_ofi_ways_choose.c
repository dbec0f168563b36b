/*
 * The choice of a way between hosts: all ranks choose alike, a network that all are on before one that needs routers, and never
 * an address that two hosts have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fabric/ofi_ways.h"

enum { N_RANKS = 4, TCP = 1, VERBS = 2 };
/* Networks; each host has a bridge of its own for containers. */
enum { BRIDGE = 10, ONE = 11, TWO = 12 };

static struct sumac_ofi_offer offers[N_RANKS];

static void add(int rank, int network, int kind, uint64_t address)
{
	offers[rank].ways[offers[rank].n_ways++] =
		(struct sumac_ofi_way){ .network = (uint64_t)(network * 10 + kind), .kind = (uint64_t)kind, .address = address };
}

static void begin(int ranks_a_host)
{
	memset(offers, 0, sizeof(offers));
	for (int rank = 0; rank < N_RANKS; rank++) {
		offers[rank].host = 1 + (uint64_t)(rank / ranks_a_host);
		add(rank, BRIDGE, TCP, 7);
	}
}

static void expect(int way)
{
	for (int rank = 0; rank < N_RANKS; rank++)
		assert_int_equal(sumac_ofi_ways_choose(offers, N_RANKS, rank), way);
}

static void test_a_network_that_all_are_on(void **state)
{
	(void)state;
	begin(2);
	for (int rank = 0; rank < N_RANKS; rank++) {
		add(rank, ONE + rank / 2, VERBS, 20 + (uint64_t)(rank / 2)); /* two networks, one for each host */
		add(rank, TWO, TCP, 30 + (uint64_t)(rank / 2));
	}
	assert_false(sumac_ofi_ways_share_host(offers, N_RANKS));
	expect(2);
}

static void test_networks_that_routers_join(void **state)
{
	(void)state;
	begin(1);
	for (int rank = 0; rank < N_RANKS; rank++)
		add(rank, 20 + rank, TCP, 20 + (uint64_t)rank);
	expect(1);
}

static void test_nothing_joins_them(void **state)
{
	(void)state;
	begin(2);
	for (int rank = 0; rank < N_RANKS - 1; rank++)
		add(rank, ONE, TCP, 20 + (uint64_t)(rank / 2));
	expect(-1);
	memset(&offers[N_RANKS - 1].ways, 0, sizeof(offers[N_RANKS - 1].ways));
	offers[N_RANKS - 1].n_ways = 0;
	expect(-1);
}

static void test_one_host(void **state)
{
	(void)state;
	begin(N_RANKS);
	assert_true(sumac_ofi_ways_share_host(offers, N_RANKS));
	expect(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_network_that_all_are_on),
		cmocka_unit_test(test_networks_that_routers_join),
		cmocka_unit_test(test_nothing_joins_them),
		cmocka_unit_test(test_one_host),
	};

	return cmocka_run_group_tests_name("ofi_ways_choose", tests, NULL, NULL);
}
