/*
 * Opening libfabric endpoints: all ranks of one host meet on the loopback, and a rank that cannot open is an
 * error on all, with a sentence that names it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <netinet/in.h>
#include <rdma/fi_cm.h>

#include "base/fail.h"
#include "fabric/fabric_ofi.h"
#include "fabric_help.h"
#include "fork_world.h"
#include "spec/spec.h"
#include "sumac.h"

enum { N_RANKS = 3, ODD = 1 };

static int opens(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_fabric *fabric;
	struct sockaddr_in address;
	size_t len_bytes = sizeof(address);

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, 1000, &fabric));
	REQUIRE(sumac_fabric_rank(fabric) == bootstrap->rank(bootstrap->ctx));
	REQUIRE(sumac_fabric_size(fabric) == N_RANKS && sumac_fabric_payload_bytes(fabric) == 1000);
	/* One host: nothing but the loopback is needed. */
	REQUIRE(!fi_getname(&((struct sumac_fabric_ofi *)fabric)->ep->fid, &address, &len_bytes));
	REQUIRE(address.sin_family == AF_INET && ntohl(address.sin_addr.s_addr) == INADDR_LOOPBACK);
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

/* One rank whose libfabric has no suitable provider. */
static int one_cannot(struct sumac_bootstrap *bootstrap, void *arg)
{
	int rank = bootstrap->rank(bootstrap->ctx);
	struct sumac_fabric *fabric;

	(void)arg;
	if (rank == ODD)
		setenv("FI_PROVIDER", "no_such_provider", 1);
	REQUIRE(sumac_fabric_open_ofi(bootstrap, NULL, 1000, &fabric) == -SUMAC_EIO);
	REQUIRE(strstr(sumac_last_error(), rank == ODD ? "has no provider of tagged messages" :
							   "rank 1 could not open an endpoint"));
	return 0;
}

static int fail_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	(void)ctx, (void)key, (void)value, (void)len_bytes;
	return sumac_fail(SUMAC_EBOOTSTRAP, "nobody listens");
}

static int no_bootstrap(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_fabric *fabric;

	(void)arg;
	bootstrap->put = fail_put;
	REQUIRE(sumac_fabric_open_ofi(bootstrap, NULL, 1000, &fabric) == -SUMAC_EBOOTSTRAP);
	REQUIRE(strstr(sumac_last_error(), "compare their hosts: ") && strstr(sumac_last_error(), "nobody listens"));
	return 0;
}

static void expect_all(int (*function)(struct sumac_bootstrap *, void *))
{
	int codes[N_RANKS];

	fork_world_run(N_RANKS, 60, function, NULL, codes);
	for (int rank = 0; rank < N_RANKS; rank++)
		assert_int_equal(codes[rank], 0);
}

static void test_ranks_of_one_host_meet_on_the_loopback(void **state)
{
	(void)state;
	expect_all(opens);
}

static void test_a_rank_that_cannot_open_is_named_on_all(void **state)
{
	(void)state;
	expect_all(one_cannot);
}

static void test_the_answers_of_the_bootstrap_are_passed_on(void **state)
{
	(void)state;
	expect_all(no_bootstrap);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranks_of_one_host_meet_on_the_loopback),
		cmocka_unit_test(test_a_rank_that_cannot_open_is_named_on_all),
		cmocka_unit_test(test_the_answers_of_the_bootstrap_are_passed_on),
	};

	return cmocka_run_group_tests_name("fabric_ofi_open", tests, NULL, NULL);
}
