/*
 * Heaps on other hosts by libfabric: what goes that way and what does not, that it is complete when it should be, and what
 * comes of it where a rank cannot; and that nothing comes of what strangers ask for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <pthread.h>
#include <time.h>

#include "base/settings.h"
#include "bootstrap/bootstrap.h"
#include "fabric/fabric_ofi.h"
#include "fabric/ofi_rma_private.h"
#include "segment/segment.h"
#include "fabric_help.h"
#include "fork_world.h"
#include "remote/remote_wire.h"
#include "sumac.h"

enum { HEAP_BYTES = 200000, BIG = 100001, LIMIT_S = 20 };

static _Alignas(64) unsigned char heap[HEAP_BYTES]; /* in none of the segment's windows */
static long far_word;
static struct sumac_fabric *fabric;
static struct sumac_remote *remote;
static struct sumac_remote_flow flow;

static void drive(void)
{
	sumac_fabric_progress(fabric);
	sumac_remote_progress(remote);
}

static int until(void *ctx, bool (*is_so)(void *arg), void *arg, const char *what)
{
	(void)ctx, (void)what;
	for (time_t end = time(NULL) + LIMIT_S; time(NULL) < end; drive())
		if (is_so(arg))
			return 0;
	return -SUMAC_ETIMEOUT;
}

/* And has heard that many strangers. */
static bool has_ended(void *n_foreign)
{
	return *(volatile long *)heap == 1 && sumac_fabric_n_foreign(fabric) == *(const uint64_t *)n_foreign;
}

/* By a message, whatever else is so. */
static int end_peer(void)
{
	const struct sumac_amo set = { .op = SUMAC_AMO_SET, .width = 8, .value = 1 };
	bool is_sent = !sumac_remote_amo(remote, NULL, 1, heap, &set, NULL);

	for (time_t end = time(NULL) + LIMIT_S; remote->n_flying && time(NULL) < end; drive())
		;
	return !is_sent;
}

/* Messages that were sent to rank 1. */
static uint64_t n_messages(void)
{
	return remote->peers[1].flight ? remote->peers[1].flight->next_number : 0;
}

static int puts_and_gets(void)
{
	static unsigned char out[BIG], back[BIG];

	fabric_fill(out, BIG, 3);
	REQUIRE(remote->rma && !remote->rma->ep); /* till it is needed */
	REQUIRE(!sumac_remote_put(remote, &flow, 1, heap + 64, out, BIG) && !flow.n_flying);
	REQUIRE(!sumac_remote_get(remote, &flow, 1, back, heap + 64, BIG) && !sumac_remote_wait(remote, &flow, 1));
	REQUIRE(!memcmp(out, back, BIG) && n_messages() == 1); /* in which they met */
	for (int i = 0; i < 100; i++)
		REQUIRE(!sumac_remote_put(remote, &flow, 1, heap + 64 + i * 8, &(long){ i }, 8));
	REQUIRE(!sumac_remote_quiet(remote, &flow) && !flow.n_flying);
	REQUIRE(!sumac_remote_get(remote, &flow, 1, back, heap + 64, 800) && !sumac_remote_quiet(remote, NULL));
	REQUIRE(back[99 * 8] == 99 && back[98 * 8] == 98 && n_messages() == 1);
	return 0;
}

/* A message would overtake it, so the fence waits; and what waits to be sent together still does. */
static int keeps_order(void)
{
	const struct sumac_amo add = { .op = SUMAC_AMO_ADD, .width = 8, .value = 5 };
	struct sumac_remote_flow batched = { .is_batched = true };

	REQUIRE(!sumac_remote_put(remote, &flow, 1, heap + 8, &(long){ 7 }, 8));
	REQUIRE(flow.n_flying == 1 && !sumac_remote_is_quiet(remote, &flow));
	REQUIRE(!sumac_remote_fence(remote, &flow) && !flow.n_flying);
	REQUIRE(!sumac_remote_amo(remote, &flow, 1, heap + 8, &add, NULL));
	REQUIRE(!sumac_remote_fence(remote, &flow) && !flow.n_flying); /* it, too, would be overtaken */
	REQUIRE(!sumac_remote_put(remote, &batched, 1, heap + 16, &(long){ 8 }, 8) && n_messages() == 2);
	REQUIRE(!sumac_remote_quiet(remote, NULL) && n_messages() == 3);
	REQUIRE(!sumac_remote_put(remote, &flow, 1, &far_word, &(long){ 9 }, 8) && n_messages() == 4); /* static data */
	return sumac_remote_quiet(remote, NULL);
}

