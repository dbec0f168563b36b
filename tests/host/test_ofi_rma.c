/*
 * Memory of ranks of other hosts over libfabric: what is written is there once it is done, and what is read comes from there,
 * whatever registration the provider asks for; a death is reported; and where nobody can, all learn why.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <time.h>

#include "base/settings_load.h"
#include "bootstrap/bootstrap.h"
#include "fabric/ofi_rma_private.h"
#include "fabric_help.h"
#include "fork_world.h"
#include "sumac.h"

enum { N_RANKS = 2, LEN = 300000, AT = 12345, N_SHORT = 200, SHORT = 8 };

static unsigned char memory[LEN + 2 * AT];
static int n_done, last_id;
static char lost[200];

static void done(void *ctx, int rank, int id, const char *why_lost)
{
	(void)ctx, (void)rank;
	n_done++;
	last_id = id;
	if (why_lost)
		snprintf(lost, sizeof(lost), "%s", why_lost);
}

/* Waits until that many are done, or lost: no wait is for ever. */
static int finish(struct sumac_ofi_rma *rma, int n)
{
	time_t until = time(NULL) + 20;

	while (n_done < n && time(NULL) < until)
		sumac_ofi_rma_progress(rma);
	return n_done != n;
}

static int open_rma(struct sumac_bootstrap *bootstrap, int mr_mode, struct sumac_ofi_rma **rma_out)
{
	const struct sumac_ofi_rma_host host = { NULL, done };
	int rank = bootstrap->rank(bootstrap->ctx);
	struct sumac_ofi_rma_card mine, cards[N_RANKS];
	struct sumac_ofi_offer offer, offers[N_RANKS];

	REQUIRE(!sumac_ofi_rma_new(&host, memory, sizeof(memory), false, &offer, rma_out));
	REQUIRE(!sumac_bootstrap_allgather(bootstrap, &offer, sizeof(offer), offers));
	REQUIRE(!sumac_ofi_rma_choose(*rma_out, offers, N_RANKS, rank));
	REQUIRE(!(*rma_out)->ep); /* till it is needed */
	(*rma_out)->info->domain_attr->mr_mode |= mr_mode;
	REQUIRE(!sumac_ofi_rma_card(*rma_out, &mine));
	REQUIRE(!sumac_bootstrap_allgather(bootstrap, &mine, sizeof(mine), cards));
	REQUIRE(!sumac_ofi_rma_meet(*rma_out, 1 - rank, &cards[1 - rank]));
	return 0;
}

/* Rank 0 acts, rank 1 looks now and then, as its library's thread would. */
static int serve(struct sumac_ofi_rma *rma)
{
	for (time_t until = time(NULL) + 20; !*(volatile unsigned char *)memory && time(NULL) < until; usleep(100))
		sumac_ofi_rma_progress(rma);
	return !memory[0];
}

static int start(struct sumac_ofi_rma *rma, bool is_write, uint64_t offset, void *near, size_t len_bytes, int id)
{
	int err;

	while ((err = is_write ? sumac_ofi_rma_write(rma, 1, offset, near, len_bytes, id) :
				 sumac_ofi_rma_read(rma, 1, offset, near, len_bytes, id)) > 0)
		sumac_ofi_rma_progress(rma);
	return err;
}

/* Memory that is registered for one operation alone. */
static int n_registered(const struct sumac_ofi_rma *rma)
{
	int n = 0;

	for (int i = 0; i < SUMAC_OFI_RMA_OPS; i++)
		n += rma->ops[i].mr != NULL;
	return n;
}

static int act(struct sumac_ofi_rma *rma, unsigned char *out, unsigned char *back)
{
	int is_local = !!(rma->info->domain_attr->mr_mode & FI_MR_LOCAL);
	unsigned char flag = 1;

	fabric_fill(out, LEN, 5);
	REQUIRE(!start(rma, true, AT, out, LEN, 7) && n_registered(rma) == is_local && !finish(rma, 1) && last_id == 7);
	REQUIRE(!start(rma, false, AT, back, LEN, 8) && n_registered(rma) == is_local && !finish(rma, 2) && last_id == 8);
	REQUIRE(!memcmp(out, back, LEN));
	/* More of them than there may be under way, each from the same place, whence it has been copied. */
	for (int i = 0; i < N_SHORT; i++) {
		memset(out, i, SHORT);
		REQUIRE(!start(rma, true, AT + (uint64_t)i * SHORT, out, SHORT, i) && !n_registered(rma));
	}
	memset(out, 255, SHORT);
	REQUIRE(!finish(rma, 2 + N_SHORT));
	/* Both near and far on the memory that is shared. */
	REQUIRE(!start(rma, false, AT, memory + AT, LEN, 0) && !n_registered(rma) && !finish(rma, 3 + N_SHORT));
	for (int i = 0; i < N_SHORT * SHORT; i++)
		REQUIRE(memory[AT + i] == i / SHORT);
	REQUIRE(!memcmp(memory + AT + N_SHORT * SHORT, back + N_SHORT * SHORT, LEN - N_SHORT * SHORT));
	REQUIRE(!start(rma, true, 0, &flag, 1, 0) && !finish(rma, 4 + N_SHORT) && !*lost);
	return 0;
}

