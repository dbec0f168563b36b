/*
 * Opening the fabric: the ranks of one host need no libfabric, several hosts meet over it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "fabric/bootstrap.h"
#include "fabric/segment.h"
#include "fabric_help.h"
#include "fork_world.h"
#include "sumac.h"

static int is_as_asked(const struct sumac_fabric *fabric, int size)
{
	REQUIRE(sumac_fabric_payload_bytes(fabric) == 1000 && sumac_fabric_size(fabric) == size);
	return 0;
}

static int use(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment)
{
	struct sumac_fabric *fabric;

	REQUIRE(!sumac_fabric_open(bootstrap, segment, 1000, &fabric));
	REQUIRE(!is_as_asked(fabric, bootstrap->size(bootstrap->ctx)));
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

static int without_libfabric(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment)
{
	struct sumac_fabric *fabric;

	REQUIRE(sumac_fabric_open(bootstrap, segment, 1000, &fabric) == -SUMAC_EIO);
	REQUIRE(strstr(sumac_last_error(), "libfabric has no provider"));
	return 0;
}

static int with_segment(struct sumac_bootstrap *bootstrap, void *arg)
{
	int (*function)(struct sumac_bootstrap *, struct sumac_segment *) = *(void **)arg, err;
	struct sumac_segment *segment;

	REQUIRE(!sumac_segment_open(bootstrap, &segment));
	err = function(bootstrap, segment);
	sumac_segment_close(segment);
	return err;
}

static void set(const char *options, const char *provider)
{
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	if (provider)
		setenv("FI_PROVIDER", provider, 1);
	else
		unsetenv("FI_PROVIDER");
}

static void expect_all(int n_ranks, int (*function)(struct sumac_bootstrap *, struct sumac_segment *))
{
	int codes[4];

	fork_world_run(n_ranks, 60, with_segment, &function, codes);
	for (int rank = 0; rank < n_ranks; rank++)
		assert_int_equal(codes[rank], 0);
}

static void test_ranks_of_one_host_need_no_libfabric(void **state)
{
	(void)state;
	set("", "no_such_provider");
	expect_all(1, use);
	expect_all(3, use);
}

static void test_several_hosts_meet_over_libfabric(void **state)
{
	(void)state;
	set("ranks_a_host=2", NULL);
	expect_all(3, use);
}

static void test_without_it_several_hosts_are_told_why(void **state)
{
	(void)state;
	set("ranks_a_host=1", "no_such_provider");
	expect_all(2, without_libfabric);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranks_of_one_host_need_no_libfabric),
		cmocka_unit_test(test_several_hosts_meet_over_libfabric),
		cmocka_unit_test(test_without_it_several_hosts_are_told_why),
	};

	return cmocka_run_group_tests_name("fabric_open", tests, NULL, NULL);
}