static int loses(void)
{
	REQUIRE(!sumac_remote_put(remote, &flow, 1, heap + 64, heap, 8) && !sumac_remote_quiet(remote, &flow));
	remote->rma->peers[1].key = 99;
	REQUIRE(!sumac_remote_put(remote, &flow, 1, heap + 64, heap, 8));
	REQUIRE(sumac_remote_quiet(remote, &flow) == -SUMAC_EPEER && !flow.n_flying);
	REQUIRE(strstr(sumac_last_error(), "data put to or got from the memory of rank 1 was lost: "));
	return 0;
}

static int by_messages(void)
{
	REQUIRE(!remote->rma);
	REQUIRE(!sumac_remote_put(remote, &flow, 1, heap + 64, &(long){ 3 }, 8) && n_messages() == 1);
	return sumac_remote_quiet(remote, &flow);
}

static int asks_nothing(void)
{
	struct sumac_ofi_offer offer;

	REQUIRE(!remote->rma && !sumac_remote_rma_new(remote, &offer) && !remote->rma);
	return by_messages();
}

static int is_refused(void)
{
	REQUIRE(sumac_remote_put(remote, &flow, 1, heap + 64, heap, 8) == -SUMAC_EIO);
	REQUIRE(strstr(sumac_last_error(), "rank 1 does not let its memory be written and read: libfabric: opening the fabric"));
	return 0;
}

/* As where it was only a matter of taste. */
static int falls_back(void)
{
	setenv("SUMAC_OPTIONS", "ranks_a_host=1;shmem_rma=auto", 1);
	REQUIRE(!sumac_settings_load());
	REQUIRE(!sumac_remote_put(remote, &flow, 1, heap + 64, &(long){ 3 }, 8) && n_messages() == 2);
	REQUIRE(!sumac_remote_get(remote, &flow, 1, heap + 8, heap + 64, 8) && !sumac_remote_quiet(remote, &flow));
	REQUIRE(n_messages() == 3 && heap[8] == 3);
	return 0;
}

static int is_on_one_host(void)
{
	return remote->rma || end_peer();
}

struct plot {
	const char *options;
	int (*act)(void);
	bool one_is_broken; /* rank 1 cannot open its endpoint */
	long at_8, far;	    /* what rank 1 has there in the end */
	uint64_t n_foreign; /* strangers' messages that it has dropped */
};

static int send_foreign_put(enum sumac_remote_region region, uint64_t offset, uint32_t number)
{
	struct { struct sumac_remote_header header; long data; } put = {
		{ .port = SUMAC_FABRIC_REMOTE, .kind = SUMAC_REMOTE_PUT, .region = (uint8_t)region, .offset = offset,
		  .number = number, .len_bytes = sizeof(put.data) },
		.data = 666,
	};

	return fabric_send_foreign(fabric, 1, SUMAC_OFI_TAG_CONTROL | 0, &put, sizeof(put), false);
}

/* A stranger sends what rank 0 would send as its first two requests. */
static int is_attacked(void)
{
	REQUIRE(!send_foreign_put(SUMAC_REMOTE_HEAP, 8, 0));
	return send_foreign_put(SUMAC_REMOTE_DATA, (uintptr_t)&far_word - remote->image.base, 1);
}

static struct {
	uint8_t bytes[SUMAC_FABRIC_SEAL_BYTES + sizeof(struct sumac_remote_header) + 8];
	int ret;
	atomic_bool is_sent;
} replay;

static void *send_replay(void *arg)
{
	(void)arg;
	replay.ret = fabric_send_foreign(fabric, 0, SUMAC_OFI_TAG_CONTROL | 1, replay.bytes, sizeof(replay.bytes), false);
	replay.is_sent = true;
	return NULL;
}

static int get_word(long *word_out)
{
	return sumac_remote_get(remote, &flow, 1, word_out, heap + 8, 8) || sumac_remote_wait(remote, &flow, 1);
}

static int put_word(long word)
{
	return sumac_remote_put(remote, &flow, 1, heap + 8, &word, 8) || sumac_remote_quiet(remote, &flow);
}

