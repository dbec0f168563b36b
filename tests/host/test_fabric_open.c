/*
 * Opening the fabric: the ranks of one host need no libfabric, several hosts meet over it; what ranks of the same host send
 * each other does not go over it there either.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bootstrap/bootstrap.h"
#include "fabric/fabric_ofi.h"
#include "segment/segment.h"
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

/* Each sends its rank to each, and hears of each. libfabric has met those of other hosts alone. */
static int all_send_to_all(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment)
{
	int rank = bootstrap->rank(bootstrap->ctx), size = bootstrap->size(bootstrap->ctx), err;
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES] = { (unsigned char)rank }, came[8] = { 0 };
	struct sumac_fabric *fabric;

	REQUIRE(!sumac_fabric_open(bootstrap, segment, 1000, &fabric));
	for (int peer = 0; peer < size; peer++) {
		struct sumac_fabric_send *send;

		while ((err = sumac_fabric_send(fabric, peer, header, header, (size_t)rank, &send)) > 0)
			sumac_fabric_progress(fabric);
		REQUIRE(!err && !fabric_finish(fabric, send));
	}
	for (int i = 0; i < size; i++) {
		struct sumac_fabric_buf *buf = fabric_receive(fabric, NULL);

		REQUIRE(buf && buf->src == buf->header[0] && buf->len_bytes == buf->header[0] && !came[buf->src]++);
		sumac_fabric_buf_put(buf);
	}
	for (int peer = 0; peer < size; peer++)
		REQUIRE(sumac_fabric_ofi_of(fabric)->peers[peer].is_met == (sumac_segment_local_rank_of(segment, peer) < 0));
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
	expect_all(3, all_send_to_all);
	expect_all(4, all_send_to_all);
}

static void test_several_hosts_without_it_learn_why(void **state)
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
		cmocka_unit_test(test_several_hosts_without_it_learn_why),
	};

	return cmocka_run_group_tests_name("fabric_open", tests, NULL, NULL);
}
