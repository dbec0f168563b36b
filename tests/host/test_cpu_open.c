/*
 * Opening the CPU engine: alone it needs no network, with others it goes over libfabric, as its options say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/cpu/cpu.h"
#include "fabric_help.h"
#include "fork_world.h"

static const struct sumac_cpu_options options = { 1000, 5 };

static int is_as_asked(struct sumac_engine *engine, int size)
{
	const struct sumac_cpu_engine *cpu = (struct sumac_cpu_engine *)engine;

	REQUIRE(!strcmp(engine->ops->name, "cpu"));
	REQUIRE(cpu->options.chunk_bytes == 1000 && cpu->options.window == 5);
	REQUIRE(sumac_fabric_payload_bytes(cpu->fabric) == 1000 && sumac_fabric_size(cpu->fabric) == size);
	return 0;
}

/* A machine on which libfabric has nothing to offer. */
static int without_network(struct sumac_bootstrap *bootstrap, void *arg)
{
	int is_alone = bootstrap->size(bootstrap->ctx) == 1;
	struct sumac_engine *engine;

	(void)arg;
	setenv("FI_PROVIDER", "no_such_provider", 1);
	if (!is_alone) {
		REQUIRE(sumac_engine_cpu_open(bootstrap, &options, &engine) == -SUMAC_EIO);
		REQUIRE(strstr(sumac_fabric_why(), "libfabric has neither"));
		return 0;
	}
	REQUIRE(!sumac_engine_cpu_open(bootstrap, &options, &engine));
	REQUIRE(!is_as_asked(engine, 1));
	engine->ops->close(engine);
	return 0;
}

static int with_network(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_engine *engine;

	(void)arg;
	REQUIRE(!sumac_engine_cpu_open(bootstrap, &options, &engine));
	REQUIRE(!is_as_asked(engine, 2));
	bootstrap->fence(bootstrap->ctx);
	engine->ops->close(engine);
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

	return cmocka_run_group_tests_name("cpu_open", tests, NULL, NULL);
}