/* A stranger has read rank 1's answer to a get, and sends it again, so that it arrives during a later get. */
static int is_replayed(void)
{
	long word = 0;
	pthread_t thread;

	REQUIRE(!put_word(1111) && !get_word(&word) && word == 1111);
	for (struct sumac_fabric_buf *buf = fabric->all_bufs; buf; buf = buf->next_in_pool)
		if (buf->is_control && ((const struct sumac_remote_header *)buf->header)->kind == SUMAC_REMOTE_ANSWER &&
		    ((const struct sumac_remote_header *)buf->header)->len_bytes == 8)
			memcpy(replay.bytes, buf->seal, sizeof(replay.bytes));
	REQUIRE(!put_word(2222) && !pthread_create(&thread, NULL, send_replay, NULL));
	while (!replay.is_sent || !fabric->arrivals[SUMAC_FABRIC_REMOTE].oldest)
		sumac_fabric_progress(fabric);
	pthread_join(thread, NULL);
	REQUIRE(!replay.ret && !get_word(&word));
	REQUIRE(word == 2222);
	return 0;
}

static int play(struct sumac_bootstrap *bootstrap, void *arg)
{
	const struct sumac_remote_host host = { NULL, until };
	const struct plot *plot = arg;
	int rank = bootstrap->rank(bootstrap->ctx), err;
	struct sumac_segment *segment;

	REQUIRE(!sumac_segment_open(bootstrap, &segment) && !sumac_fabric_open(bootstrap, segment, 4096, &fabric));
	REQUIRE(!sumac_remote_open(fabric, segment, bootstrap, &host, heap, HEAP_BYTES, &remote));
	if (rank && plot->one_is_broken) {
		free(remote->rma->info->fabric_attr->prov_name);
		remote->rma->info->fabric_attr->prov_name = strdup("no_such_provider");
	}
	err = rank ? until(NULL, has_ended, (void *)(uintptr_t)&plot->n_foreign, NULL) : plot->act();
	if (!rank)
		err |= end_peer();
	else
		err |= ((long *)heap)[1] != plot->at_8 || far_word != plot->far;
	for (int i = 0; rank && i < 100; i++, usleep(100))
		drive(); /* till the last answer is on its way */
	bootstrap->fence(bootstrap->ctx);
	sumac_remote_close(remote);
	sumac_fabric_close(fabric);
	sumac_segment_close(segment);
	return err;
}

static void expect(struct plot plot)
{
	int codes[2];

	setenv("SUMAC_OPTIONS", plot.options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	fork_world_run(2, 90, play, &plot, codes);
	assert_int_equal(codes[0], 0);
	assert_int_equal(codes[1], 0);
}

static void test_puts_and_gets_are_no_messages(void **state)
{
	(void)state;
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=fabric", .act = puts_and_gets });
}

static void test_a_fence_waits_for_what_has_no_order(void **state)
{
	(void)state;
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=fabric", .act = keeps_order, .at_8 = 12, .far = 9 });
}

static void test_the_requests_of_strangers_are_not_done(void **state)
{
	(void)state;
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=message", .act = is_attacked, .n_foreign = 2 });
}

static void test_an_answer_that_comes_again_is_ignored(void **state)
{
	(void)state;
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=message", .act = is_replayed, .at_8 = 2222 });
}

static void test_a_loss_is_reported_with_its_rank(void **state)
{
	(void)state;
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=fabric", .act = loses });
}

/* None of the providers on this machine is a card's. */
static void test_the_setting_and_cards_decide(void **state)
{
	(void)state;
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=message", .act = asks_nothing });
	expect((struct plot){ .options = "ranks_a_host=1", .act = by_messages });
	expect((struct plot){ .options = "shmem_rma=fabric", .act = is_on_one_host });
}

static void test_a_rank_that_cannot_open_is_refused_or_sent_messages(void **state)
{
	(void)state;
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=fabric", .act = is_refused, .one_is_broken = true });
	expect((struct plot){ .options = "ranks_a_host=1;shmem_rma=fabric", .act = falls_back, .one_is_broken = true });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_puts_and_gets_are_no_messages),
		cmocka_unit_test(test_a_fence_waits_for_what_has_no_order),
		cmocka_unit_test(test_a_loss_is_reported_with_its_rank),
		cmocka_unit_test(test_the_requests_of_strangers_are_not_done),
		cmocka_unit_test(test_an_answer_that_comes_again_is_ignored),
		cmocka_unit_test(test_the_setting_and_cards_decide),
		cmocka_unit_test(test_a_rank_that_cannot_open_is_refused_or_sent_messages),
	};

	return cmocka_run_group_tests_name("remote_rma", tests, NULL, NULL);
}
