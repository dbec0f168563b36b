/*
 * Opening the fabric: a single rank needs no network, several meet over libfabric.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fabric/bootstrap.h"
#include "fabric_help.h"
#include "fork_world.h"
#include "sumac.h"

static int is_as_asked(const struct sumac_fabric *fabric, int size)
{
	REQUIRE(sumac_fabric_payload_bytes(fabric) == 1000 && sumac_fabric_size(fabric) == size);
	return 0;
}

/* A machine on which libfabric has nothing to offer. */
static int without_network(struct sumac_bootstrap *bootstrap, void *arg)
{
	int is_alone = bootstrap->size(bootstrap->ctx) == 1;
	struct sumac_fabric *fabric;

	(void)arg;
	setenv("FI_PROVIDER", "no_such_provider", 1);
	if (!is_alone) {
		REQUIRE(sumac_fabric_open(bootstrap, 1000, &fabric) == -SUMAC_EIO);
		REQUIRE(strstr(sumac_last_error(), "libfabric has neither"));
		return 0;
	}
	REQUIRE(!sumac_fabric_open(bootstrap, 1000, &fabric));
	REQUIRE(!is_as_asked(fabric, 1));
	sumac_fabric_close(fabric);
	return 0;
}

static int with_network(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_fabric *fabric;

	(void)arg;
	REQUIRE(!sumac_fabric_open(bootstrap, 1000, &fabric));
	REQUIRE(!is_as_asked(fabric, 2));
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

static void expect_all(int n_ranks, int (*function)(struct sumac_bootstrap *, void *))
{
	int codes[4];

	fork_world_run(n_ranks, 60, function, NULL, codes);
	for (int rank = 0; rank < n_ranks; rank++)
		assert_int_equal(codes[rank], 0);
}

static void test_a_rank_alone_needs_no_network(void **state)
{
	(void)state;
	expect_all(1, without_network);
}

static void test_several_meet_over_libfabric(void **state)
{
	(void)state;
	expect_all(2, with_network);
}

static void test_without_it_several_are_told_why(void **state)
{
	(void)state;
	expect_all(2, without_network);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_rank_alone_needs_no_network),
		cmocka_unit_test(test_several_meet_over_libfabric),
		cmocka_unit_test(test_without_it_several_are_told_why),
	};

	return cmocka_run_group_tests_name("fabric_open", tests, NULL, NULL);
}