/* arg: what is asked of memory, as if the provider did; `sockets` goes by it, what is below a layer does not know. */
static int moves(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_ofi_rma *rma;
	unsigned char *out = malloc(LEN), *back = calloc(1, LEN);
	int err;

	if (*(int *)arg)
		setenv("FI_PROVIDER", "sockets", 1);
	REQUIRE(!open_rma(bootstrap, *(int *)arg, &rma));
	err = bootstrap->rank(bootstrap->ctx) ? serve(rma) : act(rma, out, back);
	REQUIRE(!err);
	REQUIRE(!bootstrap->rank(bootstrap->ctx) || (!memory[AT - 1] && !memory[AT + LEN]));
	bootstrap->fence(bootstrap->ctx);
	sumac_ofi_rma_close(rma);
	free(out);
	free(back);
	return 0;
}

/* Tries keys that the owner has not made, among them those that strangers would try first. */
static int misses(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_ofi_rma *rma;
	uint64_t word = 1;

	(void)arg;
	REQUIRE(!open_rma(bootstrap, 0, &rma));
	if (bootstrap->rank(bootstrap->ctx)) {
		for (int i = 0; i < 300; i++, usleep(1000))
			sumac_ofi_rma_progress(rma);
	} else {
		for (int key = 0; key < 3; key++, *lost = 0) {
			rma->peers[1].key = (uint64_t)key;
			REQUIRE(!start(rma, true, AT, &word, sizeof(word), key) && !finish(rma, key + 1));
			REQUIRE(*lost && last_id == key);
		}
	}
	sumac_ofi_rma_close(rma);
	return 0;
}

static int cannot(struct sumac_bootstrap *bootstrap, void *by_card)
{
	const struct sumac_ofi_rma_host host = { NULL, done };
	struct sumac_ofi_offer offer, offers[N_RANKS];
	struct sumac_ofi_rma *rma;

	if (!*(bool *)by_card)
		setenv("FI_PROVIDER", "no_such_provider", 1);
	REQUIRE(!sumac_ofi_rma_new(&host, memory, sizeof(memory), *(bool *)by_card, &offer, &rma));
	REQUIRE(!sumac_bootstrap_allgather(bootstrap, &offer, sizeof(offer), offers));
	REQUIRE(sumac_ofi_rma_choose(rma, offers, N_RANKS, bootstrap->rank(bootstrap->ctx)) == -SUMAC_EIO);
	REQUIRE(strstr(sumac_last_error(), "no provider of libfabric that all ranks have"));
	sumac_ofi_rma_close(rma);
	return 0;
}

/* The memory cannot be registered: the others learn why. */
static int has_no_card(struct sumac_bootstrap *bootstrap, void *arg)
{
	const struct sumac_ofi_rma_host host = { NULL, done };
	struct sumac_ofi_rma_card card;
	struct sumac_ofi_offer offer, offers[N_RANKS];
	struct sumac_ofi_rma *rma;

	(void)arg;
	REQUIRE(!sumac_ofi_rma_new(&host, memory, sizeof(memory), false, &offer, &rma));
	REQUIRE(!sumac_bootstrap_allgather(bootstrap, &offer, sizeof(offer), offers));
	REQUIRE(!sumac_ofi_rma_choose(rma, offers, N_RANKS, bootstrap->rank(bootstrap->ctx)));
	free(rma->info->fabric_attr->prov_name);
	rma->info->fabric_attr->prov_name = strdup("no_such_provider");
	REQUIRE(sumac_ofi_rma_card(rma, &card) == -SUMAC_EIO && !card.address_bytes);
	REQUIRE(strstr(card.why_not, "opening the fabric for remote memory"));
	REQUIRE(sumac_ofi_rma_card(rma, &card) == -SUMAC_EIO);
	rma->peers = rma->peers ? rma->peers : calloc(N_RANKS, sizeof(*rma->peers));
	REQUIRE(sumac_ofi_rma_meet(rma, 1, &card) == -SUMAC_EIO);
	REQUIRE(strstr(sumac_last_error(), "rank 1 does not let its memory be written and read: libfabric: opening the fabric"));
	sumac_ofi_rma_close(rma);
	return 0;
}

static void expect_all(int (*function)(struct sumac_bootstrap *, void *), void *arg)
{
	int codes[N_RANKS];

	fork_world_run(N_RANKS, 60, function, arg, codes);
	for (int rank = 0; rank < N_RANKS; rank++)
		assert_int_equal(codes[rank], 0);
}

static void test_written_bytes_are_there_and_come_back(void **state)
{
	(void)state;
	expect_all(moves, &(int){ 0 });
}

static void test_so_it_is_where_memory_must_be_registered_and_addressed(void **state)
{
	(void)state;
	expect_all(moves, &(int){ FI_MR_LOCAL | FI_MR_VIRT_ADDR });
}

static void test_a_loss_is_reported(void **state)
{
	(void)state;
	expect_all(misses, NULL);
}

static void test_all_providers_are_listed_where_none_can(void **state)
{
	(void)state;
	expect_all(cannot, &(bool){ false });
	expect_all(cannot, &(bool){ true }); /* on one machine there is no card between ranks */
}

static void test_a_rank_that_cannot_open_says_why(void **state)
{
	(void)state;
	expect_all(has_no_card, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_written_bytes_are_there_and_come_back),
		cmocka_unit_test(test_so_it_is_where_memory_must_be_registered_and_addressed),
		cmocka_unit_test(test_a_loss_is_reported),
		cmocka_unit_test(test_all_providers_are_listed_where_none_can),
		cmocka_unit_test(test_a_rank_that_cannot_open_says_why),
	};

	return cmocka_run_group_tests_name("ofi_rma", tests, NULL, NULL);
}
